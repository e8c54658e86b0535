/**
 * Writes whose answer nobody looks at: what may go wrong with them, and what becomes of their connections.
 */
import { Client, mergePatch, socketTransport } from '@reeve/client';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { nodeHost } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { answering, failureOf, http, type Peer } from '../transport/harness.ts';

const json = { 'content-type': 'application/json' };
const settings = { metadata: { name: 'settings', namespace: 'default' } };

const to = ({ host }: Peer) => socketTransport({ clock: nodeHost().clock, server: `http://${host}` });

describe('a write whose answer nobody looks at', () => {
  test('comes back with nothing, and nothing is parsed', async () => {
    await using peer = await answering(() => http(201, '{"kind": half an obj', json));
    await using transport = to(peer);
    const configMaps = new Client({ transport }).writeOnly(ConfigMap);
    expect(await configMaps.create(settings)).toBeUndefined();
    expect(await configMaps.patch('default/settings', mergePatch({ data: { a: '1' } }))).toBeUndefined();
  });

  test('is over when all of its answer was read, and the next one uses its connection', async () => {
    const long = Buffer.from(http(201, JSON.stringify({ ...settings, data: { a: 'x'.repeat(100_000) } }), json));
    await using peer = await answering((_request, socket) => {
      socket.write(long.subarray(0, 200), () => socket.write(long.subarray(200)));
      return undefined;
    });
    await using transport = to(peer);
    const configMaps = new Client({ transport }).writeOnly(ConfigMap);
    for (let nth = 0; nth < 3; nth += 1) await configMaps.create(settings);
    expect(peer.connections).toBe(1);
  });

  test('that is refused fails with the error that the refusal stands for', async () => {
    const status = { apiVersion: 'v1', kind: 'Status', status: 'Failure', reason: 'AlreadyExists', code: 409 };
    await using peer = await answering(() => http(409, JSON.stringify(status), json));
    await using transport = to(peer);
    const failure = await failureOf(new Client({ transport }).writeOnly(ConfigMap).create(settings));
    expect(failure).toMatchObject({ code: 'REEVE_ALREADY_EXISTS', key: 'default/settings' });
  });

  test('tells the warnings that came with its answer', async () => {
    await using peer = await answering(() => http(200, '{}', { ...json, warning: '299 - "v1beta1 is deprecated"' }));
    await using transport = to(peer);
    const told: string[] = [];
    const options = { onWarning: ({ text }: { readonly text: string }) => void told.push(text) };
    await new Client({ transport }).writeOnly(ConfigMap).update(settings, options);
    expect(told).toEqual(['v1beta1 is deprecated']);
  });

  test('that a login page has answered is an error', async () => {
    await using peer = await answering(() => http(200, '<html>', { 'content-type': 'text/html' }));
    await using transport = to(peer);
    const failure = await failureOf(new Client({ transport }).writeOnly(ConfigMap).delete('default/settings'));
    expect(failure).toMatchObject({ code: 'REEVE_UNREADABLE_ANSWER' });
  });

  test('whose answer broke off is an error', async () => {
    const longer = http(200, '{}', { ...json, 'content-length': '9999' });
    await using peer = await answering((_request, socket) => void socket.end(longer));
    await using transport = to(peer);
    const failure = await failureOf(new Client({ transport }).writeOnly(ConfigMap).update(settings));
    expect(failure).toMatchObject({ code: 'REEVE_RESPONSE_CUT' });
  });
});

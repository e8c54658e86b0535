/**
 * Calls with a deadline over a socket: what ends them, who hears of it, and what they leave behind.
 */
import { getEventListeners } from 'node:events';
import { Client, layered, socketTransport, withRetries, withUserAgent, type TransportLayer } from '@reeve/client';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { ManualClock, type TransportRequest } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { answering, failureOf, hostWith, http } from './harness.ts';

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;
const answer = http(200, JSON.stringify({ metadata: { name: 'blog' } }), { 'content-type': 'application/json' });

/** A server that answers when told to, and a client of it whose calls may take a minute. */
async function world(...layers: TransportLayer[]) {
  const clock = new ManualClock();
  const host = hostWith(clock);
  const asked: (() => void)[] = [];
  const peer = await answering((request, socket) => {
    requests.push(request);
    answerNow = () => socket.write(answer);
    for (const tell of asked.splice(0)) tell();
    return undefined;
  });
  const requests: string[] = [];
  let answerNow = (): unknown => undefined;
  const transport = socketTransport({ clock, server: `http://${peer.host}`, headTimeoutMs: 0 });
  const client = new Client({
    transport: layered(transport, [withRetries({ host }), ...layers, withUserAgent('tester')]),
    host,
    timeoutMs: 60_000,
  });
  return {
    clock,
    peer,
    client,
    requests,
    answer: () => answerNow(),
    /** Resolves when the server has been asked the next time. */
    asked: () => new Promise<void>((resolve) => void asked.push(resolve)),
    async [Symbol.asyncDispose]() {
      await transport.close();
      await peer[Symbol.asyncDispose]();
    },
  };
}

describe('a call with a deadline', () => {
  test('that the server does not answer in time fails with a DeadlineError, and its connection is closed', async () => {
    await using w = await world();
    const [asked, failure] = [w.asked(), failureOf(w.client.get(ConfigMap, 'default/blog'))];
    await asked;
    await w.clock.advance(59_999);
    expect(w.peer.open).toBe(1);
    await w.clock.advance(1);
    expect(await failure).toMatchObject({
      code: 'REEVE_DEADLINE',
      timeoutMs: 60_000,
      message: expect.stringContaining('the answer to get ConfigMap default/blog'),
    });
    await expect.poll(() => w.peer.open).toBe(0);
  });

  test('ends with the reason of its caller’s signal', async () => {
    await using w = await world();
    const caller = new AbortController();
    const asked = w.asked();
    const failure = failureOf(w.client.get(ConfigMap, 'default/blog', { signal: caller.signal }));
    await asked;
    caller.abort(new Error('no longer needed'));
    expect((await failure).message).toBe('no longer needed');
    expect(listeners(caller.signal)).toBe(0);
  });

  test('listens once to its caller’s signal, and leaves neither a listener nor a timer', async () => {
    await using w = await world();
    const { signal } = new AbortController();
    const asked = w.asked();
    const call = w.client.get(ConfigMap, 'default/blog', { signal });
    await asked;
    expect(listeners(signal)).toBe(1);
    const waiting = w.clock.pendingTimers;
    w.answer();
    await call;
    expect(listeners(signal)).toBe(0);
    expect(w.clock.pendingTimers).toBeLessThanOrEqual(waiting); // the deadline is gone, a look at resting lines has come
  });

  test('is sent with the headers that layers add', async () => {
    await using w = await world();
    const asked = w.asked();
    const call = w.client.get(ConfigMap, 'default/blog');
    await asked;
    w.answer();
    await call;
    expect(w.requests).toEqual([expect.stringMatching(/user-agent: tester\r\n/)]);
  });

  test('ends on time also where a layer copies its request', async () => {
    const copying: TransportLayer = (next) => ({ request: (request) => next.request({ ...request }) });
    await using w = await world(copying);
    const [asked, failure] = [w.asked(), failureOf(w.client.get(ConfigMap, 'default/blog'))];
    await asked;
    await w.clock.advance(60_000);
    expect(await failure).toMatchObject({ code: 'REEVE_DEADLINE' });
  });

  test('ends when a layer says so that puts a signal of its own in its place', async () => {
    const own = new AbortController();
    const seen: TransportRequest[] = [];
    const replacing: TransportLayer = (next) => ({
      request: (request) => (seen.push(request), next.request({ ...request, signal: own.signal })),
    });
    await using w = await world(replacing);
    const [asked, failure] = [w.asked(), failureOf(w.client.get(ConfigMap, 'default/blog'))];
    await asked;
    own.abort(new Error('the layer has enough'));
    expect((await failure).message).toBe('the layer has enough');
    expect(seen[0]?.signal?.aborted).toBe(false);
  });
});

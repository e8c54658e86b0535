import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { SeededRandom } from '@reeve/machinery';
import { fuzz } from '../../../../tools/fuzz-apiserver/fuzz.mjs';
import { seedRequests } from '../../../../tools/fuzz-apiserver/seed-requests.mjs';
import { ask, create } from './talk.ts';

test(
  'mutated requests get answers that blame the client, and leave the server healthy',
  { timeout: 60_000 },
  async () => {
    const { findings, statuses, isHealthy } = await fuzz({ count: 1500, seed: 42 });
    expect(findings).toEqual([]);
    expect(isHealthy).toBe(true);
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 404, 405, 406, 415, 422]));
  },
);

test.each([
  ['the type of a Secret', '/api/v1/namespaces/default/secrets', { type: 'constructor' }],
  [
    'a scope of a quota',
    '/api/v1/namespaces/default/resourcequotas',
    { spec: { hard: { pods: '1' }, scopes: ['constructor'] } },
  ],
  [
    'a label of nodes',
    '/api/v1/namespaces/default/pods',
    { spec: { nodeSelector: { constructor: 'x' }, containers: [{ name: 'c', image: 'i' }] } },
  ],
  [
    'a class of pods',
    '/api/v1/namespaces/default/pods',
    { spec: { priorityClassName: 'constructor', containers: [{ name: 'c', image: 'i' }] } },
  ],
])('a word that every JavaScript object knows is no more than a word: %s', async (_what, path, object) => {
  await using server = await ApiServer.start();
  const { status } = await ask(server.transport, 'POST', path, { metadata: { name: 'constructor' }, ...object });
  expect(status).toBeLessThan(500);
});

test.each([
  ['{"kind":{}}', 'object into Go struct field .kind'],
  ['{"apiVersion":9223372036854775807,"kind":{}}', 'number into Go struct field .apiVersion'],
])('options of a delete must say in texts what they are: %s', async (body, problem) => {
  await using server = await ApiServer.start();
  const answer = await ask(server.transport, 'DELETE', '/api/v1/namespaces/default/configmaps', body);
  expect(answer.status).toBe(400);
  expect(answer.body.message).toContain(`json: cannot unmarshal ${problem} of type string`);
});

test('requests spoiled on the wire leave the server healthy', { timeout: 60_000 }, async () => {
  const bugs: unknown[] = [];
  await using server = await ApiServer.start({ port: 0, isPlain: true, onBug: (error) => bugs.push(error) });
  const random = new SeededRandom(42);
  const seeds = seedRequests();
  for (let round = 0; round < 100; round += 1) {
    const bytes = printed(seeds[random.integer(seeds.length)]);
    for (let left = 1 + random.integer(4); left > 0; left -= 1)
      bytes[random.integer(bytes.length)] = random.integer(256);
    await send(Number(new URL(server.url).port), bytes.subarray(0, 1 + random.integer(bytes.length)));
  }
  expect(bugs).toEqual([]);
  expect((await create(server, 'after')).status).toBe(201);
  expect((await ask(server.transport, 'GET', '/readyz')).text).toBe('ok');
});

/** A request as bytes on the wire. */
function printed(request: ReturnType<typeof seedRequests>[number] | undefined): Buffer {
  const { method = 'GET', path = '/', headers = {}, body = new Uint8Array() } = request ?? {};
  const lines = Object.entries({ host: 'x', ...headers, 'content-length': String(body.length) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n`), body]);
}

/** Sends bytes, and ends when the server has had its say or waits for more. */
async function send(port: number, bytes: Buffer): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}).resume();
  socket.end(bytes);
  await once(socket, 'close');
}

import { expect, test } from 'vitest';
import { VirtualHost } from '@reeve/machinery';
import { ApiServer } from '@reeve/apiserver';
import { ask, configMaps, create, watch } from './talk.ts';

const run = async (program: (server: ApiServer, host: VirtualHost) => Promise<void>) => {
  const host = new VirtualHost({ seed: 1 });
  await using server = await ApiServer.start({ host });
  await host.run(() => program(server, host));
};

/** What a real server says, to the letter: a Status without its kind, as text. */
const tooLate =
  '{"metadata":{},"status":"Failure","message":"Timeout: request did not complete within the allotted timeout","reason":"Timeout","details":{},"code":504}\n';

test('a request that takes more than a minute is given up with 504, and nothing of it is done · T6', () =>
  run(async (server, host) => {
    const remove = server.faults.add({ verbs: ['create'], effect: { type: 'latency', ms: 90_000 } });
    const start = host.clock.monotonic();
    const late = await create(server, 'late');
    expect(host.clock.monotonic() - start).toBe(60_000);
    expect(late).toMatchObject({ status: 504, text: tooLate });
    expect(late.headers['content-type']).toBe('text/plain; charset=utf-8');
    remove();
    await host.sleep(120_000);
    expect((await ask(server.transport, 'GET', `${configMaps}/late`)).status).toBe(404);
  }));

test('a client may ask for less time, not for more · T6', () =>
  run(async (server, host) => {
    server.faults.add({ verbs: ['list'], effect: { type: 'latency', ms: 90_000 } });
    const timeOf = async (timeout: string) => {
      const start = host.clock.monotonic();
      const { status } = await ask(server.transport, 'GET', `${configMaps}?timeout=${timeout}`);
      expect(status).toBe(504);
      return host.clock.monotonic() - start;
    };
    expect(await timeOf('1500ms')).toBe(1500);
    expect(await timeOf('0s')).toBe(60_000);
    expect(await timeOf('-1s')).toBe(60_000);
    expect(await timeOf('5m')).toBe(60_000);
  }));

test('many requests that wait are each given up in their own time · T6', () =>
  run(async (server, host) => {
    server.faults.add({ verbs: ['list'], effect: { type: 'latency', ms: 90_000 } });
    const start = host.clock.monotonic();
    const times: number[] = [];
    const asked = [0, 10_000, 20_000].map(async (delay) => {
      await host.sleep(delay);
      await ask(server.transport, 'GET', configMaps);
      times.push(host.clock.monotonic() - start);
    });
    await Promise.all(asked);
    expect(times).toEqual([60_000, 70_000, 80_000]);
  }));

test('a watch has no deadline but its own', () =>
  run(async (server, host) => {
    const start = host.clock.monotonic();
    await watch(server.transport, `${configMaps}?watch=true&timeoutSeconds=120&timeout=1s`);
    expect(host.clock.monotonic() - start).toBe(120_000);
  }));

test.each([
  ['abc', 'time: invalid duration "abc"'],
  ['1', 'time: missing unit in duration "1"'],
  ['1x', 'time: unknown unit "x" in duration "1x"'],
])('a timeout of %s is refused in Go’s words · T6', (text, problem) =>
  run(async (server) => {
    const message = `invalid timeout specified in the request URL - ${problem}`;
    expect(await ask(server.transport, 'GET', `${configMaps}?timeout=${text}`)).toMatchObject({
      status: 400,
      body: { kind: 'Status', reason: 'BadRequest', message },
    });
    expect((await ask(server.transport, 'GET', `/healthz?timeout=${text}`)).status).toBe(400);
  }),
);

import { describe, expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { ConnectionRefusedError } from '@reeve/client';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { VirtualHost } from '@reeve/machinery';
import type { Transport } from '@reeve/machinery';
import { Manager } from '@reeve/runtime';
import type { LogFields, Logger } from '@reeve/runtime';

interface Line extends LogFields {
  readonly level: string;
  readonly message: string;
  readonly atMs: number;
}

function logging(host: VirtualHost, lines: Line[]): Logger {
  const at =
    (level: string) =>
    (message: string, fields: LogFields = {}): void =>
      void lines.push({ ...fields, level, message, atMs: host.clock.monotonic() });
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: () => logging(host, lines),
  };
}

/** A server whose connections fail until a time: they are refused, or nobody answers. */
function downUntil(host: VirtualHost, transport: Transport, upMs: number, how: 'refused' | 'silent'): Transport {
  return {
    request: async (request) => {
      if (host.clock.monotonic() >= upMs) return await transport.request(request);
      if (how === 'refused')
        throw new ConnectionRefusedError({
          server: 'https://10.0.0.1:6443',
          wasSent: false,
          cause: new Error('connect ECONNREFUSED 10.0.0.1:6443'),
        });
      await host.sleep(1e9, request.signal);
      throw new Error('not reached');
    },
  };
}

async function runFor(
  ms: number,
  options: { readonly upMs: number; readonly how?: 'refused' | 'silent'; readonly connectTimeoutMs?: number },
): Promise<{ readonly lines: Line[]; readonly error: unknown; readonly endedMs: number }> {
  const host = new VirtualHost();
  const { transport } = await ApiServer.start({ host });
  const lines: Line[] = [];
  const { upMs, how = 'refused', connectTimeoutMs = 0 } = options;
  const start = host.clock.monotonic();
  const manager = new Manager({
    transport: downUntil(host, transport, start + upMs, how),
    host,
    log: logging(host, lines),
    server: '10.0.0.1:6443',
    connectTimeoutMs,
  });
  const stop = new AbortController();
  host.clock.setTimer(ms, () => stop.abort());
  let endedMs = 0;
  const error = await host.run(() =>
    manager
      .run({ signal: stop.signal })
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      .finally(() => (endedMs = host.clock.monotonic() - start)),
  );
  return { lines: lines.map((line) => ({ ...line, atMs: line.atMs - start })), error, endedMs };
}

describe('a manager that waits for its server', () => {
  test('says at once what refused the connection, and again with growing pauses', async () => {
    const { lines, error } = await runFor(100_000, { upMs: 1e9 });
    expect(error).toBeUndefined();
    expect(lines.map(({ level, atMs, nextTryInMs }) => [level, atMs, nextTryInMs])).toEqual([
      ['warn', 0, 1000],
      ['warn', 1000, 2000],
      ['warn', 3000, 4000],
      ['warn', 7000, 8000],
      ['warn', 15_000, 16_000],
      ['warn', 31_000, 30_000],
      ['warn', 61_000, 30_000],
      ['warn', 91_000, 30_000],
    ]);
    expect(lines[0]).toMatchObject({
      message: 'the API server does not answer, and is tried again',
      server: '10.0.0.1:6443',
      reason:
        'https://10.0.0.1:6443 refused the connection: check that the server runs and that the address is right: connect ECONNREFUSED 10.0.0.1:6443',
      tries: 1,
    });
  });

  test('says within five seconds that a silent server has not answered', async () => {
    const { lines } = await runFor(20_000, { upMs: 1e9, how: 'silent' });
    expect(lines.map(({ atMs }) => atMs)).toEqual([4000, 9000, 15_000]);
    expect(lines[0]?.['reason']).toMatch(/GET \/version/);
  });

  test('starts when the server answers, and says so', async () => {
    const { lines, error } = await runFor(60_000, { upMs: 5000 });
    expect(error).toBeUndefined();
    expect(lines.at(-1)).toMatchObject({ level: 'info', message: 'the API server answers', tries: 4, atMs: 7000 });
  });

  test('gives up after connectTimeoutMs with an error that says why', async () => {
    const { error, endedMs } = await runFor(600_000, { upMs: 1e9, connectTimeoutMs: 10_000 });
    expect(endedMs).toBe(10_000);
    expect(error).toMatchObject({
      code: 'REEVE_SERVER_UNREACHABLE',
      message: expect.stringMatching(
        /^the API server 10\.0\.0\.1:6443 did not answer within 10s: .*connect ECONNREFUSED/,
      ) as string,
    });
  });

  test('says of a server that is lost later which list or watch fails, less often the longer it lasts', async () => {
    const host = new VirtualHost();
    const { transport } = await ApiServer.start({ host });
    const lines: Line[] = [];
    const manager = new Manager({
      transport: downUntil(host, transport, 1e12, 'refused'),
      host,
      log: logging(host, lines),
      cache: { kinds: [{ kind: ConfigMap }] },
    });
    const stop = new AbortController();
    host.clock.setTimer(600_000, () => stop.abort());
    await host.run(() => manager.run({ signal: stop.signal }));
    expect(lines.map(({ times }) => times)).toEqual([1, 2, 4]);
    expect(lines[0]).toMatchObject({ level: 'warn', message: 'the list or watch failed, and is tried again' });
  });
});

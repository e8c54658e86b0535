import { describe, expect, test } from 'vitest';
import { HealthChecks, cacheFreshness, healthHandler, longestRun, ping } from '@reeve/runtime';
import type { RequestHandler } from '@reeve/runtime';

const broken = (): never => {
  throw new Error('the disk is full');
};
const later = async (): Promise<void> => {
  await Promise.resolve();
  throw new Error('nothing heard for 400 s');
};

/** Status and text of the answer to a path with its query. */
async function ask(
  handle: RequestHandler,
  target: string,
  remoteAddress = '127.0.0.1',
): Promise<readonly [number, string]> {
  const url = new URL(target, 'http://localhost');
  const { status, body } = await handle({
    method: 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: {},
    remoteAddress,
    signal: new AbortController().signal,
  });
  return [status, body as string];
}

describe('health checks', () => {
  const well = new HealthChecks('/healthz').add('ping', ping).add('disk', ping).handle;
  const ill = new HealthChecks('/healthz').add('ping', ping).add('disk', broken).add('cache', later).handle;

  test('answer ok when all are well, and no more · CR-113', async () => {
    expect(await ask(well, '/healthz')).toEqual([200, 'ok']);
    expect(await ask(well, '/healthz/')).toEqual([200, 'ok']);
  });

  test('list all when asked to · CR-113', async () => {
    expect(await ask(well, '/healthz?verbose')).toEqual([200, '[+]ping ok\n[+]disk ok\nhealthz check passed\n']);
  });

  test('list all when one fails, and say why · CR-113', async () => {
    const text =
      '[+]ping ok\n[-]disk failed: the disk is full\n[-]cache failed: nothing heard for 400 s\nhealthz check failed\n';
    expect(await ask(ill, '/healthz')).toEqual([500, text]);
  });

  test('health checks tell the reason of a failure to this machine only', async () => {
    const withheld =
      '[+]ping ok\n[-]disk failed: reason withheld\n[-]cache failed: reason withheld\nhealthz check failed\n';
    expect(await ask(ill, '/healthz?verbose', '10.0.0.7')).toEqual([500, withheld]);
    expect(await ask(ill, '/healthz/disk', '::ffff:10.0.0.7')).toEqual([
      500,
      'internal server error: reason withheld\n',
    ]);
    expect((await ask(ill, '/healthz', '::ffff:127.0.0.1'))[1]).toContain('the disk is full');
  });

  test('leave out what is excluded, and warn of what does not exist · CR-113', async () => {
    expect(await ask(ill, '/healthz?exclude=disk&exclude=cache')).toEqual([200, 'ok']);
    expect(await ask(ill, '/healthz?exclude=disk,cache&exclude=nothing&verbose')).toEqual([
      200,
      '[+]ping ok\n[+]disk excluded: ok\n[+]cache excluded: ok\nwarn: some health checks cannot be excluded: no matches for "nothing"\nhealthz check passed\n',
    ]);
  });

  test('answer one by one · CR-113', async () => {
    expect(await ask(ill, '/healthz/ping')).toEqual([200, 'ok']);
    expect(await ask(ill, '/healthz/disk')).toEqual([500, 'internal server error: the disk is full\n']);
    expect((await ask(ill, '/healthz/nothing'))[0]).toBe(404);
    expect((await ask(ill, '/healthz/%zz'))[0]).toBe(404);
    expect((await ask(ill, '/healthz/__proto__'))[0]).toBe(404);
  });

  test('are one that is always well when there are none · CR-113', async () => {
    const none = new HealthChecks('/healthz').handle;
    expect(await ask(none, '/healthz?verbose')).toEqual([200, '[+]ping ok\nhealthz check passed\n']);
    expect(await ask(none, '/healthz/ping')).toEqual([200, 'ok']);
  });

  test('of other paths do not exist · CR-113', async () => {
    const handle = healthHandler(new HealthChecks('/healthz'), new HealthChecks('/readyz').add('disk', broken));
    expect((await ask(handle, '/'))[0]).toBe(404);
    expect((await ask(handle, '/healthzy'))[0]).toBe(404);
    expect((await ask(handle, '/healthz'))[0]).toBe(200);
    expect((await ask(handle, '/readyz'))[0]).toBe(500);
  });

  test('may say more where they are listed, also when all is well', async () => {
    const handle = new HealthChecks('/readyz')
      .add('runs', () => 'the longest takes 12s')
      .add('disk', () => undefined).handle;
    expect(await ask(handle, '/readyz')).toEqual([200, 'ok']);
    expect(await ask(handle, '/readyz?verbose')).toEqual([
      200,
      '[+]runs ok: the longest takes 12s\n[+]disk ok\nreadyz check passed\n',
    ]);
  });

  test('that throw what cannot be read fail as others do', async () => {
    const handle = new HealthChecks('/healthz').add('odd', () => Promise.reject(Object.create(null) as Error)).handle;
    expect(await ask(handle, '/healthz')).toEqual([
      500,
      '[-]odd failed: no error, but object without a text\nhealthz check failed\n',
    ]);
  });

  test('say how long the longest run of the controllers takes', async () => {
    const controllers = new Map([
      ['website', { longestRunMs: 320_400 }],
      ['backup', { longestRunMs: 12_000 }],
    ]);
    const handle = new HealthChecks('/readyz').add('runs', longestRun(controllers)).handle;
    expect((await ask(handle, '/readyz?verbose'))[1]).toContain('[+]runs ok: a run of website goes on since 320s');
    const quick = new HealthChecks('/readyz').add('runs', longestRun(new Map([['a', { longestRunMs: 900 }]]))).handle;
    expect((await ask(quick, '/readyz?verbose'))[1]).toContain('[+]runs ok\n');
  });

  test('tell no tokens', async () => {
    const handle = new HealthChecks('/healthz').add('api', () =>
      Promise.reject(new Error('Bearer abc.def refused')),
    ).handle;
    expect((await ask(handle, '/healthz'))[1]).toContain('Bearer [redacted] refused');
  });

  test('say which kinds are not fresh', async () => {
    const cache = { notReadyReasons: () => ['Pod: not synced (listing)', 'Node: nothing heard for 400 s (watching)'] };
    const handle = new HealthChecks('/readyz').add('cache', cacheFreshness(cache)).handle;
    expect((await ask(handle, '/readyz'))[1]).toContain(
      '[-]cache failed: Pod: not synced (listing); Node: nothing heard for 400 s (watching)',
    );
  });
});

import { describe, expect, test } from 'vitest';
import { call, isListening } from './https-call.ts';
import { Program } from './program.ts';

const anywhere = '--listen-client-urls=http://127.0.0.1:0';

describe('the program etcd', { timeout: 30_000 }, () => {
  test('lists its flags at the start of lines, where envtest looks for them', async () => {
    await using help = new Program('etcd', ['--help']);

    expect(await help.ended()).toBe(0);
    for (const flag of [
      'advertise-client-urls',
      'data-dir',
      'listen-client-urls',
      'listen-peer-urls',
      'unsafe-no-fsync',
    ])
      expect(help.stdout).toMatch(new RegExp(`^--${flag}\\b`, 'm'));
  });

  test('answers the health check over plain HTTP', async () => {
    await using etcd = new Program('etcd', [anywhere, '--data-dir=/nowhere', '--unsafe-no-fsync=true']);
    const [, port] = await etcd.says(/127\.0\.0\.1:(\d+)/);

    const health = await call(`http://127.0.0.1:${port}/health`);

    expect(health.status).toBe(200);
    expect(health.json()).toMatchObject({ health: 'true' });
    expect((await call(`http://127.0.0.1:${port}/unknown`)).status).toBe(404);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('ends with 0 on %s and frees its port', async (signal) => {
    await using etcd = new Program('etcd', [anywhere]);
    const [, port] = await etcd.says(/127\.0\.0\.1:(\d+)/);
    await call(`http://127.0.0.1:${port}/health`);

    expect(await etcd.stop(signal)).toBe(0);
    expect(await isListening(Number(port))).toBe(false);
  });

  test('passes over a flag it does not know, and says so', async () => {
    await using etcd = new Program('etcd', [anywhere, '--experimental-of-tomorrow=1', '--enable-v2=false']);

    await etcd.says(/127\.0\.0\.1:(\d+)/);

    expect(etcd.stderr).toContain('--experimental-of-tomorrow is not known');
    expect(etcd.stderr).toContain('--enable-v2 is not known');
    expect(await etcd.stop()).toBe(0);
  });

  test('names a port that is taken, and ends with 1', async () => {
    await using first = new Program('etcd', [anywhere]);
    const [, port] = await first.says(/127\.0\.0\.1:(\d+)/);

    await using second = new Program('etcd', [`--listen-client-urls=http://127.0.0.1:${port}`]);

    expect(await second.ended()).toBe(1);
    expect(second.stderr).toMatch(new RegExp(`^etcd: .*127\\.0\\.0\\.1:${port} is taken`, 'm'));
    expect(second.stderr).not.toContain('at '); // a sentence, not a stack
  });

  test('refuses an address that is none', async () => {
    await using etcd = new Program('etcd', ['--listen-client-urls=somewhere']);

    expect(await etcd.ended()).toBe(1);
    expect(etcd.stderr).toContain('--listen-client-urls somewhere is not an address');
  });
});

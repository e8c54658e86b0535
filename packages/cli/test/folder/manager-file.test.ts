import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { runCli } from '@reeve/cli';
import { nodeHost } from '@reeve/machinery';
import { Manager } from '@reeve/runtime';
import type { DebugServerOptions } from '@reeve/runtime';
import { eventually } from '@reeve/testing';
import { Folder, startReeve } from '../executable.ts';
import type { Running } from '../executable.ts';
import { testTerminal } from '../test-terminal.ts';
import type { TestTerminal } from '../test-terminal.ts';

const program = `import { ConfigMap, defineController } from 'reeve';
export default defineController({ for: ConfigMap, name: 'maps', reconcile() {} });
`;

/** A manager with a debug server while the body runs. */
async function during(options: DebugServerOptions, body: (manager: Manager) => Promise<void>): Promise<void> {
  const server = await ApiServer.start();
  const manager = new Manager({ transport: server.transport, debugServer: { address: '127.0.0.1:0', ...options } });
  const stop = new AbortController();
  const running = manager.run({ signal: stop.signal });
  try {
    await Promise.race([manager.elected, running]);
    await body(manager);
  } finally {
    stop.abort();
    await running;
    await server.stop();
  }
}

function named(folder: Folder, address: unknown): void {
  mkdirSync(folder.file('.reeve'), { recursive: true });
  folder.write('.reeve/manager.json', JSON.stringify(address));
}

async function why(folder: Folder, args: readonly string[] = [], variables = {}): Promise<TestTerminal> {
  const terminal = testTerminal({ folder: folder.path, variables });
  expect(await runCli(['why', 'map/a', ...args], { terminal })).toBe(1); // nothing has run
  return terminal;
}

describe('reeve why', { timeout: 30_000 }, () => {
  test('reeve why sends the token that .reeve/manager.json has', async () => {
    using folder = new Folder();
    await during({}, async ({ servers: { debug, debugToken } }) => {
      named(folder, { debug: debug?.url, token: debugToken });
      expect((await why(folder)).printed.err).toBe('no controller has run for a lately\n');
      named(folder, { debug: debug?.url, token: 'other' });
      const { printed } = await why(folder);
      expect(printed.err).toContain('wants the token of its debug server [REEVE_DEBUG_TOKEN]');
      expect(printed.err).toContain('next: set the same REEVE_DEBUG_TOKEN for reeve run and for reeve why');
    });
  });

  test('reeve why takes the token for --address from a flag or a variable, and not from the folder', async () => {
    using folder = new Folder();
    await during({ token: 'sesame' }, async ({ servers: { debug } }) => {
      const address = ['--address', debug?.url ?? ''];
      named(folder, { debug: 'http://127.0.0.1:1', token: 'sesame' });
      expect((await why(folder, address)).printed.err).toContain('REEVE_DEBUG_TOKEN');
      const told = 'no controller has run for a lately\n';
      expect((await why(folder, [...address, '--debug-token', 'sesame'])).printed.err).toBe(told);
      expect((await why(folder, address, { REEVE_DEBUG_TOKEN: 'sesame' })).printed.err).toBe(told);
    });
  });

  test.each([
    { debug: 'http://127.evil.com:6060', token: 'x' },
    { debug: 'http://example.com', token: 'x' },
    { debug: 'https://127.0.0.1:6060', token: 'x' },
    { debug: 'file:///etc/passwd', token: 'x' },
    { debug: 'http://127.0.0.1:6060' },
    { debug: 'http://127.0.0.1:6060', token: 'x\r\ny: z' },
    [],
    'text',
  ])('reeve why asks nobody when .reeve/manager.json is %j', async (address) => {
    using folder = new Folder();
    named(folder, address);
    expect((await why(folder)).printed.err).toContain('no manager runs in this folder');
  });
});

describe('.reeve/manager.json', { timeout: 60_000 }, () => {
  const flags = ['--no-leader-election', '--metrics-address', '0', '--health-address', '0'];

  async function running(server: ApiServer, folder: Folder, body: (run: Running) => Promise<void>): Promise<void> {
    writeFileSync(folder.file('kubeconfig'), server.kubeconfig(), { mode: 0o600 });
    const args = ['run', 'maps.ts', ...flags, '--debug-address', '127.0.0.1:0'];
    await using run = startReeve(args, folder, { KUBECONFIG: folder.file('kubeconfig') });
    await body(run);
    run.signal('SIGTERM');
    expect(await run.ended).toBe(0);
  }

  /** Resolves when the file of this folder names a manager that listens. */
  const isNamed = (folder: Folder): Promise<unknown> =>
    eventually(nodeHost(), () => Promise.resolve(existsSync(folder.file('.reeve/manager.json'))), {});

  const file = (folder: Folder): string => readFileSync(folder.file('.reeve/manager.json'), 'utf8');

  test('.reeve/manager.json is for its owner only, is no link, and is gone when reeve run has ended', async () => {
    await using server = await ApiServer.start({ port: 0 });
    using folder = new Folder({ 'maps.ts': program, victim: 'mine' });
    mkdirSync(folder.file('.reeve'));
    chmodSync(folder.file('.reeve'), 0o755);
    symlinkSync('../victim', folder.file('.reeve/manager.json'));
    await running(server, folder, async (run) => {
      await eventually(nodeHost(), () => Promise.resolve(file(folder).includes('token')), {});
      expect(statSync(folder.file('.reeve/manager.json')).mode & 0o777).toBe(0o600);
      expect(statSync(folder.file('.reeve')).mode & 0o777).toBe(0o700);
      expect(readFileSync(folder.file('victim'), 'utf8')).toBe('mine');
      expect(run.err).not.toContain((JSON.parse(file(folder)) as { token: string }).token);
    });
    expect(existsSync(folder.file('.reeve/manager.json'))).toBe(false);
  });

  test('.reeve/manager.json stays that of the first reeve run in a folder while the second one comes and goes', async () => {
    await using server = await ApiServer.start({ port: 0 });
    using folder = new Folder({ 'maps.ts': program });
    await running(server, folder, async () => {
      await isNamed(folder);
      const first = file(folder);
      await running(server, folder, async (second) => {
        await second.shows('another manager runs in this folder, and reeve why asks that one');
        expect(second.err).toMatch(/reeve why --address http:\/\/127\.0\.0\.1:\d+ asks this one/);
      });
      expect(file(folder)).toBe(first);
    });
  });

  test('.reeve/manager.json of a manager that has ended without removing it is replaced', async () => {
    await using server = await ApiServer.start({ port: 0 });
    using folder = new Folder({ 'maps.ts': program });
    named(folder, { debug: 'http://127.0.0.1:1', token: 'old' });
    await running(server, folder, async () => {
      expect(await eventually(nodeHost(), () => Promise.resolve(!file(folder).includes('old')), {})).toBe(true);
    });
  });

  test('.reeve/manager.json that cannot be written is a warning, and the operator works', async () => {
    await using server = await ApiServer.start({ port: 0 });
    using folder = new Folder({ 'maps.ts': program, '.reeve': 'a file' });
    await running(server, folder, async (run) => {
      await run.shows('manager.json cannot be written');
      expect(run.err).toContain('with the REEVE_DEBUG_TOKEN that both are started with');
    });
  });
});

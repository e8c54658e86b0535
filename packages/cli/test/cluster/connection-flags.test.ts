import { describe, expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { runCli } from '@reeve/cli';
import { Folder } from '../executable.ts';
import { testTerminal } from '../test-terminal.ts';
import { textModule, websiteProgram } from '../website-program.ts';

/** A kubeconfig with two contexts, one of which leads nowhere. */
const kubeconfigFor = (server: ApiServer): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'nowhere',
    clusters: [
      { name: 'here', cluster: { server: server.url, 'insecure-skip-tls-verify': true } },
      { name: 'nowhere', cluster: { server: 'http://127.0.0.1:1' } },
    ],
    users: [{ name: 'me', user: { token: 'sesame' } }],
    contexts: [
      { name: 'here', context: { cluster: 'here', user: 'me', namespace: 'estate' } },
      { name: 'nowhere', context: { cluster: 'nowhere', user: 'me' } },
    ],
  });

describe('flags that name a cluster', { timeout: 30_000 }, () => {
  test('say which one, as whom and where, over what the kubeconfig says', async () => {
    const users: (string | undefined)[] = [];
    const tokens = new Map([['sesame', { name: 'steward', groups: ['system:masters'] }]]);
    await using server = await ApiServer.start({
      port: 0,
      tokens,
      onRequest: ({ user }) => users.push(user?.name),
    });
    using folder = new Folder({ kubeconfig: kubeconfigFor(server) });
    const variables = { KUBECONFIG: folder.file('kubeconfig') };
    const run = async (...flags: string[]) => {
      const terminal = testTerminal({ folder: folder.path, variables });
      const code = await runCli(['doctor', ...flags], { terminal });
      return { code, out: terminal.printed.out };
    };
    expect((await run()).out).toContain('http://127.0.0.1:1');
    expect(await run('--context', 'here')).toMatchObject({ code: 0, out: expect.stringContaining('namespace estate') });
    expect((await run('--cluster', 'here', '-n', 'barn')).out).toContain('namespace barn');
    expect((await run('-s', server.url, '--insecure-skip-tls-verify')).code).toBe(0);
    expect(new Set(users)).toEqual(new Set(['steward']));
    users.length = 0;
    await run('--context', 'here', '--as', 'shepherd', '--as-group', 'system:masters');
    expect(new Set(users)).toEqual(new Set(['shepherd']));
  });

  test('a context that is not there is one message', async () => {
    await using server = await ApiServer.start({ port: 0, isPlain: true });
    using folder = new Folder({ kubeconfig: kubeconfigFor(server) });
    const terminal = testTerminal({ folder: folder.path });
    const words = ['version', '--kubeconfig', folder.file('kubeconfig'), '--context', 'elsewhere'];
    expect(await runCli(words, { terminal })).toBe(1);
    expect(terminal.printed.err).toMatch(/^error: .*elsewhere.* \[REEVE_KUBECONFIG\]\n/);
  });

  test("a server's certificate is believed by the authority that is named, or by none when that is asked for", async () => {
    await using server = await ApiServer.start({ port: 0 });
    const run = async (...flags: string[]) => {
      const terminal = testTerminal();
      return { code: await runCli(['version', '-s', server.url, ...flags], { terminal }), err: terminal.printed.err };
    };
    expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining('[REEVE_TLS_FAILED]') });
    expect(await run('--insecure-skip-tls-verify')).toMatchObject({ code: 0 });
  });

  test('a time that is none is wrong use', async () => {
    const terminal = testTerminal();
    expect(await runCli(['version', '-s', 'http://127.0.0.1:1', '--request-timeout', 'soon'], { terminal })).toBe(2);
    expect(terminal.printed.err).toContain('--request-timeout soon is not a time: write it as 30s, 2m or 1h');
  });
});

test('flags that name a cluster may stand before and after every command', async () => {
  using folder = new Folder({ 'website.ts': websiteProgram, 'text.ts': textModule });
  for (const words of [['why', 'website/sample'], ['render', 'website.ts'], ['completion', 'bash'], ['version']]) {
    for (const line of [
      ['--kubeconfig', 'none', '--context', 'c', ...words],
      [...words, '--kubeconfig', 'none', '--context', 'c'],
    ]) {
      const terminal = testTerminal({ folder: folder.path });
      await runCli(line, { terminal });
      expect(terminal.printed.err).not.toContain('unknown option');
    }
  }
});

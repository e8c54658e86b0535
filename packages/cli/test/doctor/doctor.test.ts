import { describe, expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { runCli } from '@reeve/cli';
import { Client } from '@reeve/client';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1';
import { Folder, reeve } from '../executable.ts';
import { testTerminal } from '../test-terminal.ts';
import { textModule, websiteProgram } from '../website-program.ts';

describe('reeve doctor', { timeout: 30_000 }, () => {
  test('finds a cluster in order', async () => {
    await using server = await ApiServer.start({ port: 0 });
    using folder = new Folder({ kubeconfig: server.kubeconfig() });
    const terminal = testTerminal({ folder: folder.path, variables: { KUBECONFIG: folder.file('kubeconfig') } });
    expect(await runCli(['doctor'], { terminal })).toBe(0);
    expect(terminal.printed.out.split('\n').map((line) => line.slice(0, 13).trimEnd())).toEqual([
      '✓ Node',
      '✓ kubeconfig',
      '✓ server',
      '✓ definitions',
      '',
    ]);
  });

  test('without a cluster says what to do, in words or as JSON, and ends with 1', async () => {
    const terminal = testTerminal();
    expect(await runCli(['doctor', '-o', 'json'], { terminal })).toBe(1);
    expect(JSON.parse(terminal.printed.out)).toMatchObject([
      { about: 'Node', state: 'well' },
      {
        about: 'kubeconfig',
        state: 'wrong',
        next: 'start a cluster here: reeve server; or name one: --kubeconfig FILE',
      },
    ]);
  });

  test('a server that does not answer is found with the next step', async () => {
    const terminal = testTerminal();
    expect(await runCli(['doctor', '-s', 'http://127.0.0.1:1'], { terminal })).toBe(1);
    expect(terminal.printed.out).toMatch(
      /✗ server .*127\.0\.0\.1:1.*\n +next: check the address of the server, and that it runs\n/,
    );
  });

  test('reeve doctor names a certificate file that has no certificate, and says which file to correct', async () => {
    const terminal = testTerminal();
    const files = ['--client-certificate', '/dev/null', '--client-key', '/dev/null'];
    expect(await runCli(['doctor', '-s', 'https://127.0.0.1:1', ...files], { terminal })).toBe(1);
    expect(terminal.printed.out).toMatch(
      /✗ server +\/dev\/null has no certificate or key in PEM: check that the right file is named\n +next: log in to the cluster again, or correct the file that the message names\n/,
    );
    const verb = testTerminal();
    expect(await runCli(['get', 'pods', '-s', 'https://127.0.0.1:1', ...files], { terminal: verb })).toBe(1);
    expect(verb.printed.err).toContain('[REEVE_CREDENTIALS]');
    expect(verb.printed.err).not.toContain('    at ');
  });

  test('reeve doctor does not propose to apply what a server refuses, such as another scope', async () => {
    await using server = await ApiServer.start({ port: 0 });
    const scoped = websiteProgram.replace("kind: 'Website',", "kind: 'Website', scope: 'Cluster',");
    using folder = new Folder({ kubeconfig: server.kubeconfig(), 'website.ts': websiteProgram, 'text.ts': textModule });
    using other = new Folder({ kubeconfig: server.kubeconfig(), 'website.ts': scoped, 'text.ts': textModule });
    const { out } = await reeve(['render', 'website.ts'], folder);
    const { parseAllDocuments } = await import('yaml');
    const [crd] = parseAllDocuments(out).map((document) => document.toJS() as CustomResourceDefinition);
    if (crd) await new Client({ transport: server.transport }).create(CustomResourceDefinition, crd);
    const doctor = await reeve(['doctor', 'website.ts', '--kubeconfig', 'kubeconfig'], other);
    expect(doctor.out).toMatch(
      /! definition +websites\.web\.example\.com differs: scope was Namespaced, is Cluster\n +next: a server refuses it: make a new resource/,
    );
    expect(doctor.out).not.toContain('bring it up to date');
  });

  test('credentials that the server does not know are found with the next step', async () => {
    await using server = await ApiServer.start({ port: 0, isPlain: true, allowsAnonymous: false });
    const terminal = testTerminal();
    expect(await runCli(['doctor', '-s', server.url, '--token', 'sesame'], { terminal })).toBe(1);
    expect(terminal.printed.out).toContain('next: renew the credentials of the kubeconfig user');
    expect(terminal.printed.out).not.toContain('sesame');
  });

  test('what the identity may not do is found with the next step', async () => {
    await using server = await ApiServer.start({ port: 0, isPlain: true });
    server.faults.add({ resources: ['customresourcedefinitions'], effect: { type: 'status', code: 403 } });
    const terminal = testTerminal();
    expect(await runCli(['doctor', '-s', server.url], { terminal })).toBe(1);
    expect(terminal.printed.out).toContain('next: grant the permission in a Role or ClusterRole');
  });

  test('with a program it looks at its definitions too', async () => {
    await using server = await ApiServer.start({ port: 0 });
    using folder = new Folder({ kubeconfig: server.kubeconfig(), 'website.ts': websiteProgram, 'text.ts': textModule });
    const args = ['doctor', 'website.ts', '--kubeconfig', 'kubeconfig'];
    const first = await reeve(args, folder);
    expect(first.code).toBe(1);
    expect(first.out).toContain('✓ permissions  everything that the controllers need');
    expect(first.out).toMatch(
      /✗ definition {3}websites\.web\.example\.com is not installed\n +next: install it: reeve render FILE/,
    );

    const { out } = await reeve(['render', 'website.ts'], folder);
    const { parseAllDocuments } = await import('yaml');
    const [crd] = parseAllDocuments(out).map((document) => document.toJS() as CustomResourceDefinition);
    if (crd) await new Client({ transport: server.transport }).create(CustomResourceDefinition, crd);
    const second = await reeve(args, folder);
    expect(second.out).toContain('✓ definition   websites.web.example.com is as the program has it');
    expect(second.code).toBe(0);
  });
});

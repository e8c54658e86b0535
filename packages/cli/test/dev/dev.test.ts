import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { Client, connect, loadKubeConfig } from '@reeve/client';
import type { Cluster } from '@reeve/client';
import { ApiServer } from '@reeve/apiserver';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { eventually } from '@reeve/testing';
import { defineKind, nodeHost } from '@reeve/machinery';
import type { KubeObject } from '@reeve/machinery';
import { Folder, reeve, startReeve } from '../executable.ts';
import { textModule, websiteProgram } from '../website-program.ts';

const Website = defineKind<KubeObject & { spec: object }, 'Namespaced'>({
  group: 'web.example.com',
  version: 'v1',
  kind: 'Website',
  plural: 'websites',
  scope: 'Namespaced',
});

const program = { 'website.ts': websiteProgram, 'text.ts': textModule };
interface Named {
  readonly debug: string;
  readonly token: string;
}

const blog = { metadata: { namespace: 'default', name: 'blog' }, spec: { title: 'blog' } };
const clusters: Cluster[] = [];

afterAll(async () => {
  for (const cluster of clusters) await cluster.close();
});

async function clientOf(folder: Folder): Promise<Client> {
  const cluster = connect((await loadKubeConfig({ kubeconfig: folder.file('.reeve/kubeconfig') })).connection());
  clusters.push(cluster);
  return Client.of(cluster);
}

const textOf = (client: Client): Promise<string> =>
  client.get(ConfigMap, 'default/blog').then(({ data }) => data?.['text'] ?? '');

describe('reeve dev', { timeout: 60_000 }, () => {
  test('shows where the cluster is and what to try, reconciles with causes, and ends in order at Ctrl-C', async () => {
    using folder = new Folder(program);
    await using dev = startReeve(['dev', 'website.ts', '--port', '0'], folder);
    await dev.shows('Ctrl-C ends.');
    expect(dev.out).toMatch(/reeve dev {2}ready in \d+ ms\n/);
    expect(dev.out).toMatch(/API server {3}https:\/\/127\.0\.0\.1:\d+/);
    expect(dev.out).toContain('export KUBECONFIG=.reeve/kubeconfig\n');
    expect(
      dev.out.match(
        /^.{15}npx reeve (apply -f .reeve\/website.yaml --kubeconfig .reeve\/kubeconfig|get websites -A -w --kubeconfig .reeve\/kubeconfig|why website\/sample)$/gm,
      ),
    ).toHaveLength(3);
    expect(statSync(folder.file('.reeve/kubeconfig')).mode & 0o077).toBe(0);
    expect(readFileSync(folder.file('.reeve/website.yaml'), 'utf8')).toBe(
      'apiVersion: web.example.com/v1\nkind: Website\nmetadata:\n  name: sample\n  namespace: default\nspec:\n  title: sample\n  replicas: 1\n',
    );
    expect(statSync(folder.file('.reeve/manager.json')).mode & 0o077).toBe(0);
    expect(statSync(folder.file('.reeve')).mode & 0o077).toBe(0);
    const { debug, token } = JSON.parse(readFileSync(folder.file('.reeve/manager.json'), 'utf8')) as Named;
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${debug}/debug/controllers`, { headers })).status).toBe(200);
    expect((await fetch(`${debug}/debug/controllers`)).status).toBe(401);
    expect((await fetch(`${debug}/debug/heap`, { headers })).status).toBe(403);

    const client = await clientOf(folder);
    await client.create(Website, blog);
    await dev.shows(
      /✓ website default\/blog {2}apply ConfigMap default\/blog, status Website .* because Website create default\/blog/,
    );
    expect(await textOf(client)).toBe('first blog');

    dev.signal('SIGINT');
    expect(await dev.ended).toBe(0);
    expect(dev.err).toBe('ending: waiting for the runs in progress; Ctrl-C again ends at once\n');
    expect(() => statSync(folder.file('.reeve/manager.json'))).toThrow('ENOENT');
  });

  test('loads a saved program again, shows what it cannot read while the version before goes on, and says what breaks', async () => {
    using folder = new Folder(program);
    await using dev = startReeve(['dev', 'website.ts', '--port', '0'], folder);
    await dev.shows('Ctrl-C ends.');
    const client = await clientOf(folder);
    await client.create(Website, blog);
    await dev.shows('✓ website default/blog');

    folder.write('text.ts', textModule.replace('first', 'second'));
    await dev.shows(/↻ loaded again in \d+ ms\n/);
    await dev.shows('after saving');
    expect(await eventually(nodeHost(), async () => (await textOf(client)) === 'second blog', {})).toBe(true);

    folder.write('text.ts', 'export const textFor = (title: string): string =>\n  = title;\n');
    await dev.shows('the version before goes on');
    expect(dev.err).toContain(
      `error: ${folder.file('text.ts')}:2:3 cannot be loaded: Expression expected [REEVE_PROGRAM]`,
    );
    expect(dev.err).toContain('> 2 |   = title;\n    |   ^\n');
    await client.create(Website, { ...blog, metadata: { namespace: 'default', name: 'shop' } });
    await dev.shows('✓ website default/shop');

    folder.write('text.ts', textModule.replace('first', 'third'));
    expect(await eventually(nodeHost(), async () => (await textOf(client)) === 'third blog', {})).toBe(true);

    const twice = 'export const again = defineController({ for: Website, reconcile() {} });\n';
    folder.write('website.ts', websiteProgram + twice);
    await dev.shows('there are two controllers called website');
    const ghost =
      "defineKind({ group: 'x.example.com', version: 'v1', kind: 'Ghost', plural: 'ghosts', scope: 'Namespaced' })";
    const haunted = websiteProgram.replace('owns: [ConfigMap]', `owns: [ConfigMap, ${ghost}]`);
    folder.write('website.ts', haunted.replace('ConfigMap,', 'ConfigMap, defineKind,'));
    await dev.shows('the server serves no Ghost of x.example.com/v1');
    await client.create(Website, { ...blog, metadata: { namespace: 'default', name: 'farm' } });
    await dev.shows('✓ website default/farm');

    folder.write('website.ts', websiteProgram.replace('.max(10)', '.max(5)'));
    await dev.shows('applied websites.web.example.com');
    expect(dev.err).toMatch(/breaking: Website .*replicas.*maximum/);
    const crd = await client.get(CustomResourceDefinition, 'websites.web.example.com');
    expect(JSON.stringify(crd.spec)).toContain('"maximum":5');
  });

  test('reeve dev and reeve why show the causes of a failure, and that a program was loaded again', async () => {
    const failing = websiteProgram.replace(
      'async reconcile(site, ctx) {',
      "async reconcile(site, ctx) {\n    throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:18080') });",
    );
    using folder = new Folder({ ...program, 'website.ts': failing });
    await using dev = startReeve(['dev', 'website.ts', '--port', '0'], folder);
    await dev.shows('Ctrl-C ends.');
    await (await clientOf(folder)).create(Website, blog);
    await dev.shows(/✗ website default\/blog {2}TypeError: fetch failed: connect ECONNREFUSED 127\.0\.0\.1:18080 at /);
    const why = await reeve(['why', 'website/blog'], folder);
    expect(why.out).toContain('fetch failed: connect ECONNREFUSED 127.0.0.1:18080');
    folder.write('website.ts', websiteProgram);
    await dev.shows(/✓ website default\/blog .* because loaded again/);
  });

  test('keeps its objects with --persist, and starts empty without', async () => {
    using folder = new Folder(program);
    const blogs = async (flags: string[], create: boolean): Promise<(string | undefined)[]> => {
      await using dev = startReeve(['dev', 'website.ts', '--port', '0', ...flags], folder);
      await dev.shows('Ctrl-C ends.');
      const client = await clientOf(folder);
      if (create) await client.create(Website, blog);
      const { items } = await client.list(Website);
      return items.map(({ metadata }) => metadata.name);
    };
    expect(await blogs(['--persist'], true)).toEqual(['blog']);
    expect(await blogs(['--persist'], false)).toEqual(['blog']);
    expect(await blogs([], false)).toEqual([]);
  });

  test('never uses the ambient kubeconfig, and says so before it touches a cluster that is named', async () => {
    await using server = await ApiServer.start({ port: 0 });
    using folder = new Folder({ ...program, kubeconfig: server.kubeconfig() });
    const ambient = { KUBECONFIG: folder.file('kubeconfig') };
    {
      await using dev = startReeve(['dev', 'website.ts', '--port', '0'], folder, ambient);
      await dev.shows('Ctrl-C ends.');
      expect(dev.out).toContain('embedded, in this process');
      expect(dev.out).not.toContain(server.url);
    }
    await using named = startReeve(['dev', 'website.ts', '--kubeconfig', 'kubeconfig'], folder);
    await named.shows('Ctrl-C ends.');
    expect(named.err).toMatch(new RegExp(`^This runs on ${server.url} \\(.*\\): definitions are applied there`));
    expect(named.out).not.toContain('export KUBECONFIG');
    const client = new Client({ transport: server.transport });
    await client.create(Website, blog);
    await named.shows('✓ website default/blog');
  });

  test('reeve dev does not take the folder of a cluster that runs, and tells how to use that one', async () => {
    using folder = new Folder(program);
    await using first = startReeve(['dev', 'website.ts', '--port', '0'], folder);
    await first.shows('Ctrl-C ends.');
    const kubeconfig = readFileSync(folder.file('.reeve/kubeconfig'), 'utf8');
    const refused = await reeve(['dev', 'website.ts', '--port', '0'], folder);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(
      /\.reeve\/kubeconfig leads to a cluster that runs at https:\S+: it is not replaced \[REEVE_CLUSTER_RUNS\]/,
    );
    expect(refused.err).toContain('next: end that one, or use it: reeve dev FILE --kubeconfig .reeve/kubeconfig\n');
    expect(readFileSync(folder.file('.reeve/kubeconfig'), 'utf8')).toBe(kubeconfig);

    const manager = readFileSync(folder.file('.reeve/manager.json'), 'utf8');
    {
      await using second = startReeve(['dev', 'website.ts', '--kubeconfig', '.reeve/kubeconfig'], folder);
      await second.shows('Ctrl-C ends.');
      expect(second.err).toContain('another manager runs in this folder, and reeve why asks that one');
      second.signal('SIGINT');
      expect(await second.ended).toBe(0);
    }
    expect(readFileSync(folder.file('.reeve/manager.json'), 'utf8')).toBe(manager);
  });

  test('takes the next free port, unless it must be that one', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const { port } = blocker.address() as AddressInfo;
    try {
      using folder = new Folder(program);
      const { code, out, err } = await reeve(['dev', 'website.ts', '--port', String(port), '--strict-port'], folder);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toBe(
        `error: port ${port} is taken: end who listens there, or choose another [REEVE_PORT_TAKEN]\n  next: add --port 0 for any that is free\n`,
      );
      await using dev = startReeve(['dev', 'website.ts', '--port', String(port)], folder);
      await dev.shows('Ctrl-C ends.');
      expect(dev.out).not.toContain(`:${port}`);
    } finally {
      blocker.close();
    }
  });

  test('shows a promise that the program leaves alone, and goes on', async () => {
    const stray = websiteProgram.replace(
      'const name: string',
      "void Promise.reject(new Error('left alone'));\n    const name: string",
    );
    using folder = new Folder({ ...program, 'website.ts': stray });
    await using dev = startReeve(['dev', 'website.ts', '--port', '0'], folder);
    await dev.shows('Ctrl-C ends.');
    await (await clientOf(folder)).create(Website, blog);
    await dev.shows(/a promise that nobody awaits has failed: Error: left alone\n +at .*website\.ts:\d+/);
    await dev.shows('✓ website default/blog');
    expect(dev.err.match(/nobody awaits/g)?.length).toBeGreaterThan(0);
  });

  test('shows a failure once for every doubling of its number, and says what a frozen object wants', async () => {
    const failing = websiteProgram.replace(
      'const name: string',
      "ctx.log.info('here I am'); Object.assign(site, { x: 1 });\n    const name: string",
    );
    using folder = new Folder({ ...program, 'website.ts': failing });
    await using dev = startReeve(['dev', 'website.ts', '--port', '0'], folder);
    await dev.shows('Ctrl-C ends.');
    await (await clientOf(folder)).create(Website, blog);
    await dev.shows('8 times in a row');
    expect(dev.out.match(/✗ website default\/blog {2}TypeError: .*not extensible/g)).toHaveLength(4);
    expect(dev.out).toContain('change a copy with edit(object, (draft) => …)');
    expect(dev.err).toContain('INFO  here I am controller=website key=default/blog\n');
    expect(dev.err).not.toContain('ERROR');
  });

  test('reeve dev and reeve why show what a run did in one line, without the control characters of an object', async () => {
    const hostile = 'bad \u001b]52;c;x\u0007\u009b2J\n\u2713 website default/other  done';
    const failing = websiteProgram.replace(
      'const name: string',
      'throw new Error(site.spec.title);\n    const name: string',
    );
    using folder = new Folder({ ...program, 'website.ts': failing });
    await using dev = startReeve(['dev', 'website.ts', '--port', '0'], folder);
    await dev.shows('Ctrl-C ends.');
    await (await clientOf(folder)).create(Website, { ...blog, spec: { title: hostile } });
    await dev.shows('2 times in a row');
    const quoted = 'bad \\u001b]52;c;x\\u0007\\u009b2J\\n\u2713 website default/other';
    expect(dev.out).toContain(`\u2717 website default/blog  Error: ${quoted}`);
    const told = await reeve(['why', 'website/blog'], folder);
    expect(told.out).toContain('\u2717 ');
    for (const text of [dev.out + dev.err, told.out]) {
      expect(text).not.toMatch(/[^\P{Cc}\n]/u);
      expect(text).not.toContain('\n\u2713 website default/other');
    }
  });

  test('ends at once at the second Ctrl-C, while a run hangs', async () => {
    const hanging = websiteProgram.replace(
      'const name: string',
      "console.log('hangs'); await new Promise(() => {});\n    const name: string",
    );
    using folder = new Folder({ ...program, 'website.ts': hanging });
    await using dev = startReeve(['dev', 'website.ts', '--port', '0'], folder);
    await dev.shows('Ctrl-C ends.');
    await (await clientOf(folder)).create(Website, blog);
    await dev.shows('hangs');
    dev.signal('SIGINT');
    await dev.shows('waiting for the runs in progress');
    dev.signal('SIGINT');
    expect(await dev.ended).toBe(130);
  });
});

/**
 * The everyday verbs on the embedded server: what is refused before anything is sent, conflicts, definitions with their objects, watching.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiServer } from '@reeve/apiserver';
import { runCli } from '@reeve/cli';
import { Client, mergePatch } from '@reeve/client';
import { ConfigMap, Pod } from '@reeve/kinds/core/v1';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testTerminal, type TestTerminal } from '../test-terminal.ts';

let server: ApiServer;
let client: Client;
let folder: string;

beforeAll(async () => {
  server = await ApiServer.start({ port: 0 });
  client = new Client({ transport: server.transport });
  folder = mkdtempSync(join(tmpdir(), 'reeve-verbs-'));
  writeFileSync(join(folder, 'kubeconfig'), server.kubeconfig(), { mode: 0o600 });
});

beforeEach(() => server.reset());

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const terminalWith = (stdin = ''): TestTerminal =>
  testTerminal({ folder, variables: { KUBECONFIG: join(folder, 'kubeconfig') }, stdin });

async function reeve(line: string, stdin = ''): Promise<{ code: number; out: string; err: string }> {
  const terminal = terminalWith(stdin);
  const code = await runCli(line.split(' '), { terminal });
  return { code, ...terminal.printed };
}

const configMap = (name: string, color = 'red') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  color: ${color}\n`;

const names = async (): Promise<(string | undefined)[]> =>
  (await client.list(ConfigMap, { namespace: 'default' })).items.map(({ metadata }) => metadata.name);

describe('apply', () => {
  test('applies files, folders and stdin, several documents in each', async () => {
    mkdirSync(join(folder, 'many', 'deep'), { recursive: true });
    writeFileSync(join(folder, 'many', 'two.yaml'), `${configMap('a')}---\n${configMap('b')}`);
    writeFileSync(join(folder, 'many', 'deep', 'one.yml'), configMap('c'));
    writeFileSync(join(folder, 'many', 'notes.txt'), 'no manifest');
    expect(await reeve('apply -f many')).toMatchObject({
      code: 0,
      out: 'configmap/a serverside-applied\nconfigmap/b serverside-applied\n',
    });
    expect((await reeve('apply -f many -R')).out).toContain('configmap/c serverside-applied');
    const list = JSON.stringify({
      apiVersion: 'v1',
      kind: 'List',
      items: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'd' } }],
    });
    expect((await reeve('apply -f -', list)).out).toBe('configmap/d serverside-applied\n');
    expect(await names()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('sends nothing when a document is broken, and shows the place', async () => {
    const { code, err } = await reeve('apply -f -', `${configMap('a')}---\nkind: ConfigMap\n  apiVersion: v1\n`);
    expect(code).toBe(1);
    expect(err).toContain('stdin:8:');
    expect(err).toContain('>  8 | kind: ConfigMap');
    expect(err).toContain('nothing was sent');
    expect(await names()).toEqual([]);
  });

  test.each([
    [
      'kind: ConfigMap\nmetadata: { name: x }\n',
      'stdin:8:1: a ConfigMap has no apiVersion: write the version, such as v1 or apps/v1',
    ],
    ['apiVersion: v1\nmetadata: { name: x }\n', 'stdin:8:1: an object has no kind: write the kind, such as ConfigMap'],
    [
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {}\n',
      'stdin:8:1: a ConfigMap has no name: write metadata.name or metadata.generateName',
    ],
    ['just text\n', 'stdin:8:1: it is no object'],
    ['apiVersion: v1\nkind: Nope\nmetadata: { name: x }\n', 'stdin:8: no matches for kind "Nope" in version "v1"'],
    ['apiVersion: v1\nkind: ConfigMapp\nmetadata: { name: x }\n', 'in version "v1": did you mean ConfigMap?'],
    ['apiVersion: v1\nkind: Deployment\nmetadata: { name: x }\n', 'in version "v1": the server has it in apps/v1'],
  ])('sends nothing when the second document is %j', async (text, message) => {
    const { code, err } = await reeve('apply -f -', `${configMap('a')}---\n${text}`);
    expect([code, await names()]).toEqual([1, []]);
    expect(err).toContain(message);
  });

  const alias = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
  for (let at = 0; at < 8; at += 1) {
    const [name, before] = [String.fromCharCode(98 + at), String.fromCharCode(97 + at)];
    alias.push(`${name}: &${name} [${`*${before}, `.repeat(9)}*${before}]`);
  }

  test.each([
    ['flow lists nested 5000 levels', `kind: ConfigMap\ndata: ${'['.repeat(5000)}${']'.repeat(5000)}\n`],
    ['flow maps nested 5000 levels', `kind: ConfigMap\ndata: ${'{a: '.repeat(5000)}x${'}'.repeat(5000)}\n`],
    ['block maps nested 1000 levels', Array.from({ length: 1000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
    ['aliases that multiply', alias.join('\n')],
  ])('reeve apply refuses a manifest with %s in one short message', async (_, text) => {
    const { code, err } = await reeve('apply -f -', text);
    expect(code).toBe(1);
    expect(err).toMatch(
      /^error: stdin:1:1: (it is nested too deeply|it is no YAML: its aliases repeat too much).* \[REEVE_MANIFEST\]\n/,
    );
    expect(err).toContain('next: nothing was sent: correct it and run the command again\n');
    expect(err.length).toBeLessThan(1500);
  });

  test(
    'reeve apply reads a manifest with 100,000 keys, and finds the one that is there twice',
    { timeout: 40_000 },
    async () => {
      const keys = Array.from({ length: 100_000 }, (_, at) => `  k${at}: v\n`).join('');
      const { code, err } = await reeve('apply -f -', `${configMap('big')}${keys}  color: again\n`);
      expect(code).toBe(1);
      expect(err).toContain('stdin:100007:3: a map has this key twice: remove one');
    },
  );

  test('reeve apply cuts the frame of a place far to the right', async () => {
    const { err } = await reeve('apply -f -', `kind: ConfigMap\ndata: {${'a'.repeat(100_000)}: x, b: }}\n`);
    expect(Math.max(...err.split('\n').map((line) => line.length))).toBeLessThan(260);
    const [text = '', mark = ''] = err.split('\n').slice(err.split('\n').findIndex((line) => line.startsWith('>')));
    expect(text[mark.indexOf('^')]).toBe('}');
  });

  test('does not blame the manifest when the server cannot be asked', async () => {
    const { code, err } = await reeve('apply --server https://127.0.0.1:1 -f -', configMap('a'));
    expect(code).toBe(1);
    expect(err).toContain('REEVE_CONNECTION_REFUSED');
    expect(err).not.toContain('no matches for kind');
  });

  test('says who owns what another manager set, and takes it over when told to', async () => {
    await reeve('apply -f - --field-manager first', configMap('shared'));
    const conflict = await reeve('apply -f - --field-manager second', configMap('shared', 'green'));
    expect(conflict.code).toBe(1);
    expect(conflict.err).toContain('Apply failed with 1 conflict: configmap/shared (stdin:1)');
    expect(conflict.err).toMatch(/\.data\.color belongs to .*first/);
    expect(conflict.err).toContain('--force-conflicts');
    expect(
      (await reeve('apply -f - --field-manager second --force-conflicts', configMap('shared', 'green'))).code,
    ).toBe(0);
  });

  test('tries out without effect', async () => {
    expect((await reeve('apply -f - --dry-run server', configMap('trial'))).out).toBe(
      'configmap/trial serverside-applied (server dry run)\n',
    );
    expect(await names()).toEqual([]);
  });

  test('takes a definition and an object of it together', async () => {
    const definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'gardens.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'gardens', kind: 'Garden' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    };
    const garden = { apiVersion: 'example.com/v1', kind: 'Garden', metadata: { name: 'rose' } };
    const { code, out } = await reeve(
      'apply -f -',
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [definition, garden] }),
    );
    expect(code).toBe(0);
    expect(out).toBe(
      'customresourcedefinition.apiextensions.k8s.io/gardens.example.com serverside-applied\ngarden.example.com/rose serverside-applied\n',
    );
  });

  test('refuses a namespace that is not the one asked for', async () => {
    const { code, err } = await reeve(
      'apply -n other -f -',
      configMap('a').replace('  name: a', '  name: a\n  namespace: default'),
    );
    expect(code).toBe(1);
    expect(err).toContain('does not match the namespace "other"');
  });
});

describe('get', () => {
  test('suggests the type that was meant', async () => {
    const { code, err } = await reeve('get deploymnets');
    expect(code).toBe(1);
    expect(err).toContain('the server doesn\'t have a resource type "deploymnets"');
    expect(err).toContain('did you mean deployments?');
  });

  test('says what -o takes', async () => {
    const { code, err } = await reeve('get cm -o toml');
    expect(code).toBe(1);
    expect(err).toContain('-o takes wide, yaml, json, name, jsonpath=…, custom-columns=…');
  });

  test('goes on with every change until Ctrl-C', async () => {
    await reeve('apply -f -', configMap('first'));
    const terminal = terminalWith();
    const running = runCli(['get', 'cm', '-w'], { terminal });
    await terminal.shows('first');
    await reeve('apply -f -', configMap('second'));
    await terminal.shows('second');
    await reeve('delete cm first --wait=false');
    await terminal.shows(/first[^]*second[^]*first/);
    terminal.signal();
    expect(await running).toBe(0);
    const [header, ...rows] = terminal.printed.out.trimEnd().split('\n');
    expect(header).toMatch(/^NAME +DATA +AGE$/);
    expect(rows.map((row) => row.split(' ')[0])).toEqual(['first', 'second', 'first']);
  });

  test('watches whole objects in other formats, those that are there first', async () => {
    await reeve('apply -f -', configMap('early'));
    const terminal = terminalWith();
    const running = runCli(['get', 'cm', '-w', '-o', 'name'], { terminal });
    await terminal.shows('configmap/early\n');
    await reeve('apply -f -', configMap('late'));
    await terminal.shows('configmap/late\n');
    terminal.signal();
    expect(await running).toBe(0);
  });
});

describe('describe', () => {
  test('shows fields, conditions as a table, and events', async () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', labels: { app: 'x' } },
      spec: { containers: [{ name: 'main', image: 'nginx', args: ['-v'] }] },
    };
    await reeve('apply -f -', JSON.stringify(pod));
    const kind = await client.kind('pods');
    const conditions = [{ type: 'Ready', status: 'False', reason: 'Slow', message: 'not yet' }];
    await client.patchStatus(Pod, 'default/web', mergePatch({ status: { conditions } }));
    const event = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'e1', namespace: 'default' },
      type: 'Normal',
      reason: 'Pulled',
      message: 'image is here',
      count: 3,
      involvedObject: {
        kind: 'Pod',
        namespace: 'default',
        name: 'web',
        uid: (await client.get(kind, 'default/web')).metadata.uid,
      },
      firstTimestamp: '2026-01-01T00:00:00Z',
      lastTimestamp: '2026-01-01T00:10:00Z',
      source: { component: 'kubelet' },
    };
    await reeve('apply -f -', JSON.stringify(event));
    const { code, out } = await reeve('describe pod web');
    expect(code).toBe(0);
    expect(out).toMatch(/^Name: +web\nNamespace: +default\nLabels: +app=x\nAnnotations: +<none>$/m);
    expect(out).toMatch(/main:\n +Args:\n +-v\n/);
    expect(out).toMatch(/Ready +False +Slow +not yet/);
    expect(out).toMatch(/Normal +Pulled +\S+ \(x3 over \S+\) +kubelet +image is here/);
  });

  test('says what is not there', async () => {
    const { code, err } = await reeve('describe cm nope');
    expect(code).toBe(1);
    expect(err).toContain('Error from server (NotFound): configmaps "nope" not found\n');
  });
});

describe('what is printed of a cluster', () => {
  const hostile = 'a\u001b]52;c;cm0=\u0007b\u009b2Jc\u007fd\u202ee\rf';
  const quoted = 'a\\u001b]52;c;cm0=\\u0007b\\u009b2Jc\\u007fd\\u202ee\\rf';
  const unsafe = /[^\P{Cc}\n\t]|\u202e/u;

  beforeEach(async () => {
    const about = { kind: 'ConfigMap', namespace: 'default', name: 'evil' };
    const metadata = { name: 'evil', annotations: { [`example.com/note`]: hostile } };
    await client.create(ConfigMap, { metadata: { ...metadata, namespace: 'default' }, data: { x: hostile } });
    const uid = (await client.get(ConfigMap, 'default/evil')).metadata.uid;
    const event = { apiVersion: 'v1', kind: 'Event', metadata: { name: 'e', namespace: 'default' } };
    const said = { type: 'Normal', reason: hostile, message: hostile, involvedObject: { ...about, uid } };
    await client.create(await client.kind('events'), { ...event, ...said, source: { component: hostile } });
  });

  const shown = async (line: string, isTty: boolean, stdin = ''): Promise<string> => {
    const terminal = testTerminal({ folder, variables: { KUBECONFIG: join(folder, 'kubeconfig') }, stdin, isTty });
    await runCli(line.split(' '), { terminal });
    return terminal.printed.out + terminal.printed.err;
  };

  test.each([
    ['describe cm evil', 3],
    ['get events', 1],
    ['get cm evil -o custom-columns=X:.data.x', 1],
    ['get cm evil -o jsonpath={.data.x}', 1],
    ['get cm evil -o yaml', 0],
    ['get cm evil -o json', 0],
  ])('reeve %s quotes control characters of objects on a terminal', async (line, least) => {
    const text = await shown(line, true);
    expect(text).not.toMatch(unsafe);
    expect(text.split('cm0=').length).toBeGreaterThan(least);
  });

  test.each(['describe cm evil', 'get events'])(
    'reeve %s quotes control characters of objects in a pipe',
    async (line) => {
      expect(await shown(line, false)).not.toMatch(unsafe);
    },
  );

  test('reeve get -o jsonpath gives the bytes of an object to a pipe', async () => {
    expect(await shown('get cm evil -o jsonpath={.data.x}', false)).toBe(hostile);
    expect(await shown('get cm evil -o jsonpath={.data.x}', true)).toBe(quoted);
  });

  test.each(['kind', 'apiVersion'])('reeve apply quotes control characters of the %s of a manifest', async (field) => {
    const manifest = { apiVersion: 'v1', kind: 'Thing', metadata: { name: 'x' }, [field]: `${hostile}\nerror: none` };
    const text = await shown('apply -f -', false, JSON.stringify(manifest));
    expect(text).not.toMatch(unsafe);
    expect(text).not.toContain('\nerror: none');
  });

  test('colours of our own stay, and those of an object do not', async () => {
    const data = { x: '\u001b[31mred\u001b[39m' };
    await client.patch(ConfigMap, 'default/evil', mergePatch({ data }));
    expect(await shown('describe cm evil', true)).toContain('\\u001b[31mred\\u001b[39m');
    expect(await shown('get cm nope', true)).toContain('not found');
    expect(await shown('gte', true)).toContain('\u001b[31merror:\u001b[39m');
  });
});

describe('delete', () => {
  test('deletes by selector and from files, and says what is gone', async () => {
    await reeve(
      'apply -f -',
      ['a', 'b'].map((name) => configMap(name).replace('\ndata:', '\n  labels: { app: x }\ndata:')).join('---\n'),
    );
    expect((await reeve('delete cm -l app=x')).out).toBe(
      'configmap "a" deleted from default namespace\nconfigmap "b" deleted from default namespace\n',
    );
    await reeve('apply -f -', configMap('c'));
    expect((await reeve('delete -f -', configMap('c'))).code).toBe(0);
    expect(await names()).toEqual([]);
  });

  test('deletes nothing by a type alone', async () => {
    await reeve('apply -f -', configMap('kept'));
    const { code, err } = await reeve('delete cm');
    expect([code, await names()]).toEqual([1, ['kept']]);
    expect(err).toContain('resource(s) were provided, but no name was specified');
  });

  test('waits until what holds an object back lets go', async () => {
    await client.create(ConfigMap, {
      metadata: { name: 'held', namespace: 'default', finalizers: ['example.com/hold'] },
    });
    const terminal = terminalWith();
    const running = runCli(['delete', 'cm', 'held'], { terminal });
    await terminal.shows('deleted from default namespace');
    await client.patch(ConfigMap, 'default/held', mergePatch({ metadata: { finalizers: null } }));
    expect(await running).toBe(0);
  });
});

describe('explain', () => {
  test('suggests the field that was meant', async () => {
    const { code, err } = await reeve('explain deployment.spec.replica');
    expect(code).toBe(1);
    expect(err).toContain('field "replica" does not exist');
    expect(err).toContain('did you mean replicas?');
  });

  test('says what built-in kinds and their fields are', async () => {
    const { code, out } = await reeve('explain deployment');
    expect(code).toBe(0);
    expect(out).toContain('Runs a number of equal pods');
    expect((await reeve('explain deployment.spec.replicas')).out).toContain('How many pods are wanted');
    expect((await reeve('explain pod.metadata.finalizers')).out).toContain(
      'Who has to do something before the object may go',
    );
    expect((await reeve('explain pod.spec.containers.livenessProbe')).out).not.toContain('<no description>');
  });
});

describe('why', () => {
  test('says what to do where no manager runs', async () => {
    const { code, err } = await reeve('why website/blog');
    expect(code).toBe(1);
    expect(err).toContain('no manager runs in this folder');
    expect(err).toContain('reeve dev FILE');
  });

  test('says that the manager does not answer', async () => {
    const { code, err } = await reeve('why website/blog --address http://127.0.0.1:9');
    expect(code).toBe(1);
    expect(err).toContain('the manager at http://127.0.0.1:9 does not answer');
  });
});

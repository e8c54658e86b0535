import { get } from 'node:https';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { ApiServer } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1';
import { Lease } from '@reeve/kinds/coordination/v1';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { defineKind, nodeHost } from '@reeve/machinery';
import type { KubeObject } from '@reeve/machinery';
import { eventually } from '@reeve/testing';
import { Folder, reeve, startReeve } from '../executable.ts';
import type { Running } from '../executable.ts';
import { textModule, websiteProgram } from '../website-program.ts';

const Website = defineKind<KubeObject & { spec: object }, 'Namespaced'>({
  group: 'web.example.com',
  version: 'v1',
  kind: 'Website',
  plural: 'websites',
  scope: 'Namespaced',
});

const logged = ({ err }: Running): Record<string, unknown>[] =>
  err
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const portOf = (run: Running, server: string): unknown =>
  logged(run).find((entry) => entry['server'] === server && 'port' in entry)?.['port'];

/** The status of `/metrics` over TLS, whose certificate nobody vouches for. */
const statusOver = (port: number, token?: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    get({ host: '127.0.0.1', port, path: '/metrics', headers, rejectUnauthorized: false, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    }).once('error', reject);
  });

describe('reeve run', { timeout: 60_000 }, () => {
  test('leads, works, serves metrics and probes, logs JSON, and gives the lease back at SIGTERM', async () => {
    await using server = await ApiServer.start({ port: 0 });
    using folder = new Folder({ kubeconfig: server.kubeconfig(), 'website.ts': websiteProgram, 'text.ts': textModule });
    const client = new Client({ transport: server.transport });
    await using run = startReeve(
      ['run', 'website.ts', '--install', '--metrics-address', '127.0.0.1:0', '--leader-election-namespace', 'default'],
      folder,
      { KUBECONFIG: folder.file('kubeconfig'), REEVE_HEALTH_ADDRESS: '127.0.0.1:0', REEVE_LOG_LEVEL: 'debug' },
    );
    await run.shows('"leader"');
    await client.create(Website, { metadata: { namespace: 'default', name: 'blog' }, spec: { title: 'blog' } });
    const map = await eventually(nodeHost(), () => client.get(ConfigMap, 'default/blog'), {});
    expect(map.data).toEqual({ text: 'first blog' });
    const lease = await client.get(Lease, 'default/website');
    expect(lease.spec?.holderIdentity).not.toBe('');
    expect((await fetch(`http://127.0.0.1:${String(portOf(run, 'health server'))}/readyz`)).status).toBe(200);
    const metrics = await (await fetch(`http://127.0.0.1:${String(portOf(run, 'metrics server'))}/metrics`)).text();
    expect(metrics).toMatch(/controller_runtime_reconcile_total\{controller="website",result="success"\} [1-9]/);
    expect(metrics).toMatch(/rest_client_requests_total\{code="201",method="PATCH",host="127.0.0.1:\d+"\} [1-9]/);

    run.signal('SIGTERM');
    expect(await run.ended).toBe(0);
    expect(run.out).toBe('');
    expect(logged(run)[0]).toMatchObject({ level: 'info', message: 'starting' });
    expect((await client.get(Lease, 'default/website')).spec?.holderIdentity ?? '').toBe('');
  });

  test('reeve run --metrics-secure serves metrics over TLS, to who may read them', async () => {
    const tokens = new Map([['good', { name: 'prometheus', groups: [] }]]);
    await using server = await ApiServer.start({ port: 0, tokens });
    using folder = new Folder({ kubeconfig: server.kubeconfig(), 'website.ts': websiteProgram, 'text.ts': textModule });
    const off = ['--no-leader-election', '--health-address', '0', '--install'];
    const secure = ['--metrics-address', '127.0.0.1:0', '--metrics-secure'];
    await using run = startReeve(['run', 'website.ts', '--kubeconfig', 'kubeconfig', ...off, ...secure], folder);
    await run.shows('"server":"metrics server"');
    const port = Number(portOf(run, 'metrics server'));
    expect(await statusOver(port)).toBe(401);
    expect(await statusOver(port, 'bad')).toBe(401);
    expect(await statusOver(port, 'good')).toBe(200);
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow('fetch failed');
    run.signal('SIGTERM');
    expect(await run.ended).toBe(0);
  });

  test('says what does not answer, and ends with one message after --connect-timeout', async () => {
    const server = await ApiServer.start({ port: 0 });
    using folder = new Folder({ kubeconfig: server.kubeconfig(), 'website.ts': websiteProgram, 'text.ts': textModule });
    await server.stop();
    const off = ['--no-leader-election', '--metrics-address', '0', '--health-address', '127.0.0.1:0'];
    await using run = startReeve(
      ['run', 'website.ts', '--kubeconfig', 'kubeconfig', ...off, '--connect-timeout', '1500ms'],
      folder,
    );
    expect(await run.ended).toBe(1);
    expect(logged(run).filter(({ level }) => level === 'warn')[0]).toMatchObject({
      message: 'the API server does not answer, and is tried again',
      reason: expect.stringMatching(/refused the connection: .*: connect ECONNREFUSED 127\.0\.0\.1:\d+$/) as string,
      tries: 1,
      nextTryInMs: 1000,
    });
    expect(run.err).toMatch(
      /error: the API server 127\.0\.0\.1:\d+ did not answer within 1\.5s: .*\[REEVE_SERVER_UNREACHABLE\]\n/,
    );
  });

  test('reeve run --install refuses a breaking change of a definition, and --force applies it', async () => {
    await using server = await ApiServer.start({ port: 0 });
    const files = { kubeconfig: server.kubeconfig(), 'text.ts': textModule };
    const client = new Client({ transport: server.transport });
    const off = ['--no-leader-election', '--metrics-address', '0', '--health-address', '0', '--install'];
    const args = ['run', 'website.ts', '--kubeconfig', 'kubeconfig', ...off];
    using first = new Folder({ ...files, 'website.ts': websiteProgram });
    const { out } = await reeve(['render', 'website.ts'], first);
    const [crd] = parseAllDocuments(out).map((document) => document.toJS() as CustomResourceDefinition);
    if (crd) await client.create(CustomResourceDefinition, crd);

    const changed = websiteProgram.replace(
      'replicas: z.int().min(0).max(10).default(1)',
      "replicas: z.string().default('1')",
    );
    using second = new Folder({ ...files, 'website.ts': changed });
    await using refused = startReeve(args, second);
    expect(await refused.ended).toBe(1);
    expect(refused.err).toContain(
      'error: nothing was installed, as stored objects or clients may not survive these changes:',
    );
    expect(refused.err).toMatch(/^ +Website spec\.replicas: was integer, is string; make it a new version/m);
    expect(refused.err).toContain('[REEVE_BREAKING_CHANGE]');
    expect(refused.err).toContain(
      'next: correct the definition, or apply it all the same: reeve run FILE --install --force',
    );
    const typeOf = async () => {
      const { spec } = await client.get(CustomResourceDefinition, 'websites.web.example.com');
      return spec.versions[0]?.schema?.openAPIV3Schema?.properties?.['spec']?.properties?.['replicas']?.type;
    };
    expect(await typeOf()).toBe('integer');

    await using forced = startReeve([...args, '--force'], second);
    await eventually(nodeHost(), async () => (await typeOf()) === 'string', {});
    forced.signal('SIGTERM');
    await forced.ended;
  });

  test('a definition that is not installed ends it with one message', async () => {
    await using server = await ApiServer.start({ port: 0 });
    using folder = new Folder({ kubeconfig: server.kubeconfig(), 'website.ts': websiteProgram, 'text.ts': textModule });
    const off = ['--no-leader-election', '--metrics-address', '0', '--health-address', '0', '--log-level', 'error'];
    await using run = startReeve(['run', 'website.ts', '--kubeconfig', 'kubeconfig', ...off], folder);
    expect(await run.ended).toBe(1);
    const [line = '', error, next] = run.err.split('\n');
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      code: 'REEVE_SOURCE',
      reason: expect.stringContaining('the server does not know Website: install its definition') as string,
    });
    expect(line).not.toContain('stack');
    expect(error).toMatch(
      /^error: the controller website cannot start: its source Website did not sync: .*\[REEVE_SOURCE\]$/,
    );
    expect(next).toBe(
      '  next: install the definition: reeve run FILE --install, or reeve render FILE | kubectl apply --server-side -f -',
    );
  });
});

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiServer } from '@reeve/apiserver';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { credentialsIn, type Credentials } from './credentials.ts';
import { call, isListening, type Caller } from './https-call.ts';
import { Program } from './program.ts';

/** Processes are started here, several in a test, and the machine may have other work. */
const slow = { timeout: 30_000 };
const configMaps = '/api/v1/namespaces/default/configmaps';
const named = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });

/** An authority and a client certificate of an administrator, signed by it. */
let client: Credentials;

beforeAll(async () => {
  await using server = await ApiServer.start({ port: 0 });
  client = credentialsIn(server.kubeconfig());
}, slow.timeout);

describe('the program kube-apiserver', slow, () => {
  test('prints its flags with --help, without the insecure port that envtest looks for', async () => {
    await using help = new Program('kube-apiserver', ['--help']);

    expect(await help.ended()).toBe(0);
    expect(help.stdout).toContain('--secure-port');
    expect(help.stdout).not.toContain('insecure-port');
  });

  test('serves with the flags of envtest, answers the health check to anybody and knows the administrator by certificate · U1', async () => {
    await using etcd = await startEtcd();
    await using server = await startServer(etcd.flag);

    expect(await call(`${server.url}/healthz`)).toMatchObject({ status: 200, text: 'ok' });
    expect(await call(`${server.url}/readyz`)).toMatchObject({ status: 200, text: 'ok' });
    expect((await call(`${server.url}/version`, server.admin)).json()).toMatchObject({ major: '1' });
    expect(await whoIs(server, server.admin)).toMatchObject({
      username: 'kubernetes-admin',
      groups: expect.arrayContaining(['system:masters']),
    });
    expect(await server.program.stop()).toBe(0);
    expect(await isListening(server.port)).toBe(false);
  });

  test('has its data again when it is started again on the same etcd, and versions go on from there', async () => {
    await using etcd = await startEtcd();
    await using first = await startServer(etcd.flag);
    const created = (await create(first, 'kept')).json();
    await create(first, 'deleted');
    await call(`${first.url}${configMaps}/deleted`, first.admin, { method: 'DELETE' });
    const last = versionOf((await call(`${first.url}${configMaps}`, first.admin)).json());
    expect(await first.program.stop()).toBe(0);

    await using second = await startServer(etcd.flag);

    const found = await call(`${second.url}${configMaps}/kept`, second.admin);
    expect(found.json()).toEqual(created);
    expect((await call(`${second.url}${configMaps}/deleted`, second.admin)).status).toBe(404);
    expect(versionOf((await call(`${second.url}${configMaps}`, second.admin)).json())).toBeGreaterThanOrEqual(last);
    expect(versionOf((await create(second, 'later')).json())).toBeGreaterThan(last);
    expect(await second.program.stop()).toBe(0);
    expect(await etcd.program.stop()).toBe(0);
  });

  test('keeps custom resources and what serves them over a restart', async () => {
    await using etcd = await startEtcd();
    await using first = await startServer(etcd.flag);
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    const gardens = '/apis/estate.example.com/v1/namespaces/default/gardens';
    await call(`${first.url}${definitions}`, first.admin, { method: 'POST', body: gardenDefinition });
    const body = {
      apiVersion: 'estate.example.com/v1',
      kind: 'Garden',
      metadata: { name: 'roses' },
      spec: { beds: 3 },
    };
    const created = await call(`${first.url}${gardens}`, first.admin, { method: 'POST', body });
    expect(created.status).toBe(201);
    await first.program.stop();

    await using second = await startServer(etcd.flag);

    expect((await call(`${second.url}${gardens}/roses`, second.admin)).json()).toEqual(created.json());
  });

  test('tells its open watches that it ends, and ends at once', async () => {
    await using server = await startServer();
    const watch = finished(await open(`${server.url}${configMaps}?watch=true`, server.admin));

    expect(await server.program.stop()).toBe(0);

    await expect(watch).resolves.toBe('ended');
  });

  test('serves the certificate that it finds in the certificate folder, and puts one there when there is none', async () => {
    const folder = temporaryFolder();
    await using first = await startServer(`--cert-dir=${folder}`);
    const made = readFileSync(join(folder, 'apiserver.crt'), 'utf8');
    const { fingerprint } = await call(`${first.url}/healthz`, { ca: made });
    await first.program.stop();

    await using second = await startServer(`--cert-dir=${folder}`);

    expect(existsSync(join(folder, 'apiserver.key'))).toBe(true);
    expect(readFileSync(join(folder, 'apiserver.crt'), 'utf8')).toBe(made);
    expect((await call(`${second.url}/healthz`)).fingerprint).toBe(fingerprint);
  });

  test('knows the users of a token file and refuses other tokens', async () => {
    const file = join(temporaryFolder(), 'tokens.csv');
    writeFileSync(file, 'secret-of-ada,ada,7,"gardeners,guests"\n');
    await using server = await startServer(`--token-auth-file=${file}`);

    expect(await whoIs(server, { token: 'secret-of-ada' })).toMatchObject({
      username: 'ada',
      uid: '7',
      groups: expect.arrayContaining(['gardeners', 'guests']),
    });
    expect((await call(`${server.url}${configMaps}`, { token: 'guessed' })).status).toBe(401);
  });

  test('passes over a flag it does not know, and says so', async () => {
    await using server = await startServer('--flag-of-tomorrow=1', '--path-of-tomorrow', 'some.log');

    expect(server.program.stderr).toContain('--flag-of-tomorrow is not known');
    expect(server.program.stderr).toContain('--path-of-tomorrow is not known');
    expect((await call(`${server.url}/healthz`)).status).toBe(200);
  });

  test('says in one sentence that its port is taken', async () => {
    await using first = await startServer();
    await using second = new Program('kube-apiserver', [`--secure-port=${first.port}`]);

    expect(await second.ended()).toBe(1);
    expect(second.stderr).toContain(`127.0.0.1:${first.port} is taken`);
    expect(second.stderr).not.toContain('at '); // a sentence, not a stack
  });

  test('says in one sentence that its etcd is not there', async () => {
    const gone = await goneEtcd();
    await using server = new Program('kube-apiserver', ['--secure-port=0', gone]);

    expect(await server.ended()).toBe(1);
    expect(server.stderr).toMatch(/^kube-apiserver: .*--etcd-servers/m);
    expect(server.stderr).not.toContain('at '); // a sentence, not a stack
  });

  test('refuses writes when its etcd is lost, and goes on reading', async () => {
    await using etcd = await startEtcd();
    await using server = await startServer(etcd.flag);
    await create(server, 'before');
    await etcd.program.stop();

    const refused = await create(server, 'after');

    expect(refused.status).toBe(500);
    expect(refused.json()).toMatchObject({ kind: 'Status', reason: 'InternalError' });
    expect((await call(`${server.url}${configMaps}/before`, server.admin)).status).toBe(200);
  });

  test('sends everything to an etcd that was started anew, so that no write is lost when it is started again itself', async () => {
    await using etcd = await startEtcd();
    await using first = await startServer(etcd.flag);
    await create(first, 'before');
    await etcd.program.stop('SIGKILL').catch(() => 0);
    await using again = await startEtcd(portIn(etcd.flag));

    expect((await create(first, 'after')).status).toBe(201);

    expect((await call(`${first.url}/livez/etcd`, first.admin)).status).toBe(200);
    await first.program.stop();
    await using second = await startServer(again.flag);
    for (const name of ['before', 'after'])
      expect((await call(`${second.url}${configMaps}/${name}`, second.admin)).status).toBe(200);
    expect((await create(second, 'later')).status).toBe(201);
  });

  test('says in its health checks that its etcd is gone, and that it is there again', async () => {
    await using etcd = await startEtcd();
    await using server = await startServer(etcd.flag);
    await etcd.program.stop();

    expect((await call(`${server.url}/readyz`)).text).toContain('[-]etcd failed');
    expect(await call(`${server.url}/livez/etcd`, server.admin)).toMatchObject({
      status: 500,
      text: expect.stringContaining('does not answer'),
    });

    await using again = await startEtcd(portIn(etcd.flag));
    expect((await call(`${server.url}/readyz`)).status).toBe(200);
    expect(await again.program.stop()).toBe(0);
  });

  test('ends with a sentence when another server has taken over its etcd, and writes nothing there any more', async () => {
    await using etcd = await startEtcd();
    await using first = await startServer(etcd.flag);
    await using second = await startServer(etcd.flag);

    const late = await create(first, 'late').catch(() => undefined);

    expect(late?.status ?? 500).toBe(500);
    expect(await first.program.ended()).toBe(1);
    expect(first.program.stderr).toContain('another kube-apiserver has taken over the etcd');
    expect(first.program.stderr).not.toContain('    at '); // a sentence, not a stack
    expect((await call(`${second.url}${configMaps}/late`, second.admin)).status).toBe(404);
    expect((await create(second, 'later')).status).toBe(201);
  });

  test('ends at once on SIGTERM while its etcd is frozen, at the start and after it', async () => {
    await using etcd = await startEtcd();
    await using server = await startServer(etcd.flag);
    process.kill(etcd.program.pid, 'SIGSTOP');

    expect(await server.program.stop()).toBe(0);

    await using starting = new Program('kube-apiserver', ['--secure-port=0', etcd.flag, '--flag-of-tomorrow=1']);
    await starting.says(/flag-of-tomorrow/); // from here on it listens to signals
    expect(await starting.stop()).toBe(0);
  });

  test.each([
    ['no record', 'nonsense', /line 1 is no record of a write: it has not the five parts/],
    ['a revision that is no number', 'configmaps\tdefault/a\tNaN\t+\t{}', /line 1 is no record.*revision/],
    ['half an object', 'configmaps\tdefault/a\t7\t+\t{"metadata":', /line 1 \(default\/a\) is no record/],
    [
      'an object of another name',
      'configmaps\tdefault/a\t7\t+\t{"metadata":{"name":"b"}}',
      /record 1 .*has the name "b"/,
    ],
  ])('refuses a journal with %s, and says where', async (_what, text, words) => {
    const fake = createServer((_request, response) => {
      response.writeHead(200, { 'reeve-instance': 'fake', 'reeve-epoch': '1' }).end(`${text}\n`);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void fake.close());
    await once(fake, 'listening');
    const { port } = fake.address() as AddressInfo;

    await using server = new Program('kube-apiserver', ['--secure-port=0', `--etcd-servers=http://127.0.0.1:${port}`]);

    expect(await server.ended()).toBe(1);
    expect(server.stderr).toMatch(words);
    expect(server.stderr).toContain('the journal cannot be read');
    expect(server.stderr).not.toContain('    at ');
  });

  test('refuses a port that is none', async () => {
    await using server = new Program('kube-apiserver', ['--secure-port=many']);

    expect(await server.ended()).toBe(1);
    expect(server.stderr).toContain('--secure-port many is not a port');
  });
});

interface Server extends AsyncDisposable {
  readonly program: Program;
  readonly port: number;
  readonly url: string;
  readonly admin: Caller;
}

/** The data process, and the flag that leads a server to it. */
async function startEtcd(at = '0'): Promise<{ program: Program; flag: string } & AsyncDisposable> {
  const program = new Program('etcd', [
    '--advertise-client-urls=http://127.0.0.1:0',
    `--data-dir=${temporaryFolder()}`,
    `--listen-client-urls=http://127.0.0.1:${at}`,
    '--listen-peer-urls=http://localhost:0',
    '--unsafe-no-fsync=true',
  ]);
  const [, port] = await program.says(/127\.0\.0\.1:(\d+)/);
  const flag = `--etcd-servers=http://127.0.0.1:${port}`;
  return { program, flag, [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() };
}

/** The port that such a flag names. */
const portIn = (flag: string) => new URL(flag.replace('--etcd-servers=', '')).port;

/** A server with the flags that envtest gives it, ready to answer. */
async function startServer(...flags: readonly string[]): Promise<Server> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'client-ca.crt'), client.ca);
  writeFileSync(join(folder, 'sa-signer.crt'), client.cert);
  writeFileSync(join(folder, 'sa-signer.key'), client.key);
  const program = new Program('kube-apiserver', [
    '--allow-privileged=true',
    '--authorization-mode=RBAC',
    '--bind-address=127.0.0.1',
    `--cert-dir=${folder}`,
    `--client-ca-file=${folder}/client-ca.crt`,
    '--disable-admission-plugins=ServiceAccount',
    '--secure-port=0',
    '--service-account-issuer=https://127.0.0.1:0/',
    `--service-account-key-file=${folder}/sa-signer.crt`,
    `--service-account-signing-key-file=${folder}/sa-signer.key`,
    '--service-cluster-ip-range=10.0.0.0/24',
    ...flags,
  ]);
  const [, url = '', port] = await program.says(/serving on (https:\/\/127\.0\.0\.1:(\d+))/);
  const admin = { cert: client.cert, key: client.key };
  return { program, url, port: Number(port), admin, [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() };
}

/** A flag that leads to an etcd that was there and is no more. */
async function goneEtcd(): Promise<string> {
  await using etcd = await startEtcd();
  await etcd.program.stop();
  return etcd.flag;
}

const create = ({ url, admin }: Server, name: string) =>
  call(`${url}${configMaps}`, admin, { method: 'POST', body: named(name) });

const versionOf = (object: { metadata?: { resourceVersion?: string } }) => Number(object.metadata?.resourceVersion);

async function whoIs({ url }: Server, caller: Caller): Promise<unknown> {
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
  const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
  return (await call(`${url}${path}`, caller, { method: 'POST', body })).json()['status'].userInfo;
}

/** A watch whose head has arrived. */
async function open(url: string, { cert, key }: Caller): Promise<IncomingMessage> {
  const sent = get(url, { cert, key, agent: false, rejectUnauthorized: false });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response.resume();
}

/** How a stream came to its end: as the server wished, or by a broken connection. */
const finished = (stream: IncomingMessage) =>
  new Promise<string>((resolve) => {
    stream.once('end', () => resolve('ended')).once('error', (error: Error) => resolve(error.message));
  });

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-bin-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const gardenDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gardens.estate.example.com' },
  spec: {
    group: 'estate.example.com',
    scope: 'Namespaced',
    names: { plural: 'gardens', singular: 'garden', kind: 'Garden' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { beds: { type: 'integer' } } } },
          },
        },
      },
    ],
  },
};

/**
 * A control plane of real programs: `etcd` and `kube-apiserver` from a folder, in a temporary folder of their own, ended with the test. An edge: processes, files,
 * sockets and keys.
 * Upstream: controller-runtime internal/testing/controlplane.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, KubeConfig } from '@reeve/client';
import { nodeHost } from '@reeve/machinery';
import { eventually } from '../wait/eventually.ts';
import { ControlPlaneError } from './control-plane-error.ts';
import { controlPlaneTimes, programPath } from './program-path.ts';
import type { ControlPlaneTimes } from './program-path.ts';

/** A control plane that runs. */
export interface ControlPlane {
  /** For the administrator, as text. */
  readonly kubeconfig: string;
  stop(): Promise<void>;
}

/** Starts the programs in a folder, or where the variables of this process say, and resolves when the server is ready. */
export async function startControlPlane(assets: string | undefined): Promise<ControlPlane> {
  const times = controlPlaneTimes(process.env);
  const folder = await mkdtemp(join(tmpdir(), 'reeve-control-plane-'));
  const programs: Program[] = [];
  const stop = async (): Promise<void> => {
    for (const program of programs.toReversed()) await program.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [port, token] = [await freePort(), nodeHost().uuid()];
    await writeKeys(folder, token);
    const open = (name: string, flags: readonly string[]): void =>
      void programs.push(new Program(name, { path: programPath(name, assets, process.env), flags, folder, times }));
    open('etcd', etcdFlags);
    open('kube-apiserver', serverFlags(port));
    const kubeconfig = await untilReady(programs, times, folder, port, token);
    return { kubeconfig, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface ProgramOptions {
  readonly path: string;
  readonly flags: readonly string[];
  readonly folder: string;
  readonly times: ControlPlaneTimes;
}

class Program {
  readonly name: string;
  readonly #stopMs: number;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #said = '';
  hasEnded = false;

  constructor(name: string, { path, flags, folder, times }: ProgramOptions) {
    this.name = name;
    this.#stopMs = times.stopMs;
    this.#child = spawn(path, flags, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.#said = (this.#said + chunk.toString()).slice(-10_000)));
    if (times.showsOutput) this.#child.stderr?.pipe(process.stderr);
    this.#ended = new Promise((resolve) => {
      this.#child.once('exit', resolve);
      this.#child.once('error', (error) => resolve((this.#said += error.message)));
    }).then(() => (this.hasEnded = true));
  }

  get failure(): ControlPlaneError {
    return new ControlPlaneError(this.name, this.#said);
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    const patience = new AbortController();
    const isOver = nodeHost().sleep(this.#stopMs, patience.signal);
    await Promise.race([this.#ended, isOver.catch(() => undefined)]);
    patience.abort(); // no timer is left to wait for
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}

const etcdFlags: readonly string[] = [
  '--data-dir=etcd',
  '--unsafe-no-fsync', // the data does not outlive the test
  '--listen-client-urls=unix://etcd.sock:0',
  '--advertise-client-urls=unix://etcd.sock:0',
  '--listen-peer-urls=unix://peer.sock:0',
  '--initial-advertise-peer-urls=unix://peer.sock:0',
  '--initial-cluster=default=unix://peer.sock:0',
];

const serverFlags = (port: number): readonly string[] => [
  '--etcd-servers=unix://etcd.sock:0',
  '--bind-address=127.0.0.1',
  '--advertise-address=127.0.0.1',
  '--endpoint-reconciler-type=none',
  `--secure-port=${port}`,
  '--cert-dir=certificates', // where it puts one of its own making
  '--token-auth-file=tokens.csv',
  '--authorization-mode=RBAC',
  '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
  '--service-account-key-file=accounts.pub',
  '--service-account-signing-key-file=accounts.key',
  '--service-cluster-ip-range=10.0.0.0/24',
  '--disable-admission-plugins=ServiceAccount', // nobody makes the accounts of namespaces here
  '--allow-privileged=true',
];

async function writeKeys(folder: string, token: string): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  await writeFile(join(folder, 'accounts.pub'), publicKey);
  await writeFile(join(folder, 'accounts.key'), privateKey, { mode: 0o600 });
  await writeFile(join(folder, 'tokens.csv'), `${token},reeve-admin,reeve-admin,"system:masters"\n`, { mode: 0o600 });
}

async function untilReady(
  programs: readonly Program[],
  { startMs }: ControlPlaneTimes,
  folder: string,
  port: number,
  token: string,
): Promise<string> {
  const end = new AbortController();
  const ask = async (signal: AbortSignal): Promise<string> => {
    const failed = programs.find(({ hasEnded }) => hasEnded);
    if (failed) end.abort();
    const ca = await readFile(join(folder, 'certificates', 'apiserver.crt'));
    const kubeconfig = kubeconfigFor(port, token, ca);
    await using cluster = connect((await KubeConfig.parse(kubeconfig)).connection(), { maxRetries: 0 });
    const { status, body } = await cluster.transport.request({ method: 'GET', path: '/readyz', signal });
    for await (const _chunk of body);
    if (status !== 200) throw new Error(`/readyz answers ${status}`);
    return kubeconfig;
  };
  const wait = { timeoutMs: startMs, intervalMs: 100, signal: end.signal, waitingFor: 'the server to be ready' };
  try {
    return await eventually(nodeHost(), ask, wait);
  } catch (error) {
    throw programs.find(({ hasEnded }) => hasEnded)?.failure ?? error;
  }
}

const kubeconfigFor = (port: number, token: string, ca: Buffer): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'test',
        cluster: { server: `https://127.0.0.1:${port}`, 'certificate-authority-data': ca.toString('base64') },
      },
    ],
    users: [{ name: 'test', user: { token } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
    'current-context': 'test',
  });

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/**
 * The program `kube-apiserver` of the embedded server: takes the flags that envtest and its like give the real one, and serves until it is told to stop.
 */
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { untilSignalled } from '@reeve/machinery';
import type { ApiServerOptions } from '../api-server.ts';
import { parseTokenFile } from '../auth/token-file.ts';
import type { ServingCertificates } from '../http/certificates.ts';
import { certificatesFolder, keptCertificates, notWritable, removeFiles } from './certificate-cache.ts';
import { accessFlags, accessOptions } from './access-flags.ts';
import { helpText, parseFlags, warnOfUnknown, type FlagTable, type Flags } from './flags.ts';
import { portOf } from './port.ts';
import { runProgram } from './run-program.ts';

const flags: FlagTable = {
  ...accessFlags,
  'allow-privileged': { help: 'accepted', isSwitch: true },
  'anonymous-auth': { help: 'whether requests without credentials are served' },
  'audit-log-format': { help: 'json' },
  'audit-log-path': { help: 'the file that audit events are added to, one in a line; - for stdout' },
  'audit-policy-file': { help: 'which requests are noted, and how much of them' },
  'bind-address': { help: 'the address to listen on' },
  'cert-dir': { help: 'where apiserver.crt and apiserver.key are, or are put' },
  'client-ca-file': { help: 'the authority whose client certificates are believed' },
  'disable-admission-plugins': { help: 'plugins to leave out, by their names, with commas between them' },
  'enable-admission-plugins': { help: 'plugins to have besides those that are on by default' },
  'etcd-servers': { help: 'the data process, as http://127.0.0.1:2379; data stays in this process without it' },
  'external-hostname': { help: 'a name by which clients without credentials reach the server' },
  'feature-gates': { help: 'accepted' },
  'runtime-config': { help: 'accepted' },
  'secure-port': { help: 'the port to listen on' },
  'service-account-issuer': { help: 'who signs the tokens of service accounts' },
  'service-account-key-file': { help: 'a key that verifies such tokens' },
  'service-account-signing-key-file': { help: 'the key that signs the tokens of service accounts' },
  'service-cluster-ip-range': { help: 'accepted' },
  'tls-cert-file': { help: 'the serving certificate' },
  'tls-private-key-file': { help: 'its key' },
  'token-auth-file': { help: 'static tokens: token,user,uid,"groups"; the uid may be empty' },
  help: { help: 'print this text', isSwitch: true },
};

const given = parseFlags(process.argv.slice(2), flags);
if (given.has('help') || given.has('h')) {
  process.stdout.write(helpText('kube-apiserver', "reeve's embedded Kubernetes API server.", flags));
  process.exit(0);
}
await runProgram('kube-apiserver', async () => {
  using end = untilSignalled();
  const told = once(end.signal, 'abort').then(() => undefined);
  warnOfUnknown('kube-apiserver', given);
  const [etcd] = given.get('etcd-servers')?.split(',') ?? [];
  const { ApiServer } = await import('../api-server.ts'); // callers ask for help at every start, and that should be quick
  const { RemoteJournal } = await import('../journal/remote-journal.ts');
  const replaced = new AbortController();
  using journal =
    etcd === undefined ? undefined : new RemoteJournal(etcd, { onReplaced: (error) => replaced.abort(error) });
  const starting = ApiServer.start({ ...(await optionsOf(given)), ...(journal && { journal }) });
  const server = await Promise.race([starting, told]);
  if (server === undefined) return; // told to stop before it could serve
  process.stderr.write(`kube-apiserver: serving on ${server.url}\n`);
  await Promise.race([told, aborted(replaced.signal)]);
  await server.stop();
});

/** Rejects with the reason of a signal. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = () => reject(signal.reason as Error);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
}

async function optionsOf(options: Flags): Promise<ApiServerOptions> {
  const clientCa = readGiven(options, 'client-ca-file');
  const tokens = readGiven(options, 'token-auth-file');
  return {
    port: portOf('secure-port', options.get('secure-port') ?? '6443'),
    address: options.get('bind-address') ?? '127.0.0.1',
    hostNames: options.all('external-hostname'),
    certificates: await certificatesOf(options),
    allowsAnonymous: options.get('anonymous-auth') !== 'false',
    ...(clientCa !== undefined && { clientCa }),
    ...(tokens !== undefined && { tokens: parseTokenFile(tokens) }),
    serviceAccounts: serviceAccountsOf(options),
    ...(await accessOptions(options)),
    ...(await auditOf(options)),
    admissionPlugins: {
      enable: namesIn(options, 'enable-admission-plugins'),
      disable: namesIn(options, 'disable-admission-plugins'),
    },
    onBug: (error) => process.stderr.write(`kube-apiserver: ${error instanceof Error ? error.stack : String(error)}\n`),
  };
}

/** Events go to a file, one in a line, or to stdout for `-`. */
async function auditOf(options: Flags): Promise<Pick<ApiServerOptions, 'audit'>> {
  const [file, log] = [options.get('audit-policy-file'), options.get('audit-log-path')];
  const format = options.get('audit-log-format') ?? 'json';
  if (format !== 'json') throw new Error(`--audit-log-format is json, and not ${format}`);
  if (log === undefined) return {};
  if (file === undefined) {
    process.stderr.write(
      'kube-apiserver: no audit events are written to --audit-log-path, as there is no policy: add --audit-policy-file\n',
    );
    return {};
  }
  const { parse } = await import('yaml');
  const policy: unknown = parse(readFileSync(file, 'utf8'));
  if (typeof policy !== 'object' || policy === null) throw new Error(`${file} holds no audit policy`);
  const write = (line: string): unknown => (log === '-' ? process.stdout.write(line) : appendFileSync(log, line));
  return { audit: { policy, onEvent: (event) => void write(`${JSON.stringify(event)}\n`) } };
}

/** The names that a flag lists, however often it is given. */
function namesIn(options: Flags, flag: string): readonly string[] {
  return options.all(flag).flatMap((value) => value.split(',').filter(Boolean));
}

/** Who signs tokens; keys that verify may be private ones, of which the public half counts. */
function serviceAccountsOf(options: Flags): NonNullable<ApiServerOptions['serviceAccounts']> {
  const issuer = options.get('service-account-issuer');
  const privateKey = readGiven(options, 'service-account-signing-key-file');
  const publicKeys = options.all('service-account-key-file').map((file) => readFileSync(file, 'utf8'));
  return { publicKeys, ...(issuer && { issuer }), ...(privateKey !== undefined && { privateKey }) };
}

/** The text of the file that a flag names. */
function readGiven(options: Flags, flag: string): string | undefined {
  const file = options.get(flag);
  return file === undefined ? undefined : readFileSync(file, 'utf8');
}

/** The certificates given, or those in the certificate folder, or our own put there. */
async function certificatesOf(options: Flags): Promise<ServingCertificates> {
  const folder = options.get('cert-dir');
  const certFile = options.get('tls-cert-file') ?? (folder && join(folder, 'apiserver.crt'));
  const keyFile = options.get('tls-private-key-file') ?? (folder && join(folder, 'apiserver.key'));
  if (certFile && keyFile && existsSync(certFile) && existsSync(keyFile)) {
    const server = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
    return { ca: server.cert, server, admin: { cert: '', key: '' } };
  }
  const made = await ownCertificates(options.get('bind-address') ?? '127.0.0.1');
  const chain = `${made.server.cert}\n${made.ca}`; // whoever trusts the file trusts the server
  if (folder && certFile && keyFile) writePair(folder, [certFile, chain], [keyFile, made.server.key]);
  return { ...made, server: { cert: chain, key: made.server.key } };
}

type Written = readonly [file: string, text: string];

/** Puts certificate and key into their folder, both or none. */
function writePair(folder: string, [certFile, cert]: Written, [keyFile, key]: Written): void {
  const begun: string[] = [];
  try {
    mkdirSync(folder, { recursive: true });
    begun.push(certFile);
    writeFileSync(certFile, cert);
    begun.push(keyFile);
    writeFileSync(keyFile, key, { mode: 0o600 });
  } catch (error) {
    removeFiles(begun);
    throw notWritable(folder, 'name another folder with --cert-dir', error);
  }
}

/** Certificates that were kept from an earlier start where the caller names a place to keep them, else new ones. */
async function ownCertificates(address: string): Promise<ServingCertificates> {
  const { nodeHost } = await import('@reeve/machinery');
  const now = nodeHost().clock.now();
  const folder = certificatesFolder();
  if (folder) return keptCertificates(folder, address, now);
  const { makeCertificates } = await import('../http/certificates.ts');
  return makeCertificates(now, [address]);
}

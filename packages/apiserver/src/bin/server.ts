/**
 * `npm run server -- --port N --kubeconfig FILE --profile cluster`: the embedded server for people. Prints where it is and how to reach it, and serves until Ctrl-C.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ApiServer, Profile } from '../api-server.ts';
import type { ServingCertificates } from '../http/certificates.ts';
import { certificatesFolder, keptCertificates } from './certificate-cache.ts';
import { helpText, parseFlags, type FlagTable, type Flags } from './flags.ts';
import { portOf } from './port.ts';
import { runProgram } from './run-program.ts';
import { untilSignalled } from './until-signalled.ts';

const flags: FlagTable = {
  port: { help: 'the port to listen on; any free one by default' },
  kubeconfig: { help: 'where to write the kubeconfig; a temporary file by default' },
  profile: {
    help: 'envtest (the API alone, the default) or cluster (garbage collector, namespaces, service accounts)',
  },
  plain: { help: 'plain HTTP instead of TLS', isSwitch: true },
  help: { help: 'print this text', isSwitch: true },
};

const given = parseFlags(process.argv.slice(2), flags);
if (given.has('help')) {
  process.stdout.write(helpText('server', 'An embedded Kubernetes API server.', flags));
  process.exit(0);
}
const problem = problemWith(given);
if (problem !== undefined) {
  process.stderr.write(`server: ${problem}\n\n${helpText('server', 'An embedded Kubernetes API server.', flags)}`);
  process.exit(2);
}
await runProgram('server', async () => {
  const told = untilSignalled();
  const { nodeHost } = await import('@reeve/machinery');
  const { clock } = nodeHost();
  const started = clock.monotonic();
  const server = await start(portOf('port', given.get('port') ?? '0'));
  const file = writeKubeconfig(server);
  process.stdout.write(`export KUBECONFIG=${file}\n`);
  process.stderr.write(`API server ready in ${Math.round(clock.monotonic() - started)} ms on ${server.url}\n`);
  await told;
  await server.stop();
});

/** What is wrong with the command line, or undefined. */
function problemWith(options: Flags): string | undefined {
  const [name] = options.unknown;
  const [word] = options.words;
  if (name !== undefined) return `--${name} is not a flag of this command`;
  const profile = options.get('profile');
  if (profile !== undefined && !isProfile(profile)) return `--profile is envtest or cluster, not ${profile}`;
  if (word !== undefined) return `${word} is not understood: flags begin with --`;
  try {
    portOf('port', options.get('port') ?? '0');
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function isProfile(name: string): name is Profile {
  return name === 'envtest' || name === 'cluster';
}

async function start(port: number): Promise<ApiServer> {
  const server = await import('../api-server.ts');
  try {
    const isPlain = given.has('plain');
    const profile = given.get('profile');
    return await server.ApiServer.start({
      port,
      isPlain,
      ...(profile !== undefined && isProfile(profile) && { profile }),
      ...(!isPlain && { certificates: await ownCertificates() }),
      onBug: (error) => process.stderr.write(`server: ${error instanceof Error ? error.stack : String(error)}\n`),
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`port ${port} is taken: choose another with --port, or leave it out for any free one`, {
      cause: error,
    });
  }
}

/** The certificates of this folder's servers: a kubeconfig stays good from one start to the next. */
async function ownCertificates(): Promise<ServingCertificates> {
  const { nodeHost } = await import('@reeve/machinery');
  const folder = certificatesFolder() ?? join('.reeve', 'certificates');
  return keptCertificates(folder, '127.0.0.1', nodeHost().clock.now());
}

/** Writes the kubeconfig where it was asked for, or to a temporary file; nobody else may read it. */
function writeKubeconfig(server: ApiServer): string {
  const file = resolve(given.get('kubeconfig') ?? join(mkdtempSync(join(tmpdir(), 'reeve-server-')), 'kubeconfig'));
  try {
    writeFileSync(file, server.kubeconfig(), { mode: 0o600 });
    return file;
  } catch (error) {
    throw new Error(`the kubeconfig cannot be written to ${file}: ${(error as Error).message}`, { cause: error });
  }
}

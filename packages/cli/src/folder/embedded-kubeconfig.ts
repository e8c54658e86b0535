/**
 * The kubeconfig of an embedded cluster, as a file. One of a cluster that still runs is never replaced: its owner's commands would go to another cluster, and later to none.
 */
import { apiFailureIn } from '@reeve/machinery';
import type { CommandContext } from '../command/command-context.ts';
import { CliError } from '../error/cli-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { WriteError } from './own-folder.ts';

/** The file leads to a cluster that runs. */
class RunningClusterError extends CliError {
  constructor(file: string, server: string, next: string) {
    super('REEVE_CLUSTER_RUNS', `${file} leads to a cluster that runs at ${server}: it is not replaced`, { next });
  }
}

type Around = Pick<CommandContext, 'terminal' | 'host' | 'signal'>;

/** Refuses when the file leads to an embedded cluster that answers. `next` is what to do then. */
export async function requireNoCluster(file: string, next: string, around: Around): Promise<void> {
  const server = await runningServer(file, around);
  if (server !== undefined) throw new RunningClusterError(file, server, next);
}

/** Writes the file, for its owner only. */
export async function writeKubeconfig(file: string, text: string, { files }: Terminal): Promise<void> {
  try {
    await files.write(file, text, { isPrivate: true });
  } catch (cause) {
    throw new WriteError(file, cause);
  }
}

/** Asks without the credentials of the file, which may have come with the folder, and only on this machine. */
async function runningServer(file: string, { terminal, host, signal }: Around): Promise<string | undefined> {
  const text = await terminal.files.read(file).catch(() => undefined);
  if (text === undefined) return undefined;
  const { KubeConfig, RestClient, socketTransport } = await import('@reeve/client');
  const { isLoopback } = await import('@reeve/runtime'); // loaded only where there is a file
  const config = await KubeConfig.parse(text)
    .then((parsed) => parsed.connection())
    .catch(() => undefined); // what cannot be read leads nowhere
  if (config === undefined || !URL.canParse(config.server) || !isLoopback(new URL(config.server).host))
    return undefined;
  const { server, tls: { ca } = {} } = config;
  await using transport = socketTransport({ clock: host.clock, server, tls: { ca }, connectTimeoutMs: 2000 });
  const result = await new RestClient({ transport, host, timeoutMs: 2000 }).get().absPath('version').do({ signal });
  const problem = result.error();
  return problem === undefined || apiFailureIn(problem) !== undefined ? server : undefined;
}

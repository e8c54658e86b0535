/**
 * Runs `reeve server`: says where the server is and how to reach it, and serves until Ctrl-C.
 */
import { join, resolve } from 'node:path';
import type { CommandContext } from '../command/command-context.ts';
import { CliError } from '../error/cli-error.ts';
import { certificatesFolder } from '../embedded/certificates-folder.ts';
import { serveEmbedded } from '../embedded/serve-embedded.ts';

/** The kubeconfig cannot be put where it was asked for. */
export class WriteError extends CliError {
  constructor(path: string, cause: unknown) {
    super('REEVE_WRITE', `${path} cannot be written`, { cause, next: 'name another place' });
  }
}

/** Runs `reeve server`. */
export async function run(context: CommandContext): Promise<void> {
  const { flags, terminal, host, signal, print, say } = context;
  const began = host.clock.monotonic();
  const cluster = await serveEmbedded(
    {
      port: flags.integer('port', { most: 65_535 }) ?? 0,
      isStrictPort: true,
      profile: flags.text('profile') === 'cluster' ? 'cluster' : 'envtest',
      nodes: flags.integer('nodes', { most: 1000 }) ?? 1,
      certificates: certificatesFolder(terminal),
    },
    (error) =>
      say(`the server has a mistake: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
  );
  try {
    print(`export KUBECONFIG=${await writeKubeconfig(context, cluster.kubeconfig)}`);
    say(`API server ready in ${Math.round(host.clock.monotonic() - began)} ms on ${cluster.url}`);
    cluster.populate();
    if (!signal.aborted) await new Promise((done) => signal.addEventListener('abort', done, { once: true }));
  } finally {
    await cluster.stop();
  }
}

async function writeKubeconfig({ flags, terminal }: CommandContext, text: string): Promise<string> {
  const { files, folder } = terminal;
  const file = resolve(folder, flags.text('kubeconfig') ?? join('.reeve', 'kubeconfig'));
  try {
    await files.write(join(folder, '.reeve', '.gitignore'), '*\n');
    await files.write(file, text, { isPrivate: true });
    return file;
  } catch (cause) {
    throw new WriteError(file, cause);
  }
}

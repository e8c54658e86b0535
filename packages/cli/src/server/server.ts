/**
 * Runs `reeve server`: says where the server is and how to reach it, and serves until Ctrl-C.
 */
import { join, resolve } from 'node:path';
import type { CommandContext } from '../command/command-context.ts';
import { certificatesFolder } from '../embedded/certificates-folder.ts';
import { serveEmbedded } from '../embedded/serve-embedded.ts';
import { requireNoCluster, writeKubeconfig } from '../folder/embedded-kubeconfig.ts';
import { ownFolder } from '../folder/own-folder.ts';

/** Runs `reeve server`. */
export async function run(context: CommandContext): Promise<void> {
  const { flags, terminal, host, signal, print, say } = context;
  const began = host.clock.monotonic();
  const folder = await ownFolder(terminal);
  const file = resolve(terminal.folder, flags.text('kubeconfig') ?? join(folder, 'kubeconfig'));
  await requireNoCluster(file, 'end that one, or give this one a file of its own: --kubeconfig FILE', context);
  const profile = flags.text('profile') === 'cluster' ? 'cluster' : 'envtest';
  const data = flags.text('data');
  const cluster = await serveEmbedded(
    {
      port: flags.integer('port', { most: 65_535 }) ?? 0,
      isStrictPort: true,
      profile,
      authorizationMode: flags.text('authorization-mode') ?? (profile === 'cluster' ? 'RBAC' : 'AlwaysAllow'),
      nodes: flags.integer('nodes', { most: 1000 }) ?? 1,
      certificates: certificatesFolder(terminal),
      ...(data !== undefined && { data: resolve(terminal.folder, data) }),
    },
    {
      onBug: (error) =>
        say(`the server has a mistake: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
      onReport: say,
    },
  );
  try {
    await writeKubeconfig(file, cluster.kubeconfig, terminal);
    print(`export KUBECONFIG=${file}`);
    say(`API server ready in ${Math.round(host.clock.monotonic() - began)} ms on ${cluster.url}`);
    cluster.populate();
    if (!signal.aborted) await new Promise((done) => signal.addEventListener('abort', done, { once: true }));
  } finally {
    await cluster.stop();
  }
}

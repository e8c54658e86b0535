/**
 * Runs `reeve run`: a program in production. It asks at the start whether it may do what it needs, works when it leads, and ends in order at SIGTERM.
 */
import { accessFilter, accessFilterNeeds, Manager, pinoLogger } from '@reeve/runtime';
import type { Logger, LogLevel, ManagerOptions } from '@reeve/runtime';
import { openCluster } from '../cluster/open-cluster.ts';
import type { OpenCluster } from '../cluster/open-cluster.ts';
import type { CommandContext } from '../command/command-context.ts';
import type { Flags } from '../command/flags.ts';
import { refuseBreakingChanges } from '../definition/breaking-changes.ts';
import { installDefinitions } from '../definition/install-definitions.ts';
import { debugAccess, nameManager } from '../folder/manager-file.ts';
import { openProgram } from '../source/open-program.ts';

/** Runs `reeve run FILE`. */
export async function run(context: CommandContext): Promise<void> {
  const { flags, terminal, host, signal } = context;
  const opening = await openProgram(context);
  const program = await opening.load();
  await using opened = await openCluster({ flags, terminal, host, order: 'controller' });
  const log = logOf(context);
  const { cluster, client } = opened;
  const manager = Manager.of(cluster, {
    ...optionsOf(context, opened, flags.text('name') ?? opening.name, log),
    host,
    log,
  });
  log.info('starting', { file: opening.title, server: cluster.server, source: opened.source });
  if (flags.has('install')) {
    if (!flags.has('force')) await refuseBreakingChanges(program.definitions, client, signal);
    await installDefinitions(program.definitions, { client, host, signal });
  }
  for (const controller of program.controllers) manager.add(controller);
  const running = manager.run({ signal });
  await Promise.all([running, nameHere(context, manager, running, log)]);
  log.info('ended');
}

function logOf({ flags, host, terminal }: CommandContext): Logger {
  return pinoLogger({
    clock: host.clock,
    mode: flags.text('log-format') === 'text' ? 'development' : 'production',
    level: (flags.text('log-level') ?? 'info') as LogLevel, // one of the flag's choices
    output: { write: (line) => terminal.stderr.write(line) },
  });
}

function optionsOf(
  { flags, host }: CommandContext,
  opened: OpenCluster,
  name: string,
  log: Logger,
): Omit<ManagerOptions, 'transport'> {
  const namespace = flags.text('leader-election-namespace') ?? opened.namespace;
  const isSecure = flags.has('metrics-secure') && flags.text('metrics-address') !== '0';
  const debug = flags.text('debug-address');
  const requestTimeoutMs = flags.durationMs('request-timeout') ?? 0;
  return {
    ...(requestTimeoutMs > 0 && { requestTimeoutMs }),
    connectTimeoutMs: flags.durationMs('connect-timeout') ?? 0,
    checkPermissions: isSecure ? accessFilterNeeds : true,
    metricsServer: {
      ...addressOf(flags, 'metrics-address'),
      ...(isSecure && { secure: true, filter: accessFilter({ client: opened.client, host, log }) }),
    },
    healthServer: addressOf(flags, 'health-address'),
    ...(flags.has('leader-election') && { leaderElection: { name, namespace } }),
    ...(debug !== undefined && { debugServer: { address: debug, ...debugAccess(flags) } }),
  };
}

const addressOf = (flags: Flags, name: string): { readonly address?: string } => {
  const address = flags.text(name);
  return address === undefined ? {} : { address };
};

/** Names the manager in this folder for `reeve why`, as long as it runs. */
async function nameHere(context: CommandContext, manager: Manager, running: Promise<void>, log: Logger): Promise<void> {
  const { debug } = manager.servers;
  if (debug === undefined) return;
  await debug.ready(context.signal);
  if (debug.port === 0) return; // it could not listen, or is to end
  await using _ = await nameManager(context, manager, (message) => log.warn(message));
  await running.catch(() => undefined); // whoever started it hears
}

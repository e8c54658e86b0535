/**
 * Runs `reeve run`: a program in production. It asks at the start whether it may do what it needs, works when it leads, and ends in order at SIGTERM.
 */
import { join } from 'node:path';
import type { Host } from '@reeve/machinery';
import {
  accessFilter,
  accessFilterNeeds,
  CertificateWatcher,
  Manager,
  nodeFiles,
  pinoLogger,
  webhookNeeds,
} from '@reeve/runtime';
import type { Logger, LogLevel, ManagerOptions, ManagerWebhookOptions, Permission } from '@reeve/runtime';
import { installConfigurations } from '../webhook/install-configurations.ts';
import { ProgramWebhooks, webhookPort } from '../webhook/program-webhooks.ts';
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
  const name = flags.text('name') ?? opening.name;
  const webhooks = new ProgramWebhooks(program, { name, namespace: opened.namespace });
  const manager = Manager.of(cluster, {
    ...(await optionsOf(context, opened, name, log, webhooks)),
    host,
    log,
  });
  log.info('starting', { file: opening.title, server: cluster.server, source: opened.source });
  if (flags.has('install')) {
    if (!flags.has('force')) await refuseBreakingChanges(program.definitions, client, signal);
    const definitions = program.definitions.map((one) => ({ ...one, crd: webhooks.definition(one.crd) }));
    await installDefinitions(definitions, { client, host, signal });
    if (!webhooks.isEmpty) await installConfigurations(webhooks.configurations(), { client, name, signal });
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

async function optionsOf(
  { flags, host }: CommandContext,
  opened: OpenCluster,
  name: string,
  log: Logger,
  webhooks: ProgramWebhooks,
): Promise<Omit<ManagerOptions, 'transport'>> {
  const namespace = flags.text('leader-election-namespace') ?? opened.namespace;
  const isSecure = flags.has('metrics-secure') && flags.text('metrics-address') !== '0';
  const debug = flags.text('debug-address');
  const requestTimeoutMs = flags.durationMs('request-timeout') ?? 0;
  return {
    ...(requestTimeoutMs > 0 && { requestTimeoutMs }),
    connectTimeoutMs: flags.durationMs('connect-timeout') ?? 0,
    checkPermissions: [...(isSecure ? accessFilterNeeds : []), ...webhookPermissions(flags, webhooks)],
    ...(!webhooks.isEmpty && { webhooks: await servedWebhooks(flags, host, webhooks) }),
    metricsServer: {
      ...addressOf(flags, 'metrics-address'),
      ...(isSecure && { secure: true, filter: accessFilter({ client: opened.client, host, log }) }),
    },
    healthServer: addressOf(flags, 'health-address'),
    ...(flags.has('leader-election') && { leaderElection: { name, namespace } }),
    ...(debug !== undefined && { debugServer: { address: debug, ...debugAccess(flags) } }),
  };
}

/** What it may do for certificates that it makes itself. */
const webhookPermissions = (flags: Flags, webhooks: ProgramWebhooks): readonly Permission[] =>
  webhooks.isEmpty || flags.text('webhook-cert-dir') !== undefined ? [] : webhookNeeds(webhooks);

/** How the webhooks of the program are served: with certificates of its own, or with files that somebody else renews. */
async function servedWebhooks(flags: Flags, host: Host, webhooks: ProgramWebhooks): Promise<ManagerWebhookOptions> {
  const folder = flags.text('webhook-cert-dir');
  const port = flags.integer('webhook-port', { most: 65_535 }) ?? webhookPort;
  const { secret, names, targets } = webhooks;
  const files = { certFile: join(folder ?? '', 'tls.crt'), keyFile: join(folder ?? '', 'tls.key') };
  const certificates =
    folder === undefined
      ? { secret, names, targets }
      : await CertificateWatcher.open({ ...files, files: nodeFiles, host });
  return { of: webhooks.declared, server: { port }, certificates };
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

/**
 * `reeve why KIND/NAME`: what controllers did about an object lately and what made them, asked of the manager that runs on this machine.
 */
import { isUnauthorized } from '@reeve/machinery';
import type { ReconcileRecord } from '@reeve/runtime';
import type { CommandContext } from '../../command/command-context.ts';
import { CliError } from '../../error/cli-error.ts';
import { UsageError, exitCodes } from '../../error/usage-error.ts';
import { askManager, managerIn } from '../../folder/manager-file.ts';
import type { DebugAddress } from '../../folder/manager-file.ts';
import { runLines, type ToldRun } from './run-lines.ts';

/** No manager answers. */
class NoManagerError extends CliError {
  constructor(message: string, options: ErrorOptions = {}) {
    super('REEVE_NO_MANAGER', message, {
      ...options,
      next: 'start one here with reeve dev FILE, or name its debug address: --address http://127.0.0.1:PORT',
    });
  }
}

/** The token is missing, or not the one of the manager. */
class DebugTokenError extends CliError {
  constructor(address: string) {
    super('REEVE_DEBUG_TOKEN', `the manager at ${address} wants the token of its debug server`, {
      next: 'set the same REEVE_DEBUG_TOKEN for reeve run and for reeve why',
    });
  }
}

export async function run(context: CommandContext): Promise<number> {
  const { name, controller } = subjectOf(context);
  const namespace = context.flags.text('namespace') ?? 'default'; // no cluster is needed to ask a manager
  const told = await runsOf(context);
  const keys = new Set([name, `${namespace}/${name}`]);
  const matching = told.filter((each) => keys.has(each.request.key) && isAbout(each, controller));
  if (matching.length === 0) {
    context.say(`no controller has run for ${name} lately`);
    const others = [...new Set(told.map((each) => `${each.controller} ${each.request.key}`))];
    if (others.length > 0) context.say(`there were runs for ${others.slice(0, 10).join(', ')}`);
    return exitCodes.failed;
  }
  const most = context.flags.integer('last', { least: 1 }) ?? 10;
  for (const each of matching.slice(-most)) for (const line of runLines(each, context.style.out)) context.print(line);
  return exitCodes.done;
}

/** `website/blog`, `website blog`, or a name alone. */
function subjectOf({ args }: CommandContext): { name: string; controller: string | undefined } {
  const [first = '', second, ...more] = args;
  if (first === '' || more.length > 0)
    throw new UsageError('say which object: KIND/NAME', { next: 'reeve why website/blog', exitCode: exitCodes.failed });
  const [kind, name] = second === undefined ? first.split('/', 2) : [first, second];
  return name === undefined ? { name: first, controller: undefined } : { name, controller: kind };
}

/** Names of controllers begin with their kind, unless they were given others: then the name alone finds the runs. */
const isAbout = ({ controller }: Pick<ReconcileRecord, 'controller'>, kind: string | undefined): boolean =>
  kind === undefined || controller.toLowerCase().startsWith(kind.toLowerCase().replace(/s$/, '').split('.')[0] ?? '');

async function runsOf(context: CommandContext): Promise<ToldRun[]> {
  const address = await addressOf(context);
  const result = await askManager(address, 'debug/runs', context);
  const problem = result.error();
  if (isUnauthorized(problem)) throw new DebugTokenError(address.debug);
  if (problem !== undefined)
    throw new NoManagerError(`the manager at ${address.debug} does not answer`, { cause: problem });
  return (result.get() as unknown as { runs: ToldRun[] }).runs; // what /debug/runs answers with
}

/** The manager that the flags name, else the one of this folder. */
async function addressOf({ flags, terminal }: CommandContext): Promise<DebugAddress> {
  const named = flags.text('address');
  const here = await managerIn(terminal);
  if (named === undefined && here === undefined) throw new NoManagerError('no manager runs in this folder');
  const debug = named ?? here?.debug ?? '';
  return { debug, token: flags.text('debug-token') ?? (debug === here?.debug ? here.token : '') };
}

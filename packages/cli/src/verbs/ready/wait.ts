/**
 * `reeve wait`: until objects are ready, gone, or have a condition.
 * Upstream: kubectl wait.
 */
import { findCondition, isJsonObject, type KubeObject } from '@reeve/machinery';
import { isReady } from '@reeve/patterns';
import type { CommandContext } from '../../command/command-context.ts';
import { UsageError, exitCodes } from '../../error/usage-error.ts';
import { SetWaitError } from '../set/set-wait-error.ts';
import { foundObjects } from './found-objects.ts';

const defaultTimeoutMs = 300_000;
const intervalMs = 500;

/** Why an object is not as wanted yet; undefined where it is. */
type Judge = (object: KubeObject | undefined) => string | undefined;

export async function run(context: CommandContext): Promise<number> {
  const { flags, host, signal } = context;
  const wanted = flags.text('for') ?? 'ready';
  const judge = judgeFor(wanted);
  const deadline = host.clock.monotonic() + (flags.durationMs('timeout') ?? defaultTimeoutMs);
  const done = new Set<string>();
  let said = '';
  for (;;) {
    const waiting: string[] = [];
    for (const { name, object } of await foundObjects(context)) {
      const reason = judge(object);
      if (reason !== undefined) waiting.push(`${name}: ${reason}`);
      else if (!done.has(name))
        context.print(`${name} ${wanted === 'ready' || wanted === 'delete' ? words[wanted] : `has ${wanted}`}`);
      if (reason === undefined) done.add(name);
    }
    if (waiting.length === 0) return exitCodes.done;
    if (host.clock.monotonic() >= deadline) throw new SetWaitError(waiting);
    const text = waiting.map((reason) => `waiting for ${reason}`).join('\n');
    if (text !== said) context.say(text);
    said = text;
    await host.sleep(intervalMs, signal);
  }
}

const words = { ready: 'is ready', delete: 'is gone' } as const;

function judgeFor(wanted: string): Judge {
  if (wanted === 'ready') return (object) => (object === undefined ? 'it does not exist' : unless(isReady(object)));
  if (wanted === 'delete') return (object) => (object === undefined ? undefined : 'it is still there');
  const [, type, status = 'True'] = /^condition=([^=]+)(?:=(.+))?$/.exec(wanted) ?? [];
  if (type === undefined)
    throw new UsageError(`--for ${wanted} cannot be waited for: write ready, delete, or condition=Available`, {
      exitCode: exitCodes.failed,
    });
  return (object) => {
    const found = findCondition(conditionsOf(object), type);
    if (found?.status.toLowerCase() === status.toLowerCase()) return undefined;
    return found === undefined ? `it has no condition ${type}` : `${type} is ${found.status}`;
  };
}

const unless = ({
  isReady: isDone,
  reason,
}: {
  readonly isReady: boolean;
  readonly reason: string;
}): string | undefined => (isDone ? undefined : reason);

function conditionsOf(object: KubeObject | undefined): { type: string; status: string }[] {
  const { status } = (object ?? {}) as { readonly status?: unknown };
  const conditions = isJsonObject(status) ? status['conditions'] : undefined;
  if (!Array.isArray(conditions)) return [];
  return conditions.filter(
    (one): one is { type: string; status: string } => isJsonObject(one) && typeof one['status'] === 'string',
  );
}

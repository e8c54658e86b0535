/**
 * A run in a few lines: when and how it ended, what made it, what it read and wrote, when it runs again.
 */
import type { Cause, ReconcileRecord } from '@reeve/runtime';
import { formatTime, visibleText } from '@reeve/machinery';
import type { Style } from '../../terminal/style.ts';

/** A run as a manager tells it over HTTP: errors are texts. */
export type ToldRun = Omit<ReconcileRecord, 'outcome'> & {
  readonly outcome: { readonly type: string; readonly delayMs?: number; readonly error?: unknown };
};

export function runLines(run: ToldRun, style: Style): string[] {
  const { outcome, controller, request, startedAt, durationMs } = run;
  const isFailed = outcome.error !== undefined;
  const mark = isFailed ? style.red('✗') : style.green('✓');
  return [
    `${mark} ${formatTime(startedAt)}  ${visibleText(controller)} ${style.bold(visibleText(request.key))}  ${durationMs.toFixed(1)} ms  ${visibleText(endOf(outcome))}`,
    ...run.causes.map((cause) => visibleText(`    because  ${causeText(cause)}`)),
    ...(run.reads ?? []).slice(0, 20).map((read) => visibleText(`    read     ${plainText(read)}`)),
    ...(run.writes ?? []).map(({ skipped, verb, kind, key, changed }) =>
      visibleText(`    ${skipped ? 'kept   ' : 'wrote  '}  ${verb} ${kind} ${key}${changedText(changed)}`),
    ),
    ...(run.hotLoop === undefined
      ? []
      : [`    ${style.yellow('runs in circles: it writes the same again and again')}`]),
  ];
}

function endOf({ type, delayMs, error }: ToldRun['outcome']): string {
  if (error !== undefined) return `${type}: ${plainText(error)}`;
  if (type === 'requeueAfter') return `done, again in ${Math.round((delayMs ?? 0) / 1000)} s`;
  return type === 'success' ? 'done' : type;
}

function causeText({ source, type, object, from, to, changed }: Cause): string {
  if (type === 'reload') return `loaded again: ${source} ${object ?? ''}`;
  const versions = from !== undefined && to !== undefined ? `, version ${from} → ${to}` : '';
  return `${source} ${type}${object === undefined ? '' : ` ${object}`}${changedText(changed)}${versions}`;
}

const changedText = (changed: readonly string[] | undefined): string =>
  changed === undefined || changed.length === 0 ? '' : ` (${changed.join(', ')})`;

/** What is no text is told by its message or its parts. */
function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  const { message, cause, verb, kind, key } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof message === 'string') return cause === undefined ? message : withCause(message, plainText(cause));
  const parts = [verb, kind, key].filter((part) => typeof part === 'string');
  return parts.length > 0 ? parts.join(' ') : JSON.stringify(value);
}

const withCause = (message: string, cause: string): string =>
  message.includes(cause) ? message : `${message}: ${cause}`;

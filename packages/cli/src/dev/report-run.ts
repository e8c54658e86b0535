/**
 * A run of a controller in a line: what it did, how long it took, and why it ran. Names and texts of objects stay in that line.
 */
import { fileURLToPath } from 'node:url';
import { causeChain, visibleText } from '@reeve/machinery';
import type { Cause, ReconcileRecord } from '@reeve/runtime';
import type { Style } from '../terminal/style.ts';

/** The line for a run, with the number of times that it has failed like this in a row. */
export function runLine(record: ReconcileRecord, style: Style, times = 1): string {
  const { request, durationMs, outcome, controller } = record;
  const hasFailed = 'error' in outcome;
  const mark = hasFailed ? style.red('✗') : style.green('✓');
  const again = times > 1 ? `, ${times} times in a row` : '';
  const what = hasFailed ? style.red(`${visibleText(failureText(outcome.error))}${again}`) : writesText(record);
  const why = visibleText([...new Set(record.causes.map(causeText))].join('; ')) || 'asked for';
  const took = style.dim(`${durationMs.toFixed(1)} ms`);
  return `${mark} ${controller} ${style.bold(visibleText(request.key))}  ${what}  ${took}  ${style.dim(`because ${why}`)}${endOf(record, style)}`;
}

function writesText({ writes }: ReconcileRecord): string {
  const sent = writes.filter(({ skipped }) => skipped !== true);
  if (sent.length === 0) return 'nothing to write';
  return visibleText(sent.map(({ verb, kind, key }) => `${verb} ${kind} ${key}`).join(', '));
}

function causeText({ source, type, object, changed }: Cause): string {
  if (type === 'reload') return 'loaded again';
  const what = changed !== undefined && changed.length > 0 ? ` (${changed.slice(0, 3).join(', ')})` : '';
  return `${source} ${type}${object === undefined ? '' : ` ${object}`}${what}`;
}

/** When it runs again, and that it runs in circles. */
function endOf({ outcome, hotLoop }: ReconcileRecord, style: Style): string {
  const again = outcome.type === 'requeueAfter' ? style.dim(`, again in ${(outcome.delayMs / 1000).toFixed(0)} s`) : '';
  return `${again}${hotLoop === undefined ? '' : style.yellow('  runs in circles: it writes the same again and again')}`;
}

function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const at = /\(?(file:\/\/\S+?)\?reeve=\d+(:\d+):\d+\)?/.exec(error.stack ?? '');
  const place = at === null ? '' : ` at ${fileURLToPath(at[1] ?? '')}${at[2] ?? ''}`;
  return `${error.name}: ${messagesOf(error)}${place}${isFrozen(error) ? `: ${frozenAdvice}` : ''}`;
}

/** The message of the error, and those of its causes that say something else. */
function messagesOf(error: Error): string {
  let text = error.message;
  for (const link of causeChain(error)) {
    if (link instanceof Error && !text.includes(link.message)) text += `: ${link.message}`;
  }
  return text;
}

/** A change to an object that is frozen. What the engine says does not tell why it is. */
const isFrozen = ({ name, message }: Error): boolean =>
  name === 'TypeError' && /object is not extensible|read only property|^Cannot delete property/.test(message);

const frozenAdvice = 'objects are shared and frozen, change a copy with edit(object, (draft) => …)';

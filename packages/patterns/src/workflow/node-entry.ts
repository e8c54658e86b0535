/**
 * What the owner's status keeps of a node. All decisions about tries are made from it, so that another process goes on where one has ended.
 */
import { InvalidInputError, canonicalJson, parseJson } from '@reeve/machinery';
import type { NodeRetry } from './workflow-node.ts';

/**
 * `Waiting`: for other nodes, or until it is ready. `Running`: a task was begun. `Retrying`: it failed and is tried again. `Failed`: not before its input changes. `Deleted`: it has
 * succeeded, and its objects were deleted. `Removing`, `Removed`: the owner is being deleted.
 */
export type NodeState =
  | 'Waiting'
  | 'Running'
  | 'Done'
  | 'Retrying'
  | 'Failed'
  | 'Skipped'
  | 'Deleted'
  | 'Removing'
  | 'Removed';

/** The record of one node. */
export interface NodeEntry {
  readonly state: NodeState;
  /** Since when it is in this state. */
  readonly since: string;
  /** Why, where it needs saying. */
  readonly message?: string | undefined;
  /** A hash of what was tried. */
  readonly input?: string | undefined;
  /** How often that was tried. */
  readonly attempts?: number | undefined;
  /** When it is tried again. */
  readonly retryAt?: string | undefined;
  /** What was put out last, as JSON text, which comes back exactly as it was. */
  readonly output?: string | undefined;
}

/** The longest output that is kept: all owners' statuses are in the memory of everybody who watches them. */
const longestOutput = 16 * 1024;

/** An output as text. What is not JSON would come back as something else, and is refused. */
export function outputText(node: string, output: unknown): string {
  const text = canonicalJson(output === undefined ? null : output);
  if (text.length > longestOutput)
    throw new InvalidInputError(
      node,
      `the node ${node} put out ${text.length} characters, and its owner's status keeps at most ${longestOutput}: keep it in an object, and put out the name of that`,
    );
  return text;
}

/** An output that was kept; undefined where there is none. */
export const outputOf = (entry: NodeEntry | undefined): unknown => {
  if (entry?.output === undefined) return undefined;
  const value = parseJson(entry.output);
  return value === null ? undefined : value;
};

/** What is to be done with something that may have been tried before. */
export type Attempt =
  | { readonly type: 'try'; readonly attempt: number }
  | { readonly type: 'wait'; readonly delayMs: number; readonly message: string }
  | { readonly type: 'failed'; readonly message: string };

/** Decides whether a node is tried with this input. */
export function attemptOf(entry: NodeEntry | undefined, input: string, nowMs: number, retry: NodeRetry = {}): Attempt {
  if (entry === undefined || entry.input !== input || entry.state === 'Removing') return { type: 'try', attempt: 1 };
  const { state, attempts = 0, message = '', retryAt } = entry;
  if (state === 'Failed') return { type: 'failed', message };
  const delayMs = retryAt === undefined ? 0 : Date.parse(retryAt) - nowMs;
  if (delayMs > 0) return { type: 'wait', delayMs, message };
  if (state === 'Running' && attempts >= (retry.limit ?? Infinity))
    return { type: 'failed', message: `the process ended during try ${attempts} of ${attempts}` };
  return { type: 'try', attempt: attempts + 1 };
}

/** When a node is tried again after so many tries; undefined where it is not. */
export function delayAfter(
  attempts: number,
  { limit = Infinity, delayMs = 1000, longestDelayMs = 300_000 }: NodeRetry = {},
): number | undefined {
  if (attempts >= limit) return undefined;
  return Math.min(longestDelayMs, delayMs * 2 ** Math.min(attempts - 1, 40));
}

/** Throws what is wrong with retries. */
export function checkRetry(node: string, { limit = 1, delayMs = 1, longestDelayMs = 1 }: NodeRetry = {}): void {
  const isLimit = limit === Infinity || (Number.isInteger(limit) && limit >= 1);
  if (isLimit && [delayMs, longestDelayMs].every((ms) => ms > 0 && ms < Infinity)) return;
  throw new InvalidInputError(
    node,
    `the retries of the node ${node} make no sense: give a limit of at least 1, and delays in milliseconds above 0`,
  );
}

/**
 * A step that says the status of an object: from the object to its next status, and a condition that says whether that went well. Only what changed is written.
 * Upstream: rancher/wrangler's status handlers.
 */
import {
  InvalidInputError,
  applyMergePatch,
  createMergePatch,
  generationOf,
  isAbort,
  isConflict,
  isSkip,
  semanticEqual,
} from '@reeve/machinery';
import type { AnyKind, CachedObject, DeepReadonly, KindObject } from '@reeve/machinery';
import { PartialFailureError } from '@reeve/runtime';
import type { ReconcileContext, ReconcileResult, Step } from '@reeve/runtime';
import { succeeded, verdictOf, withVerdict } from './handler-condition.ts';
import type { ConditionShape, HandlerVerdict } from './handler-condition.ts';
import { patchStatusTo, statusIn } from './patch-status.ts';

/** The status of the objects of a kind. */
export type StatusOf<K extends AnyKind> = KindObject<K> extends { status?: infer Status } ? NonNullable<Status> : never;

/** How a handler says in a condition how it fares. */
export interface ConditionOptions {
  /** The type of the condition, as `Deployed`; none unless given. */
  readonly condition?: string;
  /** `standard` unless given. */
  readonly conditionShape?: ConditionShape;
}

/** What a status handler does. */
export interface StatusHandlerOptions<K extends AnyKind> extends ConditionOptions {
  readonly name: string;
  /**
   * The next status. It is written if it means something else than the one there is; nothing leaves it as it is. What throws leaves it as it is too, and tells of itself in the condition.
   */
  readonly next: (
    object: CachedObject<K>,
    context: ReconcileContext<K>,
  ) => DeepReadonly<StatusOf<K>> | void | Promise<DeepReadonly<StatusOf<K>> | void>;
}

/** A step that says the status of living objects. */
export function statusHandler<const K extends AnyKind>(kind: K, options: StatusHandlerOptions<K>): Step<K> {
  const { name, next } = options;
  checkStatusKind(kind, name);
  return {
    name,
    live: (object, context) =>
      withStatus(kind, options, object, context, async () => {
        const status = await next(object, context);
        return { ...(status && { status: status as object }), verdict: succeeded };
      }),
  };
}

/** What a handler came to. */
export interface HandlerOutcome {
  /** The next status; absent where it stays as it is. */
  readonly status?: object;
  /** What the condition says; absent where it stays as it is. */
  readonly verdict?: HandlerVerdict;
  readonly result?: ReconcileResult;
}

/** Runs a handler and writes what it says about status and condition. Its error counts more than one of the write. */
export async function withStatus<K extends AnyKind>(
  kind: K,
  options: ConditionOptions & { readonly name: string },
  object: CachedObject<K>,
  context: ReconcileContext<K>,
  handle: () => Promise<HandlerOutcome>,
): Promise<ReconcileResult | void> {
  let outcome: HandlerOutcome;
  try {
    outcome = await handle();
  } catch (error) {
    if (isSkip(error) || isConflict(error) || isAbort(error) || context.signal.aborted) throw error;
    await alsoWriting(options.name, error, () =>
      writeStatus(kind, options, object, context, { verdict: verdictOf(error) }),
    );
    throw error;
  }
  await writeStatus(kind, options, object, context, outcome);
  return outcome.result;
}

/** A failed write is told beside the failure of the handler. */
async function alsoWriting(name: string, error: unknown, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (failure) {
    throw new PartialFailureError(name, [
      { name: 'the handler', error },
      { name: 'writing its status', error: failure },
    ]);
  }
}

/** Writes the fields that the handler has changed over the newest state, bound to its version, so that nobody's fields or conditions are overwritten unseen. */
async function writeStatus<K extends AnyKind>(
  kind: K,
  { condition, conditionShape = 'standard' }: ConditionOptions,
  given: CachedObject<K>,
  context: ReconcileContext<K>,
  { status, verdict }: HandlerOutcome,
): Promise<void> {
  const object = (await context.get(kind, context.key)) ?? given;
  const before = statusIn(object);
  const told = status === undefined ? before : changedBy(statusIn(given), status, before);
  const place = {
    type: condition ?? '',
    shape: conditionShape,
    generation: generationOf(object),
    nowMs: context.now(),
  };
  const next = condition === undefined || verdict === undefined ? told : withVerdict(told, verdict, place);
  if (next === before) return;
  await patchStatusTo(kind, object, next, context);
}

/** The newest status with what a handler has changed of the one it was given; the very same where that means nothing else. */
function changedBy(given: object, next: object, newest: object): object {
  const changed = applyMergePatch(newest, createMergePatch(given, next));
  return semanticEqual(changed, newest) ? newest : changed;
}

/** Throws where there is no status to write. */
export function checkStatusKind(kind: AnyKind, name: string): void {
  if (kind.subresources.includes('status')) return;
  throw new InvalidInputError(
    kind.kind,
    `the handler ${name} is for ${kind.kind}, which has no status subresource: give defineResource a status, or write a plain step`,
  );
}

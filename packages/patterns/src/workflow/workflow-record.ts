/**
 * The record of a workflow in the status of its owner, read once for a run and written while it goes on. Each write is bound to the version that was read: a process that looks at an old
 * state cannot write, and so never begins a task that another has done.
 */
import { ConflictError, TerminalError, deepEqual, formatTime, generationOf, isConflict, uidOf } from '@reeve/machinery';
import type { AnyKind, CachedObject } from '@reeve/machinery';
import type { ReconcileContext } from '@reeve/runtime';
import { withVerdict } from '../step/handler-condition.ts';
import type { ConditionShape, HandlerVerdict } from '../step/handler-condition.ts';
import { patchStatusTo, statusIn } from '../step/patch-status.ts';
import type { NodeEntry } from './node-entry.ts';

/** What is written. */
export interface RecordOptions<K extends AnyKind> {
  readonly kind: K;
  readonly context: ReconcileContext<K>;
  /** The field of the status that keeps it. */
  readonly field: string;
  readonly conditionShape: ConditionShape;
  /** What the conditions are to say, by their types. */
  readonly verdicts: (entries: Entries) => Iterable<readonly [string, HandlerVerdict]>;
}

type Entries = Readonly<Record<string, NodeEntry | undefined>>;

/** How often a write is tried again where somebody else has written to the same object. */
const mostTries = 5;

/** The record of one owner during a run. */
export class WorkflowRecord<K extends AnyKind> {
  readonly #options: RecordOptions<K>;
  readonly #uid: string | undefined;
  /** As it is on the server. */
  #stored: Entries;
  #entries: Entries;
  #saving: Promise<unknown> = Promise.resolve();

  constructor(object: CachedObject<K>, options: RecordOptions<K>) {
    this.#options = options;
    this.#uid = uidOf(object);
    this.#stored = this.#entriesIn(object);
    this.#entries = this.#stored;
  }

  get entries(): Entries {
    return this.#entries;
  }

  get(name: string): NodeEntry | undefined {
    return Object.hasOwn(this.#entries, name) ? this.#entries[name] : undefined;
  }

  /** Notes how a node fares; `save` writes it. */
  set(name: string, entry: Omit<NodeEntry, 'since'> | undefined): void {
    const before = this.get(name);
    const since = before?.state === entry?.state ? before?.since : undefined;
    this.#entries = {
      ...this.#entries,
      [name]: entry && withoutUndefined({ ...entry, since: since ?? formatTime(this.#options.context.now()) }),
    };
  }

  /** Writes what was noted. Writes of nodes that run at the same time follow each other. */
  save(): Promise<void> {
    const saved = this.#saving.then(() => this.#save());
    this.#saving = saved.catch(() => undefined); // whoever asked for it hears of it
    return saved;
  }

  async #save(): Promise<void> {
    const { kind, context } = this.#options;
    let newest = await context.get(kind, context.key);
    for (let tries = 1; ; tries += 1) {
      if (newest === undefined || uidOf(newest) !== this.#uid || !deepEqual(this.#entriesIn(newest), this.#stored))
        throw new ConflictError(kind, context.key);
      const entries = withoutUndefined(this.#entries);
      try {
        await this.#write(newest, entries);
        this.#stored = entries;
        return;
      } catch (error) {
        if (!isConflict(error) || tries === mostTries) throw error;
        newest = (await context.client.get<AnyKind>(kind, context.key, { signal: context.signal })) as CachedObject<K>; // an object of the kind
      }
    }
  }

  async #write(newest: CachedObject<K>, entries: Entries): Promise<void> {
    const { kind, context, field, conditionShape, verdicts } = this.#options;
    const place = { shape: conditionShape, generation: generationOf(newest), nowMs: context.now() };
    let next: object = { ...statusIn(newest), [field]: entries };
    for (const [type, verdict] of verdicts(entries)) next = withVerdict(next, verdict, { type, ...place });
    const written = await patchStatusTo(kind, newest, next, context);
    if (deepEqual(this.#entriesIn(written), entries)) return;
    throw new TerminalError(
      `the server has not kept status.${field} of ${kind.kind} ${context.key}, where the workflow keeps its results: add ${field}: k.workflow() to the status of defineResource`,
    );
  }

  #entriesIn(object: CachedObject<K>): Entries {
    const status = (object as { readonly status?: Readonly<Record<string, unknown>> }).status;
    return (status?.[this.#options.field] ?? {}) as Entries; // its schema is k.workflow()
  }
}

const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;

/**
 * The server's memory: every object in versions, one revision that only grows, and a log per resource inside a window. All of a write happens in one
 * synchronous step, so there is nothing half-written to see. Upstream: etcd, and the watch cache in front of it.
 */
import { deepFreeze, withFields, type Clock, type DeepReadonly, type UnstructuredObject } from '@reeve/machinery';
import { KeptBytes } from './kept-bytes.ts';
import { ResourceTable } from './resource-table.ts';
import { SharedFields } from './shared-fields.ts';
import { StoredObject } from './stored-object.ts';
import type { Snapshot } from './snapshot.ts';

/** How much history is kept: what is younger than `ms`, and never less than `entries` per resource. */
export interface HistoryWindow {
  readonly ms: number;
  readonly entries: number;
}

/** What a write decides, given what is there: an object to store, a deletion (with the object's last state), or nothing to do. */
export type Decision =
  | { readonly type: 'put'; readonly object: DeepReadonly<UnstructuredObject> }
  | { readonly type: 'delete'; readonly object: DeepReadonly<UnstructuredObject> }
  | { readonly type: 'keep' };

/** One committed change, as a durable backend records it. */
export interface Commit {
  readonly resource: string;
  readonly key: string;
  readonly revision: number;
  readonly object: DeepReadonly<UnstructuredObject>;
  readonly isDeleted: boolean;
}

/** Told of a commit, and of what was under its key before. */
export type CommitObserver = (commit: Commit, before: StoredObject | undefined) => void;

const defaultWindow: HistoryWindow = { ms: 5 * 60_000, entries: 1000 };

export class Store {
  readonly #clock: Clock;
  readonly #window: HistoryWindow;
  readonly #tables = new Map<string, ResourceTable>();
  /** Apart from the tables, which a snapshot replaces. */
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #observers = new Set<CommitObserver>();
  readonly #fields = new SharedFields();
  readonly #kept = new KeptBytes();
  #revision: number;
  /** How far back reads go in tables that are still to come, and where watches of them may begin. */
  #oldest = 0;
  #begun = 0;

  constructor(options: { clock: Clock; window?: Partial<HistoryWindow>; revision?: number }) {
    this.#clock = options.clock;
    this.#window = { ...defaultWindow, ...options.window };
    this.#revision = options.revision ?? 1;
  }

  /** The revision of the newest write. */
  get revision(): number {
    return this.#revision;
  }

  /** The objects of a resource; a resource nobody wrote to has an empty table. */
  table(resource: string): ResourceTable {
    let table = this.#tables.get(resource);
    if (table === undefined) this.#tables.set(resource, (table = new ResourceTable(this.#begun, this.#oldest)));
    return table;
  }

  /**
   * Decides and writes in one step: nothing can come between what `decide` sees and what is stored. The object gets the new version; what `decide` throws
   * leaves everything as it was. Returns the version that is current afterwards, or the deleted one.
   */
  commit(
    resource: string,
    key: string,
    decide: (current: StoredObject | undefined) => Decision,
  ): StoredObject | undefined {
    const table = this.table(resource);
    const before = table.get(key);
    const decision = decide(before);
    if (decision.type === 'keep') return before;
    return this.#write(table, resource, key, decision.object, decision.type === 'delete');
  }

  /** Puts recorded commits back, as they were: how a server that is started again gets its data. Nobody is told. */
  load(commits: readonly Commit[]): void {
    for (const { resource, key, revision, object, isDeleted } of commits) {
      this.#revision = Math.max(this.#revision, revision);
      if (isDeleted) this.#tables.get(resource)?.drop(key);
      else this.table(resource).put(this.#first({ key, revision, object: deepFreeze(object) }));
    }
    this.#oldest = this.#begun = this.#revision;
    for (const table of this.#tables.values()) table.log.forget(this.#revision);
  }

  /** Goes on from a higher revision. */
  skipTo(revision: number): void {
    this.#revision = Math.max(this.#revision, revision);
    this.compact();
  }

  /** Calls back after every change of a resource, in the same step; ends with the function it returns. */
  onChange(resource: string, listener: () => void): () => void {
    let listeners = this.#listeners.get(resource);
    if (listeners === undefined) this.#listeners.set(resource, (listeners = new Set()));
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Whether anybody is called back after changes of a resource. */
  isFollowed(resource: string): boolean {
    return (this.#listeners.get(resource)?.size ?? 0) > 0;
  }

  /** Sees every commit, in order: how a durable backend or a controller inside the server follows. */
  onCommit(observer: CommitObserver): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** Forgets history now: reads and watches from before the current revision are too old from here on. */
  compact(): void {
    this.#oldest = this.#begun = this.#revision;
    for (const table of this.#tables.values()) table.release(table.log.forget(this.#revision));
  }

  /** From here on the server has clients: no watch begins before. */
  begin(): void {
    this.#begun = this.#revision;
    for (const table of this.#tables.values()) table.log.beginAt(this.#revision);
  }

  /** All objects as they are, by reference: taking it costs a list of pointers. */
  snapshot(): Snapshot {
    const resources = new Map([...this.#tables].map(([name, table]) => [name, [...table.current()]] as const));
    return { revision: this.#revision, resources };
  }

  /**
   * Puts everything back as it was when the snapshot was taken. The revision goes on growing, so that no client sees time run backwards; watches from
   * before are told that they are too old.
   */
  restore(snapshot: Snapshot): void {
    this.#revision = Math.max(this.#revision, snapshot.revision) + 1;
    this.#oldest = this.#begun = this.#revision;
    this.#tables.clear();
    for (const [name, objects] of snapshot.resources) {
      const table = this.table(name);
      for (const object of objects) table.put(object.previous === undefined ? object : this.#withoutHistory(object));
    }
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener();
  }

  #write(
    table: ResourceTable,
    resource: string,
    key: string,
    object: DeepReadonly<UnstructuredObject>,
    isDeleted: boolean,
  ): StoredObject {
    const revision = (this.#revision += 1);
    const before = table.head(key);
    const { managedFields } = object.metadata;
    const resourceVersion = String(revision);
    const metadata = withFields(
      object.metadata,
      managedFields ? { managedFields: this.#fields.share(managedFields), resourceVersion } : { resourceVersion },
    );
    const stamped: DeepReadonly<UnstructuredObject> = deepFreeze({ ...object, metadata });
    const version = new StoredObject({ key, revision, object: stamped, isDeleted, previous: before, kept: this.#kept });
    table.put(version);
    const time = this.#clock.monotonic();
    table.log.append({ revision, time, current: version, previous: before?.isDeleted ? undefined : before });
    table.release(table.log.compact({ since: time - this.#window.ms, atLeast: this.#window.entries }));
    for (const observer of this.#observers) observer({ resource, key, revision, object: stamped, isDeleted }, before);
    for (const listener of this.#listeners.get(resource) ?? []) listener();
    return version;
  }

  /** The same version, with nothing before it. One that has nothing before it never comes to have something, and can be shared. */
  #withoutHistory({ key, revision, object }: StoredObject): StoredObject {
    return this.#first({ key, revision, object });
  }

  #first(fields: Pick<StoredObject, 'key' | 'revision' | 'object'>): StoredObject {
    return new StoredObject({ ...fields, isDeleted: false, previous: undefined, kept: this.#kept });
  }
}

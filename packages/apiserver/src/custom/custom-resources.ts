/**
 * Follows the definitions of custom resources: accepts their names, serves what they define, and takes it away again when they are deleted. All of it
 * happens a turn after the write that caused it, as a controller would. Upstream: the apiextensions controllers.
 */
import { compareVersionPriority, deepEqual, formatTime, type Clock } from '@reeve/machinery';
import type { ApiObject, ResourceRegistry, Store } from '@reeve/registry';
import type { TickBatcher } from '../engine/tick-batcher.ts';
import type { ConverterFor } from '../conversion/webhook-converter.ts';
import { nextStatus } from './accept-names.ts';
import { customResource } from './custom-resource.ts';
import { VersionEngines } from './version-engines.ts';
import { cleanupFinalizer, definitionTable, isConditionTrue, specOf, statusOf } from './definition.ts';

export class CustomResources {
  readonly #store: Store;
  readonly #registry: ResourceRegistry;
  readonly #ticks: TickBatcher;
  readonly #clock: Clock;
  readonly #pending = new Set<string>();
  readonly #converterFor: ConverterFor;
  readonly #stopObserving: () => void;
  #isScheduled = false;
  /** The version of each definition as it is served now. */
  readonly #served = new Map<string, string>();

  /** Says who manages the status: the server does. */
  readonly #trackStatus: (old: ApiObject, definition: ApiObject) => ApiObject;

  constructor(options: {
    store: Store;
    registry: ResourceRegistry;
    ticks: TickBatcher;
    clock: Clock;
    trackStatus(this: void, old: ApiObject, definition: ApiObject): ApiObject;
    converterFor: ConverterFor;
  }) {
    this.#converterFor = options.converterFor;
    this.#trackStatus = options.trackStatus;
    this.#store = options.store;
    this.#registry = options.registry;
    this.#ticks = options.ticks;
    this.#clock = options.clock;
    this.#stopObserving = this.#store.onCommit(({ resource, key }) => {
      if (resource === definitionTable) this.#enqueue(key);
      else if (this.#waiting.has(resource)) this.#enqueue(this.#waiting.get(resource) ?? '');
    });
  }

  /** Tables of definitions that are being deleted and wait for their last object to go. */
  readonly #waiting = new Map<string, string>();

  /** Looks at everything again: after a snapshot was put back. */
  refresh(): void {
    this.#registry.remove((resource) => resource.isCustom);
    this.#served.clear();
    for (const { key } of this.#store.table(definitionTable).current()) this.#reconcile(key);
  }

  stop(): void {
    this.#stopObserving();
  }

  #enqueue(key: string): void {
    this.#pending.add(key);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#ticks.next(() => {
      this.#isScheduled = false;
      const keys = [...this.#pending];
      this.#pending.clear();
      for (const each of keys) this.#reconcile(each);
    });
  }

  #reconcile(key: string): void {
    const definition = this.#store.table(definitionTable).get(key)?.object;
    if (definition === undefined) return this.#unserve(key);
    if (definition.metadata.deletionTimestamp) return this.#terminate(key, definition);
    const status = nextStatus(definition, this.#others(key), formatTime(this.#clock.now()));
    const wanted = this.#trackStatus(definition, { ...definition, status: status });
    if (!deepEqual(wanted, definition))
      this.#store.commit(definitionTable, key, () => ({ type: 'put', object: wanted }));
    if (isConditionTrue(wanted, 'Established')) this.#serve(key, wanted);
  }

  #others(key: string): ApiObject[] {
    return [...this.#store.table(definitionTable).current()]
      .filter((other) => other.key !== key)
      .map(({ object }) => object);
  }

  #serve(key: string, definition: ApiObject): void {
    const { group, versions } = specOf(definition);
    const fingerprint = JSON.stringify([
      definition['spec'],
      statusOf(definition).acceptedNames,
      definition.metadata.deletionTimestamp,
    ]);
    if (this.#served.get(key) === fingerprint) return;
    this.#registry.remove(
      (resource) =>
        resource.isCustom && resource.group === group && resource.plural === specOf(definition).names.plural,
    );
    const engines = new VersionEngines(definition);
    this.#registry.add(
      versions
        .filter(({ served }) => served)
        .map((version) => customResource(definition, version, engines, this.#converterFor)),
    );
    this.#registry.orderVersions(
      group,
      [
        ...new Set(
          this.#registry
            .all()
            .filter((resource) => resource.group === group)
            .map(({ version }) => version),
        ),
      ].toSorted(compareVersionPriority),
    );
    this.#served.set(key, fingerprint);
  }

  #unserve(key: string): void {
    if (!this.#served.delete(key)) return;
    const [plural = '', ...group] = key.split('.');
    this.#registry.remove(
      (resource) => resource.isCustom && resource.plural === plural && resource.group === group.join('.'),
    );
  }

  /** Deletes the objects; when the last one is gone, lets the definition go too. */
  #terminate(key: string, definition: ApiObject): void {
    if (!(definition.metadata.finalizers ?? []).includes(cleanupFinalizer)) return;
    const { group, names } = specOf(definition);
    const table = `${group}/${names.plural}`;
    const now = formatTime(this.#clock.now());
    this.#waiting.set(table, key);
    for (const stored of Array.from(this.#store.table(table).current())) this.#deleteObject(table, stored.key, now);
    if (this.#store.table(table).count > 0) return this.#serve(key, definition);
    this.#waiting.delete(table);
    this.#unserve(key);
    this.#finish(key);
  }

  #deleteObject(table: string, key: string, now: string): void {
    this.#store.commit(table, key, (current) => {
      if (current === undefined || current.object.metadata.deletionTimestamp) return { type: 'keep' };
      if ((current.object.metadata.finalizers ?? []).length === 0) return { type: 'delete', object: current.object };
      return {
        type: 'put',
        object: {
          ...current.object,
          metadata: { ...current.object.metadata, deletionTimestamp: now, deletionGracePeriodSeconds: 0 },
        },
      };
    });
  }

  #finish(key: string): void {
    this.#store.commit(definitionTable, key, (current) => {
      if (current === undefined) return { type: 'keep' };
      const finalizers = (current.object.metadata.finalizers ?? []).filter((name) => name !== cleanupFinalizer);
      const object: ApiObject = { ...current.object, metadata: { ...current.object.metadata, finalizers } };
      return finalizers.length === 0 ? { type: 'delete', object } : { type: 'put', object };
    });
  }
}

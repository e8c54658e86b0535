/**
 * Makes a running controller of a definition: sources for the kind, what it owns and what it watches, and a reconciler that reads the object and gives it the context.
 * Upstream: controller-runtime pkg/builder, reconcile.ObjectReconciler.
 */
import type { Cache } from '@reeve/cache';
import type { Client } from '@reeve/client';
import { isNotFound, parseKey } from '@reeve/machinery';
import type { AnyKind, DeepReadonly, Host, KubeObject } from '@reeve/machinery';
import type { QueueMetricsProvider } from '@reeve/queue';
import type { EventRecorder } from '../events/event-input.ts';
import { toMapped, toObject, toOwner } from '../handler/event-mapper.ts';
import type { Logger } from '../log/logger.ts';
import type { ReconcileRecord } from '../manager/manager-options.ts';
import { predicate } from '../predicate/predicate.ts';
import type { Predicate } from '../predicate/predicate.ts';
import type { ReconcileResult } from '../reconcile/outcome.ts';
import type { ReconcileContext } from '../reconcile/reconcile-context.ts';
import { HotLoops } from '../reconcile/hot-loops.ts';
import { KindSource } from '../source/kind-source.ts';
import type { Source } from '../source/source.ts';
import type { Fence } from '../write/fence.ts';
import { WritePath } from '../write/write-path.ts';
import type { WriteRecord } from '../write/write-record.ts';
import type { ControllerMetrics } from './controller-metrics.ts';
import { Controller } from './controller.ts';
import type { ControllerSettings, Run } from './controller-options.ts';
import type { ControllerDefinition } from './define-controller.ts';
import { controllerName, ownedOf } from './define-controller.ts';
import { noteLoop, sayLoop } from './hot-loop-report.ts';
import { formatRequest } from './request-key.ts';

/** What a definition is run with. */
export interface Surroundings {
  readonly client: Client;
  readonly cache: Cache;
  readonly host: Host;
  readonly log: Logger;
  readonly settings: ControllerSettings & { readonly concurrencyByKind?: Readonly<Record<string, number>> };
  readonly fence: Fence;
  /** A recorder of events under a controller's name. */
  readonly events: (controller: string) => EventRecorder;
  readonly metrics?: ControllerMetrics;
  readonly queueMetrics?: QueueMetricsProvider;
  readonly onReconcile: (record: ReconcileRecord) => void;
}

/** The controller of a definition. */
export function controllerFrom(definition: ControllerDefinition, around: Surroundings): Controller {
  const kind = definition.for;
  const writes = new Map<string, WriteRecord[]>();
  const loops = new HotLoops(around.host.clock, definition.toleratedRepeats);
  const { concurrencyByKind = {}, ...settings } = around.settings;
  const byKind = concurrencyByKind[`${kind.kind}.${kind.group}`];
  const maxConcurrent = definition.maxConcurrent ?? byKind;
  return new Controller(
    {
      ...definition,
      ...(maxConcurrent !== undefined && { maxConcurrent }),
      name: controllerName(definition),
      host: around.host,
      log: around.log.with({ controllerGroup: kind.group, controllerKind: kind.kind }),
      sources: sourcesOf(definition, around.cache),
      ...(around.metrics && { metrics: around.metrics }),
      ...(around.queueMetrics && { queueMetrics: around.queueMetrics }),
      reconcile: (run) => {
        const heldMs = loops.heldMs(formatRequest(run.request));
        if (heldMs > 0) return { requeueAfterMs: heldMs };
        return new ObjectRun(definition, around, run, writes).reconcile();
      },
      onRun: (run) => {
        const written = writes.get(run.id) ?? [];
        writes.delete(run.id);
        const hotLoop = noteLoop(loops, run, written);
        if (hotLoop !== undefined) sayLoop(definition, around, run, hotLoop);
        around.onReconcile({ ...run, writes: written, ...(hotLoop && { hotLoop }) });
      },
    },
    settings,
  );
}

function sourcesOf(
  { for: kind, owns = [], watches = [], sources = [], predicates = [] }: ControllerDefinition,
  cache: Cache,
): Source[] {
  return [
    new KindSource({ cache, kind, mapper: toObject(), predicates }),
    ...owns.map(ownedOf).map(({ kind: owned, anyOwner = false, predicates: own = [], view = 'full' }) => {
      const isForeign = notOwnEcho(owned, cache);
      return new KindSource({
        cache,
        kind: owned,
        name: `owned ${owned.kind}`,
        mapper: toOwner(kind, { anyOwner }),
        predicates: [isForeign, ...own],
        view,
      });
    }),
    ...watches.map(({ kind: other, map, predicates: own = [], view = 'full' }) => {
      const mapper = typeof map === 'function' ? toMapped(map) : map;
      return new KindSource({ cache, kind: other, name: `watched ${other.kind}`, mapper, predicates: own, view });
    }),
    ...sources,
  ];
}

/** What the controller wrote itself does not wake it: it knows. A run that failed after writing is tried again anyway. */
const notOwnEcho = (kind: AnyKind, cache: Cache): Predicate =>
  predicate('not an echo', {
    create: (object) => !cache.overlay.isOwnEcho(kind, object),
    update: (object, old) => object === old || !cache.overlay.isOwnEcho(kind, object),
  });

/** One run for one object. */
class ObjectRun {
  readonly #definition: ControllerDefinition;
  readonly #around: Surroundings;
  readonly #run: Run;
  readonly #writes: Map<string, WriteRecord[]>;

  constructor(definition: ControllerDefinition, around: Surroundings, run: Run, writes: Map<string, WriteRecord[]>) {
    this.#definition = definition;
    this.#around = around;
    this.#run = run;
    this.#writes = writes;
  }

  async reconcile(): Promise<ReconcileResult | void> {
    const { for: kind } = this.#definition;
    const { request, signal } = this.#run;
    const object = await found(this.#around.cache.get(kind, request.key, { signal }));
    if (object !== undefined) return await this.#definition.reconcile(object, this.#context(object));
    const gone = { metadata: parseKey(request.key) };
    return await this.#definition.gone?.(request.key, this.#context(gone));
  }

  #context(primary: DeepReadonly<KubeObject>): ReconcileContext {
    const { cache, client } = this.#around;
    const { request, id, attempt, causes, signal, log } = this.#run;
    const { apiVersion, kind } = this.#definition.for;
    const path = this.#writePath(primary);
    return {
      key: request.key,
      cluster: request.cluster,
      id,
      attempt,
      causes,
      signal,
      log,
      client,
      get: (other, key) => found(cache.get(other, key, { signal })),
      list: async (other, query = {}) => (await cache.list(other, { signal, ...query })).items,
      apply: ((objects: KubeObject | readonly KubeObject[]) =>
        Array.isArray(objects)
          ? path.applyAll(objects)
          : path.apply(objects as KubeObject)) as ReconcileContext['apply'], // one or several, as given
      create: (other, object) => path.create(other, object),
      update: (other, object) => path.update(other, object),
      patch: (other, object, patch) => path.patch(other, object, patch),
      delete: (other, object, options) => path.delete(other, object, options),
      status: (status) => path.status(status),
      event: (said) => this.#around.events(this.#name).event({ ...primary, apiVersion, kind }, said),
    };
  }

  get #name(): string {
    return controllerName(this.#definition);
  }

  #writePath(primary: DeepReadonly<KubeObject>): WritePath {
    const { client, cache, fence } = this.#around;
    const { for: kind, owns = [], watches = [], fieldManager = this.#name } = this.#definition;
    const owned = owns.map((one) => ownedOf(one));
    const full = owned.filter(({ view }) => view !== 'metadata').map((one) => one.kind);
    return new WritePath({
      client,
      cache,
      primary,
      kind,
      owns: owned.map((one) => one.kind),
      kinds: [kind, ...full, ...watches.map((watch) => watch.kind)],
      fieldManager,
      fence,
      signal: this.#run.signal,
      onWrite: (record) => this.#note(record),
    });
  }

  #note(record: WriteRecord): void {
    const known = this.#writes.get(this.#run.id) ?? [];
    this.#writes.set(this.#run.id, [...known, record]);
  }
}

async function found<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

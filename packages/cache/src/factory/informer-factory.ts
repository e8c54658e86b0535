/**
 * Informers by kind and selection, one for all who want the same. They are counted: the last user's leaving stops an informer after a
 * grace period, and a later request makes a new one. One that cannot sync holds up nobody else.
 * Upstream: client-go informers.SharedInformerFactory, dynamicinformer, metadatainformer; lasso pkg/cache SharedCacheFactory.
 */
import {
  deadlineSignal,
  sameKind,
  TaskScope,
  type AnyKind,
  type Host,
  type KindObject,
  type KubeObject,
  type Transport,
} from '@reeve/machinery';
import type { InformerMetricsProvider } from '../informer/informer-metrics.ts';
import type { NameReservation } from '../informer/informer-names.ts';
import type { InformerProblem } from '../informer/informer-options.ts';
import { waitForSync, type SyncResult } from '../informer/wait-for-sync.ts';
import { kindListerWatcher } from '../lister-watcher/kind-lister-watcher.ts';
import type { ListerWatcher } from '../lister-watcher/lister-watcher.ts';
import { milliseconds } from '../number-checks.ts';
import { HealthProbe } from './health-probe.ts';
import { InformerHandle } from './informer-handle.ts';
import {
  checkSettings,
  defaultResyncMs,
  settingsIn,
  type InformerSettings,
  type KindSettings,
} from './informer-settings.ts';
import { selectionKey, toSelection, type Selection, type View } from './selection.ts';
import { SharedEntry } from './shared-entry.ts';

/** What went wrong with an informer of the factory. */
export type FactoryProblem = { readonly what: string } & (
  | InformerProblem
  | { readonly type: 'watch'; readonly error: unknown }
  | { readonly type: 'ended'; readonly error: unknown }
);

/** How a factory is made. */
export interface InformerFactoryOptions extends InformerSettings {
  readonly host: Host;
  readonly transport: Transport;

  /** Settings of single kinds, made with `settingsFor`. */
  readonly kinds?: readonly KindSettings[];

  /** How long an informer without users goes on; a minute unless given. */
  readonly graceMs?: number;

  /** Hears of everything that goes wrong and is survived. */
  readonly onProblem?: (problem: FactoryProblem) => void;

  /** Told when the server stops answering after a failure, and when it is back. */
  readonly onHealth?: (isHealthy: boolean) => void;

  /** The name under which metrics are kept. */
  readonly name?: NameReservation;
  readonly metrics?: InformerMetricsProvider;

  /** Another way to list and watch than over the transport. */
  readonly source?: (kind: AnyKind, selection: Selection, view: View) => ListerWatcher;
}

/** How long to wait. */
export interface SyncWaitOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** Makes informers, and shares them. */
export class InformerFactory implements AsyncDisposable {
  readonly #options: InformerFactoryOptions;
  readonly #entries = new Map<string, SharedEntry<KubeObject>>();
  readonly #probe: HealthProbe | undefined;
  #scope: TaskScope | undefined;
  #isShutDown = false;

  constructor(options: InformerFactoryOptions) {
    this.#options = checkSettings(options);
    milliseconds('graceMs of an informer factory', options.graceMs ?? 0);
    for (const settings of options.kinds ?? []) checkSettings(settings);
    const { host, transport, onHealth } = options;
    this.#probe = onHealth && new HealthProbe({ host, transport, onHealth });
  }

  get isStarted(): boolean {
    return this.#scope !== undefined;
  }

  /** How many informers there are. */
  get size(): number {
    return this.#entries.size;
  }

  /**
   * The informer of a kind and selection, to be released when it is no longer needed. What is not said here comes from the kind's settings and
   * the factory's. In a factory that has started it starts by itself.
   */
  informer<K extends AnyKind>(
    kind: K,
    settings: InformerSettings<KindObject<K>> & { readonly view?: View } = {},
  ): InformerHandle<KindObject<K>> {
    const effective = this.#settings(kind, settings as unknown as InformerSettings); // its functions are only given objects of this kind
    const selection = toSelection(kind, effective);
    const key = selectionKey(kind, selection);
    const { view = 'full' } = settings;
    const entry = this.#entries.get(key) ?? this.#add(key, kind, selection, effective, view);
    if (view === 'full') entry.use('full'); // who wants metadata finds it in whole objects, too
    return new InformerHandle<KindObject<K>>(kind, entry as unknown as SharedEntry<KindObject<K>>); // made for this kind
  }

  /** Starts all informers, and from now on each new one. They run until the signal aborts. A second call changes nothing. */
  start(signal: AbortSignal): void {
    if (this.#scope !== undefined || this.#isShutDown) return;
    this.#scope = new TaskScope(signal);
    for (const entry of this.#entries.values()) this.#run(entry);
  }

  /** Waits for all informers that were started: who synced, who did not, and why. Without a timeout, until each has an answer. */
  async waitForCacheSync({ signal, timeoutMs }: SyncWaitOptions = {}): Promise<SyncResult> {
    milliseconds('timeoutMs of waiting for caches', timeoutMs ?? 0);
    const started = [...this.#entries.values()].filter(({ informer }) => informer.isStarted);
    using deadline =
      timeoutMs === undefined
        ? undefined
        : deadlineSignal(this.#options.host, timeoutMs, { signal, waitingFor: 'caches to sync' });
    return await waitForSync(started, deadline?.signal ?? signal);
  }

  /** Stops all informers and waits until nothing of them runs. The factory starts none afterwards. */
  async shutDown(): Promise<void> {
    this.#isShutDown = true;
    for (const entry of this.#entries.values()) entry.stop();
    this.#scope?.abort();
    await this.#scope?.join();
    this.#entries.clear();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.shutDown();
  }

  #settings(kind: AnyKind, asked: InformerSettings): InformerSettings {
    const own = this.#options.kinds?.find((settings) => sameKind(settings.kind, kind));
    const defaults = { resyncMs: defaultResyncMs, ...settingsIn(this.#options) };
    return checkSettings({ ...defaults, ...(own && settingsIn(own)), ...settingsIn(asked) });
  }

  #add(
    key: string,
    kind: AnyKind,
    selection: Selection,
    settings: InformerSettings,
    view: View,
  ): SharedEntry<KubeObject> {
    const { host, graceMs = 60_000, name, metrics } = this.#options;
    const identity = name?.identify(kind.gvr);
    const entry: SharedEntry<KubeObject> = new SharedEntry<KubeObject>({
      host,
      kind,
      selection,
      settings,
      view,
      graceMs,
      sourceOf: (wanted) => this.#source(kind, selection, wanted),
      onUnused: () => this.#entries.delete(key),
      onProblem: (problem) => this.#report(entry, problem),
      onWatchError: (error) => this.#failed(entry, error),
      ...(identity && { identity }),
      ...(metrics && { metrics }),
    });
    this.#entries.set(key, entry);
    this.#run(entry);
    return entry;
  }

  #run(entry: SharedEntry<KubeObject>): void {
    this.#scope?.run(async (signal) => {
      try {
        await entry.run(signal);
      } catch (error) {
        this.#options.onProblem?.({ type: 'ended', what: entry.name, error }); // a bug, and no reason to end the others
      }
    });
  }

  #source(kind: AnyKind, selection: Selection, view: View): ListerWatcher {
    const { source, transport } = this.#options;
    if (source) return source(kind, selection, view);
    return kindListerWatcher({ transport, kind, ...selection, metadataOnly: view === 'metadata' });
  }

  #failed(entry: SharedEntry<KubeObject>, error: unknown): void {
    this.#options.onProblem?.({ type: 'watch', what: entry.name, error });
    this.#scope?.run((signal) => this.#probe?.investigate(signal));
  }

  #report(entry: SharedEntry<KubeObject>, problem: InformerProblem): void {
    this.#options.onProblem?.({ ...problem, what: entry.name });
  }
}

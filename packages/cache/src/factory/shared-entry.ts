/**
 * One shared informer: its source, which may change between whole objects and metadata, and how many use it.
 */
import { deriveAbort, type AnyKind, type DeepReadonly, type Host, type KubeObject, type Timer } from '@reeve/machinery';
import type { InformerMetricsProvider } from '../informer/informer-metrics.ts';
import type { InformerIdentity } from '../informer/informer-names.ts';
import type { InformerSource } from '../informer/informer-source.ts';
import { reflectorSource } from '../informer/reflector-source.ts';
import type { InformerProblem } from '../informer/informer-options.ts';
import { SharedIndexInformer } from '../informer/shared-index-informer.ts';
import { SwitchableSource } from '../informer/switchable-source.ts';
import type { Syncing } from '../informer/wait-for-sync.ts';
import type { ListerWatcher } from '../lister-watcher/lister-watcher.ts';
import { stepsBeforeStore, type InformerSettings } from './informer-settings.ts';
import { describeSelection, type Selection, type View } from './selection.ts';

/** What an entry is made of. */
export interface SharedEntryOptions<T extends KubeObject> {
  readonly host: Host;
  readonly kind: AnyKind;
  readonly selection: Selection;
  readonly settings: InformerSettings<T>;
  readonly view: View;
  readonly graceMs: number;
  readonly identity?: InformerIdentity;
  readonly metrics?: InformerMetricsProvider;
  sourceOf(view: View): ListerWatcher;
  onUnused(): void;
  onProblem(problem: InformerProblem): void;
  onWatchError(error: unknown): void;
}

/** An informer and its users. */
export class SharedEntry<T extends KubeObject> implements Syncing {
  readonly informer: SharedIndexInformer<DeepReadonly<T>>;
  readonly name: string;
  readonly isRequired: boolean;
  readonly selection: Selection;
  readonly settings: InformerSettings<T>;
  readonly #options: SharedEntryOptions<T>;
  readonly #source: SwitchableSource<DeepReadonly<T>>;
  readonly #stop = new AbortController();
  #view: View;
  #users = 0;
  #leaving: Timer | undefined;

  constructor(options: SharedEntryOptions<T>) {
    const { host, kind, selection, settings, identity, metrics } = options;
    this.#options = options;
    this.#view = options.view;
    this.name = describeSelection(kind, selection);
    this.selection = selection;
    this.settings = settings;
    this.isRequired = settings.isRequired ?? false;
    this.#source = new SwitchableSource(this.#sourceFor(options.view));
    this.informer = new SharedIndexInformer<DeepReadonly<T>>({
      source: this.#source,
      host,
      ...(settings.resyncMs !== undefined && { resyncMs: settings.resyncMs }),
      onProblem: (problem) => options.onProblem(problem),
      onWatchError: (error) => options.onWatchError(error),
      ...(identity && { identity }),
      ...(metrics && { metrics }),
    });
  }

  get hasSynced(): boolean {
    return this.informer.hasSynced && this.#source.hasListed;
  }

  get view(): View {
    return this.#view;
  }

  get users(): number {
    return this.#users;
  }

  /** Resolves when the store has everything, in the view that was asked for last. */
  async synced(signal?: AbortSignal): Promise<void> {
    await this.informer.synced(signal);
    await this.#source.listed(signal);
    await this.informer.processed();
  }

  /** Goes over to another view. What is stored stays until the other view is complete. */
  use(view: View): void {
    if (view === this.#view) return;
    this.#view = view;
    this.#source.use(this.#sourceFor(view));
  }

  acquire(): void {
    this.#users += 1;
    this.#leaving?.cancel();
    this.#leaving = undefined;
  }

  /** The last one to leave stops it, after the grace period. */
  release(): void {
    this.#users -= 1;
    if (this.#users > 0) return;
    this.#leaving = this.#options.host.clock.setTimer(this.#options.graceMs, () => this.stop(), {
      background: true,
      label: `${this.name} is unused`,
    });
  }

  stop(): void {
    this.#leaving?.cancel();
    this.#options.onUnused();
    this.#stop.abort();
  }

  async run(signal: AbortSignal): Promise<void> {
    using abort = deriveAbort(signal);
    const stop = (): void => abort.abort();
    this.#stop.signal.addEventListener('abort', stop, { once: true });
    if (this.#stop.signal.aborted) stop();
    await this.informer.run(abort.signal);
  }

  #sourceFor(view: View): InformerSource<DeepReadonly<T>> {
    const { streaming, pageSize, minWatchTimeoutMs, bookmarks, keepManagedFields, intern } = this.#options.settings;
    const transform = stepsBeforeStore(this.#options.settings, view);
    return reflectorSource<T>({
      source: this.#options.sourceOf(view),
      description: this.name,
      ...(transform && { transform: (object) => transform(object as DeepReadonly<T>) }),
      ...(streaming !== undefined && { streaming }),
      ...(pageSize !== undefined && { pageSize }),
      ...(minWatchTimeoutMs !== undefined && { minWatchTimeoutMs }),
      ...(bookmarks !== undefined && { bookmarks }),
      ...(keepManagedFields !== undefined && { keepManagedFields }),
      ...(intern !== undefined && { intern }),
    });
  }
}

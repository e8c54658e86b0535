/**
 * A user's hold on a shared informer: it runs as long as somebody holds it. Hold it with `using`, or release it.
 */
import type { DeepReadonly, KubeObject, NamedKind } from '@reeve/machinery';
import type { SharedIndexInformer } from '../informer/shared-index-informer.ts';
import { Lister } from '../lister/lister.ts';
import { stepsBeforeStore } from './informer-settings.ts';
import type { Selection, View } from './selection.ts';
import type { SharedEntry } from './shared-entry.ts';

/** A share in an informer. */
export class InformerHandle<T extends KubeObject> implements Disposable {
  readonly informer: SharedIndexInformer<DeepReadonly<T>>;
  readonly lister: Lister<DeepReadonly<T>>;
  readonly #entry: SharedEntry<T>;
  #isReleased = false;

  constructor(kind: NamedKind, entry: SharedEntry<T>) {
    this.#entry = entry;
    this.informer = entry.informer;
    this.lister = new Lister<DeepReadonly<T>>(kind, entry.informer.store);
    entry.acquire();
  }

  get name(): string {
    return this.#entry.name;
  }

  get selection(): Selection {
    return this.#entry.selection;
  }

  /** What is stored: whole objects, or their metadata. */
  get view(): View {
    return this.#entry.view;
  }

  /** How many hold it. */
  get users(): number {
    return this.#entry.users;
  }

  /** What the informer's objects pass before they are stored: defaults and transform. */
  get transform(): ((object: DeepReadonly<T>) => DeepReadonly<T>) | undefined {
    return stepsBeforeStore(this.#entry.settings, this.#entry.view);
  }

  get keepsManagedFields(): boolean {
    return this.#entry.settings.keepManagedFields ?? false;
  }

  /** Resolves when the store has everything, in the view that was asked for last. */
  synced(signal?: AbortSignal): Promise<void> {
    return this.#entry.synced(signal);
  }

  get hasSynced(): boolean {
    return this.#entry.hasSynced;
  }

  /** Changes what is stored, for all who share it; `synced` tells when that is done. */
  use(view: View): void {
    this.#entry.use(view);
  }

  /** Stops the informer for all who share it, at once. */
  stop(): void {
    this.#entry.stop();
  }

  /** Gives it up. Twice is harmless. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#entry.release();
  }

  [Symbol.dispose](): void {
    this.release();
  }
}

/**
 * An informer whose objects are found by more than their key.
 * Upstream: client-go cache.SharedIndexInformer.
 */
import type { HasMetadata } from '@reeve/machinery';
import type { ReadonlyIndexer } from '../store/indexer.ts';
import type { Indexers } from '../store/object-index.ts';
import { InformerStoppedError } from './informer-error.ts';
import { SharedInformer } from './shared-informer.ts';

/** An informer with indexes. */
export class SharedIndexInformer<T extends HasMetadata> extends SharedInformer<T> {
  /** What is there, by index too. */
  override get store(): ReadonlyIndexer<T> {
    return this.indexer;
  }

  /** Adds indexes, at any time before the informer stops. They cover what is there at once. */
  addIndexers(indexers: Indexers<T>): void {
    if (this.isStopped) throw new InformerStoppedError(this.description, 'take an index');
    this.indexer.addIndexers(indexers);
  }

  /** Takes an index away that nobody reads by any more. */
  removeIndexer(name: string): void {
    this.indexer.removeIndexer(name);
  }
}

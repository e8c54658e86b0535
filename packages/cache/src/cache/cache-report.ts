/**
 * What a cache holds, what it costs, and what could be done about it.
 */
import { formatGvk, type KubeObject } from '@reeve/machinery';
import type { View } from '../factory/selection.ts';
import type { FreshnessSnapshot } from '../freshness/freshness.ts';
import { estimateBytes } from './byte-estimate.ts';
import type { CacheScope, KindCache } from './kind-cache.ts';

/** One kind. */
export interface KindReport {
  readonly kind: string;
  readonly objects: number;

  /** An estimate, rather too much than too little. */
  readonly bytes: number;
  readonly view: View;
  readonly isDegraded: boolean;
  readonly scopes: readonly {
    readonly name: string;
    readonly objects: number;
    readonly freshness: FreshnessSnapshot;
  }[];
  readonly handlers: number;

  /** Own writes that the watch has not told yet. */
  readonly overlaid: number;
  readonly suggestions: readonly string[];
}

/** The whole cache, the largest kind first. */
export interface CacheReport {
  readonly objects: number;
  readonly bytes: number;
  readonly maxBytes: number | undefined;
  readonly kinds: readonly KindReport[];
}

/** From this size on a kind is worth a suggestion. */
const notableBytes = 1024 * 1024;

/** Reports on kinds. */
export function reportOn(kinds: readonly KindCache<KubeObject>[], maxBytes: number | undefined): CacheReport {
  const reports = kinds.map(kindReport).toSorted((one, other) => other.bytes - one.bytes);
  const sum = (of: (report: KindReport) => number): number => reports.reduce((total, report) => total + of(report), 0);
  return { objects: sum(({ objects }) => objects), bytes: sum(({ bytes }) => bytes), maxBytes, kinds: reports };
}

/** About how many bytes a kind takes. */
export const bytesOf = (kind: KindCache<KubeObject>): number =>
  kind.scopes.reduce((total, { handle }) => total + estimateBytes(handle.informer.store.list()), 0);

function kindReport(cache: KindCache<KubeObject>): KindReport {
  const scopes = cache.scopes.map(({ handle }) => ({
    name: handle.name,
    objects: handle.informer.store.size,
    freshness: handle.informer.freshness(),
  }));
  const bytes = bytesOf(cache);
  return {
    kind: formatGvk(cache.kind.gvk),
    objects: scopes.reduce((total, { objects }) => total + objects, 0),
    bytes,
    view: cache.view,
    isDegraded: cache.isDegraded,
    scopes,
    handlers: cache.scopes.reduce((total, { handle }) => total + handle.informer.handlerCount, 0),
    overlaid: cache.scopes.reduce((total, { overlay }) => total + overlay.stats().entries, 0),
    suggestions: suggestionsFor(cache, bytes),
  };
}

function suggestionsFor(cache: KindCache<KubeObject>, bytes: number): string[] {
  const suggestions: string[] = [];
  if (!cache.isDeclared) suggestions.push('it was started by a read: name it in kinds, with the selectors it needs');
  if (bytes < notableBytes) return suggestions;
  if (cache.scopes.some(isUnrestricted))
    suggestions.push('it holds every object: restrict it by namespaces, labels or fields');
  if (cache.view === 'full' && !cache.needsFull) {
    suggestions.push('no handler needs whole objects: hold metadata only, or project it with a transform');
  }
  if (cache.keepsManagedFields) {
    suggestions.push('it keeps managedFields, often half of an object: leave keepManagedFields out');
  }
  return suggestions;
}

const isUnrestricted = ({ handle: { selection } }: CacheScope<KubeObject>): boolean =>
  selection.namespace === undefined && selection.labels.isEverything && selection.fields.isEverything;

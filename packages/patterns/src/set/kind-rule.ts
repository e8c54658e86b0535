/**
 * How objects of a kind are treated in a set, where applying them is not enough.
 * Upstream: rancher/wrangler's patchers, reconcilers and injectors.
 */
import type { Client } from '@reeve/client';
import type { AnyKind, CachedObject, DeepReadonly, KindObject } from '@reeve/machinery';

/** What a rule decides by. */
export interface RuleInput<K extends AnyKind = AnyKind> {
  /** As it is on the server. */
  readonly live: CachedObject<K>;
  /** The fields that this set has applied before; undefined where it has applied none. */
  readonly previous: DeepReadonly<Partial<KindObject<K>>> | undefined;
  /** As the set wants it. */
  readonly desired: DeepReadonly<KindObject<K>>;
  /** For a rule that writes by itself. */
  readonly client: Client;
}

/**
 * What is done with an object that differs. `apply` is what is done without a rule; `replace` deletes it and creates it again; `leave` keeps it as it is; `handled` says that the rule has
 * written what there was to write.
 */
export type RuleResult = 'apply' | 'replace' | 'leave' | 'handled';

/** A rule for a kind. */
export interface KindRule<K extends AnyKind = AnyKind> {
  readonly kind: K;
  /** Changes the object before it is applied, and before it is compared. */
  readonly inject?: (desired: KindObject<K>) => KindObject<K>;
  /** Decides about an object that exists and differs. A plan asks it too, with a client that only tries writes out. */
  readonly reconcile?: (input: RuleInput<K>) => RuleResult | Promise<RuleResult>;
}

/** A rule with the type of the kind's objects. */
export const kindRule = <const K extends AnyKind>(kind: K, rule: Omit<KindRule<K>, 'kind'>): KindRule =>
  ({ kind, ...rule }) as unknown as KindRule; // its functions are only ever given objects of this kind

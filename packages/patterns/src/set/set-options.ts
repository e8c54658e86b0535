/**
 * What can be said about an object set. Options are data: a set made from others never changes them.
 */
import type { Client } from '@reeve/client';
import { InvalidInputError, refuseUnknownOptions } from '@reeve/machinery';
import type { AnyKind, CachedObject, DeepReadonly, Host, KindObject, KubeObject } from '@reeve/machinery';
import type { Readiness } from '../readiness/readiness.ts';
import { checkSetId } from './set-identity.ts';
import type { SetRateLimit } from './set-rate-limit.ts';

/** Which objects may be in a set: those of the owner's namespace, of any namespace, or cluster-scoped ones too. */
export type SetScope = 'namespace' | 'any-namespace' | 'cluster';

/**
 * Whether objects that exist and are not in the set are taken over: never, where they belong to nobody (no other set, no other controller), always, or where a function says so.
 */
export type Adoption =
  | 'never'
  | 'unowned'
  | 'always'
  | ((live: DeepReadonly<KubeObject>, desired: DeepReadonly<KubeObject>) => boolean);

/** What is not pruned: nothing, everything, or objects of some kinds. */
export type Pruning = boolean | { readonly exceptKinds: readonly AnyKind[] };

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

/**
 * How objects of a kind are treated where applying them is not enough.
 * Upstream: rancher/wrangler's patchers, reconcilers and injectors.
 */
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

/** The options of a set. */
export interface ObjectSetOptions {
  /** Tells the sets of one owner apart. Needed where there is no owner. */
  readonly id?: string | undefined;
  /** The object that the set belongs to, as the server gave it. Without one, a ConfigMap named after the id keeps the record of the set. */
  readonly owner?: DeepReadonly<KubeObject> | undefined;
  /** Where objects without a namespace go, and the ConfigMap with the record; the owner's namespace unless given. */
  readonly namespace?: string | undefined;
  /** Kinds by which objects are recognized without asking the server. Their objects are pruned even when the set has none of them any more. */
  readonly kinds?: readonly AnyKind[] | undefined;
  /** Under which name fields are owned; `reeve` unless given. A controller's sets use the controller's. */
  readonly fieldManager?: string | undefined;
  /** `namespace` for an owner that is in one, else `cluster`, unless given. */
  readonly scope?: SetScope | undefined;
  /** `never` unless given. */
  readonly adopt?: Adoption | undefined;
  /** True unless given: objects that are no longer in the set are deleted. */
  readonly prune?: Pruning | undefined;
  /** Members refer to the owner as their controller wherever garbage collection allows it, unless this is false. */
  readonly ownerReferences?: boolean | undefined;
  /** True takes over fields of members that other managers have set. False unless given; a controller's sets always do. */
  readonly force?: boolean | undefined;
  /** True leaves out the rest after the first object that failed. False unless given. */
  readonly stopsOnError?: boolean | undefined;
  /** True refuses to apply an empty set where there are members. `remove()` is not refused. */
  readonly guardsEmptying?: boolean | undefined;
  /** Objects of one wave are applied together, lower waves first; the next wave waits until they are ready. The annotation `sets.reeve.dev/wave` of the object, else 0, unless given. */
  readonly waveOf?: ((object: DeepReadonly<KubeObject>) => number) | undefined;
  /** What is ready; `isReady` unless given. */
  readonly isReady?: ((object: DeepReadonly<KubeObject>) => Readiness) | undefined;
  /** How objects of some kinds are changed before they are applied, and what is done when they differ: `kindRule(Job, { … })`. */
  readonly rules?: readonly KindRule[] | undefined;
  /** Changes every object before it is applied. */
  readonly inject?: ((object: KubeObject) => KubeObject) | undefined;
  /** The hash label that wrangler's apply gave to the members: they are taken over. See `wranglerSetHash`. */
  readonly wranglerHash?: string | undefined;
  /** How often a set may be applied. */
  readonly rateLimit?: SetRateLimit | undefined;
  /** When to come back after something has to be waited for; 2 seconds unless given. */
  readonly retryAfterMs?: number | undefined;
  /** Where the time comes from; the computer's unless given. */
  readonly host?: Host | undefined;
}

const known: Readonly<Record<keyof ObjectSetOptions, true>> = {
  id: true,
  owner: true,
  namespace: true,
  kinds: true,
  fieldManager: true,
  scope: true,
  adopt: true,
  prune: true,
  ownerReferences: true,
  force: true,
  stopsOnError: true,
  guardsEmptying: true,
  waveOf: true,
  isReady: true,
  rules: true,
  inject: true,
  wranglerHash: true,
  rateLimit: true,
  retryAfterMs: true,
  host: true,
};

/** Throws what cannot be right about options. */
export function checkSetOptions(options: ObjectSetOptions): void {
  refuseUnknownOptions('an object set', options, known);
  const { id, owner, retryAfterMs = 1 } = options;
  if (id === undefined && owner === undefined)
    throw new InvalidInputError(
      'id',
      'an object set has neither an id nor an owner: give it one of them, as in { id: "web-set" }',
    );
  if (id !== undefined) checkSetId(id);
  if (owner !== undefined && (!owner.apiVersion || !owner.kind || !owner.metadata.name))
    throw new InvalidInputError(
      'owner',
      'the owner of an object set has no apiVersion, kind or name: give the object as the server returned it',
    );
  if (!(retryAfterMs > 0 && retryAfterMs < Infinity))
    throw new InvalidInputError(
      String(retryAfterMs),
      `retryAfterMs of an object set is ${retryAfterMs}: give a number of milliseconds above 0`,
    );
}

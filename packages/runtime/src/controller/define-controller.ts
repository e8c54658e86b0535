/**
 * A controller as data: what it is for, what wakes it, and what it does. It can be listed, tested and drawn without running; a manager runs it.
 * Upstream: controller-runtime pkg/builder.
 */
import { InvalidInputError, refuseUnknownOptions } from '@reeve/machinery';
import type { AnyKind, CachedObject, KindObject, ObjectKey } from '@reeve/machinery';
import { finalizerPermissions } from '../finalizer/finalizers.ts';
import type { EventPriority } from '../handler/event-priority.ts';
import { checkedPermissions } from '../permission/permission.ts';
import type { Permission } from '../permission/permission.ts';
import type { Predicate } from '../predicate/predicate.ts';
import type { ReconcileResult } from '../reconcile/outcome.ts';
import type { ReconcileContext } from '../reconcile/reconcile-context.ts';
import type { Source } from '../source/source.ts';
import type { Step } from '../step/step.ts';
import { Steps } from '../step/steps.ts';
import type { ControllerSettings } from './controller-options.ts';
import type { FieldIndex, Watch } from '../source/watch.ts';

/** An owned kind, or that and more. */
export type Owned =
  | AnyKind
  | {
      readonly kind: AnyKind;
      /** True wakes every owner of the kind, not only the one that controls the object. */
      readonly anyOwner?: boolean;
      readonly predicates?: readonly Predicate[];
      readonly view?: 'full' | 'metadata';
      /** How urgent what happens to these is; 0 unless given. */
      readonly priority?: EventPriority;
    };

/** Everything that a controller is. */
export interface ControllerDefinition<K extends AnyKind = AnyKind> extends ControllerSettings {
  /** The lower-case kind unless given. Names are unique in a manager. */
  readonly name?: string;
  readonly for: K;
  /**
   * What when one of its kinds is not there. `required` fails the manager. `optional` waits until all are there, and starts then. `whenPresent` starts and ends as they come and go.
   * `required` unless given.
   */
  readonly presence?: 'required' | 'optional' | 'whenPresent';
  /** Kinds that the controller makes, whose changes wake the owner. */
  readonly owns?: readonly Owned[];
  readonly watches?: readonly Watch[];
  readonly sources?: readonly Source[];
  readonly indexes?: readonly FieldIndex[];
  /** Which changes of the object itself count. */
  readonly predicates?: readonly (Predicate | Predicate<KindObject<K>>)[];
  /** False leaves out what this controller has written to the object itself, for a reconciler that is done when it has written: its own status does not wake it again. True unless given. */
  readonly wakesItself?: boolean;
  /** How urgent changes of the object itself are; 0 unless given. What the initial list and resyncs tell waits behind, unless a function says otherwise. */
  readonly priority?: EventPriority<KindObject<K>>;
  /** How many runs in a row, less than a second apart, may write the same to an object before it is held back; 10 unless given, `Infinity` never holds back. */
  readonly toleratedRepeats?: number;
  /** Which API `ctx.event` speaks to. `series` counts events of one reason whatever they say; `core` counts those that say the same, and keeps what differs apart. `series` unless given. */
  readonly events?: 'series' | 'core';
  /**
   * What it does besides, on the server: reads and writes of kinds that it neither owns nor watches, writes to its own objects, `ctx.client`. Reads of `for`, `owns` and `watches`,
   * writes of `owns`, its own status and the writes of `Finalizers` need no permission here. `reeve render` and the check at the start take them from here; tests fail and
   * `reeve dev` warns where a request is not covered.
   */
  readonly permissions?: readonly Permission[];
  /** The name under which fields are owned; the controller's unless given. */
  readonly fieldManager?: string;

  /** Brings the world to where the object says it should be. */
  reconcile(
    object: CachedObject<K>,
    context: ReconcileContext<K>,
  ): Promise<ReconcileResult | void> | ReconcileResult | void;

  /** The object is gone. What it owned is the garbage collector's; this is for the rest. */
  gone?(
    key: ObjectKey,
    context: Omit<ReconcileContext<K>, 'status'>,
  ): Promise<ReconcileResult | void> | ReconcileResult | void;
}

/** A controller that does its work in steps: a list of them, or `Steps`, to which others can be added later. */
export interface SteppedDefinition<K extends AnyKind> extends Omit<ControllerDefinition<K>, 'reconcile' | 'gone'> {
  readonly steps: Steps<K> | readonly Step<K>[];
}

type WithReconcile<K extends AnyKind> = ControllerDefinition<K> & { readonly steps?: never };
type WithSteps<K extends AnyKind> = SteppedDefinition<K> & { readonly reconcile?: never; readonly gone?: never };

/** Defines a controller. What cannot be right is an `InvalidInputError`. */
export function defineController<const K extends AnyKind>(
  given: WithReconcile<K> | WithSteps<K>,
): ControllerDefinition<K> {
  const definition = isStepped(given) ? withSteps(given) : given;
  const { for: kind, reconcile } = definition;
  if (kind?.kind === undefined)
    throw new InvalidInputError('for', 'a controller is for a kind: defineController({ for: Website, … })');
  if (typeof reconcile !== 'function')
    throw new InvalidInputError('reconcile', `the controller for ${kind.kind} needs a reconcile function`);
  refuseUnknownOptions('a controller', definition, knownOptions);
  for (const { kind: of, field } of indexesOf(definition, 'watches'))
    if (of.kind !== kind.kind || of.group !== kind.group)
      throw new InvalidInputError(
        'watches',
        `the controller for ${kind.kind} is woken by an index of ${of.kind}: index the field ${field} of ${kind.kind}`,
      );
  const permissions = checkedPermissions(definition.permissions ?? []);
  return Object.freeze({
    ...definition,
    get permissions() {
      return [...permissions, ...finalizerPermissions(kind)]; // finalizers may be made after the controller
    },
  });
}

/** The compiler sees to it that all are here. */
const knownOptions: Readonly<Record<keyof ControllerDefinition, true>> = {
  name: true,
  for: true,
  presence: true,
  owns: true,
  watches: true,
  sources: true,
  indexes: true,
  predicates: true,
  wakesItself: true,
  priority: true,
  toleratedRepeats: true,
  events: true,
  permissions: true,
  fieldManager: true,
  reconcile: true,
  gone: true,
  maxConcurrent: true,
  reconcileTimeoutMs: true,
  cacheSyncTimeoutMs: true,
  needsLeaderElection: true,
  warmup: true,
  survivesBugs: true,
  usesPriorities: true,
  rateLimit: true,
};

/** The indexes that a definition needs: those it names, and those that map what it watches. */
export function indexesOf(
  { indexes = [], watches = [] }: Pick<ControllerDefinition, 'indexes' | 'watches'>,
  of: 'all' | 'watches' = 'all',
): readonly FieldIndex[] {
  const mapping = watches.flatMap(({ map }) => (typeof map === 'object' && 'valuesOf' in map ? [map] : []));
  return of === 'watches' ? mapping : [...indexes, ...mapping];
}

const isStepped = <K extends AnyKind>(given: WithReconcile<K> | WithSteps<K>): given is WithSteps<K> =>
  given.steps !== undefined;

function withSteps<K extends AnyKind>({ steps, ...rest }: SteppedDefinition<K>): ControllerDefinition<K> {
  if ('reconcile' in rest)
    throw new InvalidInputError('steps', 'a controller has a reconcile function or steps, and not both');
  const all = steps instanceof Steps ? steps : stepsOf(rest.for, steps);
  const needs = all.needs;
  return {
    ...rest,
    sources: [...(rest.sources ?? []), ...needs.flatMap(({ sources = [] }) => sources), all.source],
    watches: [...(rest.watches ?? []), ...needs.flatMap(({ watches = [] }) => watches)],
    indexes: [...(rest.indexes ?? []), ...needs.flatMap(({ indexes = [] }) => indexes)],
    permissions: [...(rest.permissions ?? []), ...needs.flatMap(({ permissions = [] }) => permissions)],
    reconcile: (object, context) => all.reconcile(object, context),
    gone: (key, context) => all.gone(context as unknown as ReconcileContext), // steps for what is gone see no status
  };
}

function stepsOf<K extends AnyKind>(kind: K, list: readonly Step<K>[]): Steps<K> {
  const steps = new Steps(kind);
  steps.add(...list);
  return steps;
}

/** The name of a controller: its own, or that of its kind. */
export const controllerName = ({ name, for: kind }: Pick<ControllerDefinition, 'name' | 'for'>): string =>
  name ?? kind.kind.toLowerCase();

/** All kinds that a controller looks at. */
export const kindsOf = ({ for: kind, owns = [], watches = [] }: ControllerDefinition): readonly AnyKind[] => [
  kind,
  ...owns.map((owned) => ownedOf(owned).kind),
  ...watches.map((watched) => watched.kind),
];

/** The kind of an owned one, and what was said of it. */
export const ownedOf = (owned: Owned): Exclude<Owned, AnyKind> => ('gvk' in owned ? { kind: owned } : owned);

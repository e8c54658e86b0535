/**
 * The object sets of a controller's objects: what a step needs to be woken by members and to find them, and the sets themselves, which read and write through the context of a run.
 */
import { InvalidInputError, formatGroupKind, keyOf, labelOf, sameKind } from '@reeve/machinery';
import type { AnyKind, CachedObject, DeepReadonly, KubeObject, ObjectKey } from '@reeve/machinery';
import { index, watch } from '@reeve/runtime';
import type { ReconcileContext, StepNeeds } from '@reeve/runtime';
import { ContextAccess, memberIndex } from '../set/context-access.ts';
import type { SetMemory } from '../set/context-access.ts';
import { ObjectSet } from '../set/object-set.ts';
import { ownerIn } from '../set/orphans.ts';
import { partOfLabel } from '../set/set-labels.ts';
import type { ObjectSetOptions } from '../set/set-options.ts';

/** What a run has that sets are made of. */
type RunContext<K extends AnyKind> = Omit<ReconcileContext<K>, 'status'>;

/** The sets of the objects of a kind. */
export class OwnedSets<K extends AnyKind> {
  /** Who names the kinds, for messages: `the handler workload`. */
  readonly #name: string;
  readonly #kind: K;
  /** Each kind once. */
  readonly #produces: readonly AnyKind[];
  readonly #memory: SetMemory = new WeakMap();

  constructor(name: string, kind: K, produces: readonly AnyKind[]) {
    this.#name = name;
    this.#kind = kind;
    this.#produces = produces.filter((one, at) => produces.findIndex((other) => sameKind(one, other)) === at);
  }

  /** What wakes a controller for the sake of members, and what it does on the server. */
  get needs(): StepNeeds {
    const kind = this.#kind;
    return {
      watches: this.#produces.map((produced) =>
        watch<AnyKind>(produced, (child) => ownersOf(kind, child), { skipsOwnWrites: true }),
      ),
      permissions: [
        { kind, verbs: ['patch'] }, // keeps the records of the sets
        ...this.#produces.map((produced) => ({ kind: produced, verbs: ['create', 'patch', 'delete'] }) as const),
      ],
      indexes: this.#produces.map((produced) => index<AnyKind>(produced, memberIndex, memberIdentity)),
    };
  }

  /** The set of an owner. An owner without a uid is gone, and its set can only be removed. */
  setOf(
    id: string,
    owner: DeepReadonly<KubeObject>,
    context: RunContext<K>,
    options: Omit<ObjectSetOptions, 'id' | 'owner' | 'kinds'>,
  ): ObjectSet {
    const { apiVersion, kind } = this.#kind;
    return new ObjectSet(
      {
        ...options,
        id: `${context.controller}.${id}`,
        owner: { ...owner, apiVersion, kind },
        kinds: this.#produces,
        scope: options.scope ?? (this.#kind.scope === 'Namespaced' ? 'namespace' : 'cluster'),
      },
      {
        access: () => new ContextAccess(context, this.#produces, context.fieldManager, this.#memory),
        ownerKind: this.#kind,
        clock: { monotonic: () => context.now() },
        kindOf: (object) => this.kindOf(object),
      },
    );
  }

  /** The kind of an object; what is of no kind that was named is refused. */
  kindOf(object: DeepReadonly<KubeObject>): AnyKind {
    const kind = this.#produces.find((one) => one.is(object));
    if (kind !== undefined) return kind;
    throw new InvalidInputError(
      object.kind ?? '',
      `${this.#name} returned ${object.kind} ${keyOf(object)}, and produces only ${this.#produces.map(formatGroupKind).join(', ')}: add the kind to produces`,
    );
  }

  /** The members of a set that are there, also those that are being deleted. */
  async membersOf(set: ObjectSet, context: RunContext<K>): Promise<readonly CachedObject<AnyKind>[]> {
    const fields = { [memberIndex]: set.identity };
    const lists = await Promise.all(this.#produces.map((produced) => context.list<AnyKind>(produced, { fields })));
    return lists.flat();
  }
}

/** The value of the index of members. All steps give the same function, so that they share the index. */
const memberIdentity = (object: DeepReadonly<KubeObject>): readonly string[] => {
  const identity = labelOf(object, partOfLabel);
  return identity === undefined ? [] : [identity];
};

/** The key of the owner that a member names, if it is of this kind. */
function ownersOf({ group, kind }: AnyKind, child: DeepReadonly<KubeObject>): ObjectKey[] {
  const owner = ownerIn(child);
  return owner?.group === group && owner.kind === kind ? [owner.key as ObjectKey] : [];
}

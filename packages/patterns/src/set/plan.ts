/**
 * What applying a set would do, without doing it: worked out here, or tried out on the server, which knows defaults, webhooks and rules.
 */
import { formatGroupKind } from '@reeve/machinery';
import type { AnyKind, DeepReadonly, KubeObject } from '@reeve/machinery';
import { withoutServerFields } from '../manifest/manifests.ts';
import { decide, removals } from './decide.ts';
import type { Decision } from './decide.ts';
import type { DesiredObject } from './desired-objects.ts';
import { fieldChanges, laidOver } from './field-changes.ts';
import type { FieldChange } from './field-changes.ts';
import type { LiveState } from './live-state.ts';
import { ruleResult } from './previous-state.ts';
import type { ResolvedSet } from './resolved-set.ts';
import type { LiveObject, SetAccess } from './set-access.ts';

/** Something that would happen to an object. */
interface Planned {
  readonly kind: AnyKind;
  /** Its kind and group, as `Deployment.apps`. */
  readonly kindName: string;
  readonly key: string;
}

/** An object that would be created. */
export interface PlannedCreate extends Planned {
  readonly desired: DeepReadonly<KubeObject>;
}

/** An object that would be updated, or taken over, or deleted and created again. */
export interface PlannedUpdate extends Planned {
  readonly live: DeepReadonly<KubeObject>;
  readonly desired: DeepReadonly<KubeObject>;
  /** True where it is not in the set yet. */
  readonly isAdoption: boolean;
  /** Why it would be replaced; absent where it would be updated in place. */
  readonly replaces?: string;
  readonly changes: readonly FieldChange[];
}

/** A member that would be deleted, or stays because it is protected. */
export interface PlannedDelete extends Planned {
  readonly live: DeepReadonly<KubeObject>;
}

/** An object that could not be applied, and why. */
export interface PlannedFailure extends Planned {
  readonly error: unknown;
}

/** The plan of a set. */
export interface Plan {
  readonly creates: readonly PlannedCreate[];
  readonly updates: readonly PlannedUpdate[];
  readonly deletes: readonly PlannedDelete[];
  readonly failures: readonly PlannedFailure[];
  /** Members that are no longer in the set, and stay. */
  readonly protected: readonly PlannedDelete[];
  /** How many objects are as they should be. */
  readonly unchanged: number;
}

/** How a plan is made. */
export interface PlanOptions {
  /** `server` sends every write as a dry run. `local` unless given. */
  readonly dryRun?: 'local' | 'server';
  readonly signal?: AbortSignal;
}

/** What a plan is made of. */
export interface PlanParts {
  readonly set: ResolvedSet;
  readonly access: SetAccess;
  readonly desired: readonly DesiredObject[];
  readonly state: LiveState;
  readonly isOnServer: boolean;
}

/** Makes a plan. */
export async function planOf(parts: PlanParts): Promise<Plan> {
  const { set, access, desired, state } = parts;
  const creates: PlannedCreate[] = [];
  const updates: PlannedUpdate[] = [];
  const failures: PlannedFailure[] = [];
  let unchanged = 0;
  for (const one of desired) {
    const at = { kind: one.kind, kindName: formatGroupKind(one.kind), key: one.key };
    try {
      const decision = decide(set, access, one, state.existing.get(one.id));
      if (decision.type === 'create') creates.push({ ...at, desired: await tried(parts, one) });
      else {
        const update = await updateOf(parts, decision, at);
        if (update === undefined) unchanged += 1;
        else updates.push(update);
      }
    } catch (error) {
      access.signal?.throwIfAborted();
      failures.push({ ...at, error });
    }
  }
  const gone = removals(set, desired, state.members).map(({ type, kind, key, live }) => ({
    type,
    planned: { kind, kindName: formatGroupKind(kind), key, live },
  }));
  return {
    creates,
    updates,
    deletes: gone.filter(({ type }) => type === 'delete').map(({ planned }) => planned),
    failures,
    protected: gone.filter(({ type }) => type === 'protect').map(({ planned }) => planned),
    unchanged,
  };
}

/** The update of an object that exists; undefined where there is none. */
async function updateOf(
  parts: PlanParts,
  decision: Exclude<Decision, { type: 'create' }>,
  at: Planned,
): Promise<PlannedUpdate | undefined> {
  const { desired, live } = decision;
  const common = { ...at, live, desired: desired.object };
  switch (decision.type) {
    case 'refuse':
      throw decision.error;
    case 'wait':
      return { ...common, isAdoption: false, replaces: decision.reason, changes: [] };
    case 'replace':
      return { ...common, isAdoption: false, replaces: decision.reason, changes: localChanges(live, desired) };
    case 'apply':
      return await changeOf(parts, decision, common);
  }
}

async function changeOf(
  { set, access, isOnServer }: PlanParts,
  { desired, live, isAdoption }: Extract<Decision, { type: 'apply' }>,
  common: Omit<PlannedUpdate, 'isAdoption' | 'changes'>,
): Promise<PlannedUpdate | undefined> {
  if (!isAdoption && access.isApplied(desired.object, live)) return undefined;
  const rule = set.options.rules?.find(
    ({ kind, reconcile }) =>
      reconcile !== undefined && kind.kind === desired.kind.kind && kind.group === desired.kind.group,
  );
  const result =
    rule === undefined ? 'apply' : await ruleResult(rule, { access, desired, live, client: access.client.dryRun() });
  if (result === 'leave') return undefined;
  const after =
    isOnServer && result === 'apply'
      ? await dryRun(access, desired, isAdoption || set.options.force === true)
      : undefined;
  const changes = after === undefined ? localChanges(live, desired) : fieldChanges(live, after);
  if (changes.length === 0 && result === 'apply' && !isAdoption) return undefined;
  return {
    ...common,
    isAdoption,
    ...(result === 'replace' && { replaces: 'the rule for its kind replaces it' }),
    changes,
  };
}

const localChanges = (live: LiveObject, { object }: DesiredObject): FieldChange[] =>
  fieldChanges(live, laidOver(live, object));

/** The object as the server would create it. */
async function tried(
  { set, access, isOnServer }: PlanParts,
  desired: DesiredObject,
): Promise<DeepReadonly<KubeObject>> {
  return isOnServer ? withoutServerFields(await dryRun(access, desired, set.options.force === true)) : desired.object;
}

const dryRun = async (
  { client, fieldManager, signal }: SetAccess,
  { kind, object }: DesiredObject,
  force: boolean,
): Promise<LiveObject> =>
  await client.apply(kind, object as never, { fieldManager, force, dryRun: true, ...(signal && { signal }) }); // of the kind, with a name

/**
 * Keeps `metadata.managedFields` of the objects of one kind, written through the main resource or one subresource. An update never fails because of it: an
 * object whose fields cannot be told apart keeps the managers that it had. Upstream: apimachinery managedfields.FieldManager.
 */
import {
  fieldPath,
  FieldSet,
  InvalidInputError,
  isJsonObject,
  withFields,
  type ManagedFieldsEntry,
} from '@reeve/machinery';
import { badRequest, type ApiObject } from '@reeve/registry';
import { capUpdaters } from './cap-updaters.ts';
import { ConflictsError } from './conflicts.ts';
import { FieldsByShape } from './fields-by-shape.ts';
import { isAllowed, withLastApplied } from './last-applied.ts';
import { identityOf, type Manager } from './manager.ts';
import { isReset, ManagedFieldsError, noManagers, readManagers, writeManagers, type Managers } from './managers.ts';
import { isTooDeep } from './apply-problem.ts';
import type { TypedKind } from './typed-kind.ts';
import { printProblems, TypedValueError } from './typed-problem.ts';
import { applyConfig, updateManagers, type Applied, type ResetFields } from './updater.ts';
import { problemsOf } from './validate-value.ts';

/** Fields that are the server's, and so nobody's. */
const serverFields = FieldSet.of(
  fieldPath('apiVersion'),
  fieldPath('kind'),
  fieldPath('metadata'),
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((name) => fieldPath('metadata', name)),
);

/** Who manages what was there before anybody applied. */
const beforeFirstApply = 'before-first-apply';

export interface FieldTrackerOptions {
  readonly kind: TypedKind;
  /** Empty for the main resource. */
  readonly subresource: string;
  readonly reset: ResetFields;
  /** The time as managers note it. */
  now(): string;
}

/** An apply as a client asks for it. */
export interface Apply {
  readonly config: ApiObject;
  readonly manager: string;
  readonly isForced: boolean;
}

/** A config merged into the live object. */
export interface Merged {
  readonly object: ApiObject;
  /** False where the merge leaves the live object as it is. */
  readonly isChanged: boolean;
  readonly managers: Managers;
}

export class FieldTracker {
  readonly #options: FieldTrackerOptions;
  readonly #newObjects: FieldsByShape;

  constructor(options: FieldTrackerOptions) {
    this.#options = options;
    this.#newObjects = new FieldsByShape(options.kind.empty, (object) => this.#fieldsOfNew(object));
  }

  /** The object with its managers after a create (`live` is undefined), an update or a patch of any other kind than apply. */
  update(live: ApiObject | undefined, object: ApiObject, manager: string): ApiObject {
    const { kind, subresource } = this.#options;
    try {
      const managers = managersAfter(live, object, subresource !== '');
      if (managers.size === 0)
        return withManagers(object, live === undefined ? this.#created(object, manager) : managers);
      return withManagers(object, this.#updated(live ?? kind.empty, object, managers, manager));
    } catch (error) {
      if (isUntrackable(error)) return withEntriesOf(object, live);
      throw error;
    }
  }

  /** Merges a config into the live object. Refuses what cannot be applied, and conflicts unless forced. */
  merge(live: ApiObject | undefined, apply: Apply): Merged {
    const before = live ?? this.#options.kind.empty;
    this.#check(apply.config);
    const { object, managers } = this.#applied(before, apply);
    return { object: object ?? before, isChanged: object !== undefined, managers };
  }

  /** The merged object, which is decoded and defaulted by now, with its managers. */
  applied(object: ApiObject, { config, manager }: Apply, managers: Managers): ApiObject {
    return withManagers(withLastApplied(object, config, manager), managers);
  }

  #check(config: ApiObject): void {
    const { kind } = this.#options;
    const type = printType(textOf(config.apiVersion), textOf(config.kind));
    if (config.apiVersion !== kind.apiVersion || config.kind !== kind.kind)
      throw badRequest(`invalid object type: ${type}`);
    const metadata: Readonly<Record<string, unknown>> = isJsonObject(config.metadata) ? config.metadata : {};
    if (metadata['managedFields'] !== undefined && metadata['managedFields'] !== null)
      throw badRequest('metadata.managedFields must be nil');
    const problems = isTooDeep(config)
      ? [{ path: '', text: 'exceeded max depth' }]
      : problemsOf(kind.schema, config, false);
    if (problems.length === 0) return;
    const subject = `${textOf(metadata['namespace'])}/${textOf(metadata['name'])}; ${type}`;
    const failure = `failed to create typed patch object (${subject}): ${printProblems(problems)}`;
    throw new TypedValueError(problems, failure);
  }

  /** As asked for; where only fields conflict that the client's own earlier applies had set, with force. */
  #applied(live: ApiObject, { config, manager, isForced }: Apply): Applied {
    const managers = this.#managersBefore(live);
    try {
      return this.#applyOnce(live, config, managers, manager, isForced);
    } catch (error) {
      if (!(error instanceof ConflictsError) || manager !== 'kubectl') throw error;
      const left = error.conflicts.filter(({ path }) => !isAllowed(this.#options.kind, live, path));
      if (left.length > 0) throw new ConflictsError(left);
      return this.#applyOnce(live, config, managers, manager, true);
    }
  }

  #applyOnce(live: ApiObject, config: ApiObject, managers: Managers, name: string, isForced: boolean): Applied {
    const { kind, reset, now } = this.#options;
    const manager = this.#manager(name, 'Apply', undefined, FieldSet.empty);
    const identity = identityOf(manager);
    const applied = applyConfig(kind, live, config, managers, { identity, manager }, isForced, reset);
    const own = applied.managers.get(identity);
    const time = applied.object === undefined ? own?.time : now();
    const fields = sameOr(managers.get(identity), own?.fields.difference(serverFields) ?? FieldSet.empty);
    return { ...applied, managers: replaced(applied.managers, identity, this.#manager(name, 'Apply', time, fields)) };
  }

  /** What was there before the first apply is managed by somebody of that name. */
  #managersBefore(live: ApiObject): Managers {
    const managers = readManagers(live.metadata.managedFields);
    if (managers.size > 0) return managers;
    return this.#updated(this.#options.kind.empty, live, managers, beforeFirstApply);
  }

  /** Who creates an object manages all that it says. */
  #created(object: ApiObject, name: string): Managers {
    const { kind, now } = this.#options;
    const fields = kind.isLoose ? this.#fieldsOfNew(object) : this.#newObjects.fieldsOf(object);
    if (fields.isEmpty) return noManagers;
    const manager = this.#manager(name, 'Update', now(), fields);
    return new Map([[identityOf(manager), manager]]);
  }

  #fieldsOfNew(object: ApiObject): FieldSet {
    const { kind, reset } = this.#options;
    this.#refuseUntyped(object, kind.empty);
    return updateManagers(kind, kind.empty, object, noManagers, reset).changed.difference(serverFields);
  }

  #updated(live: ApiObject, object: ApiObject, managers: Managers, name: string): Managers {
    const { kind, reset, now } = this.#options;
    this.#refuseUntyped(object, live);
    const { managers: others, changed } = updateManagers(kind, live, object, managers, reset);
    const fields = changed.difference(serverFields);
    if (fields.isEmpty) return capUpdaters(others);
    const time = now();
    const identity = identityOf(this.#manager(name, 'Update', time, FieldSet.empty));
    const all = sameOr(managers.get(identity), fields.union(others.get(identity)?.fields ?? FieldSet.empty));
    return capUpdaters(replaced(others, identity, this.#manager(name, 'Update', time, all)));
  }

  #refuseUntyped(object: ApiObject, live: ApiObject): void {
    const { kind } = this.#options;
    if (isTooDeep(object, live)) throw new TypedValueError([{ path: '', text: 'exceeded max depth' }]);
    const problems = kind.isLoose ? problemsOf(kind.schema, object, true) : [];
    if (problems.length > 0) throw new TypedValueError(problems);
  }

  #manager(name: string, operation: Manager['operation'], time: string | undefined, fields: FieldSet): Manager {
    const { kind, subresource } = this.#options;
    return { name: name === '' ? 'unknown' : name, operation, apiVersion: kind.apiVersion, subresource, time, fields };
  }
}

/** The object with the managers of another, as they are written there. */
function withEntriesOf({ metadata, ...rest }: ApiObject, live: ApiObject | undefined): ApiObject {
  const { managedFields: _sent, ...others } = metadata;
  const kept = live?.metadata.managedFields;
  return { ...rest, metadata: kept ? { ...others, managedFields: kept } : others };
}

/** The managers that an update starts from: those it sends, where it may and they can be read, otherwise the stored ones. */
function managersAfter(live: ApiObject | undefined, object: ApiObject, isSubresource: boolean): Managers {
  const stored = () => readable(live?.metadata.managedFields) ?? noManagers;
  if (isSubresource) return stored();
  const sent = object.metadata.managedFields;
  if (isReset(sent)) return noManagers;
  const managers = readable(sent);
  return managers === undefined || managers.size === 0 ? stored() : managers;
}

function readable(entries: Parameters<typeof readManagers>[0]): Managers | undefined {
  try {
    return readManagers(entries ?? undefined);
  } catch (error) {
    if (error instanceof ManagedFieldsError) return undefined;
    throw error;
  }
}

/** The very set that a manager had, where that is what it has: much is known about it already. */
function sameOr(before: Manager | undefined, fields: FieldSet): FieldSet {
  return before !== undefined && before.fields.equals(fields) ? before.fields : fields;
}

function replaced(managers: Managers, identity: string, manager: Manager): Managers {
  const all = new Map(managers);
  if (manager.fields.isEmpty) all.delete(identity);
  else all.set(identity, manager);
  return all;
}

function withManagers(object: ApiObject, managers: Managers): ApiObject {
  const entries: ManagedFieldsEntry[] | undefined = writeManagers(managers);
  if (entries !== undefined) {
    const metadata = withFields(withoutManagers(object.metadata), { managedFields: entries });
    return { ...object, metadata };
  }
  return object.metadata.managedFields === undefined
    ? object
    : { ...object, metadata: withoutManagers(object.metadata) };
}

function withoutManagers(metadata: ApiObject['metadata']): ApiObject['metadata'] {
  if (!Object.hasOwn(metadata, 'managedFields')) return metadata;
  const { managedFields: _before, ...others } = metadata;
  return others;
}

const isUntrackable = (error: unknown): boolean =>
  error instanceof TypedValueError || error instanceof InvalidInputError;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `apps/v1, Kind=Deployment`, and `/v1, Kind=Pod` of the core group. */
function printType(apiVersion: string, kind: string): string {
  return `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
}

/**
 * Works out who manages what after an object has changed, and what an object becomes when somebody applies to it. Knows nothing of names and times.
 * Upstream: structured-merge-diff merge.Updater.
 */
import { deepEqual, FieldSet } from '@reeve/machinery';
import type { ApiObject } from '@reeve/registry';
import { compareObjects, type Comparison } from './compare-values.ts';
import { ConflictsError, conflictsOver } from './conflicts.ts';
import type { Manager } from './manager.ts';
import type { Managers } from './managers.ts';
import { mergeValues } from './merge-values.ts';
import { fitToSchema } from './named-fields.ts';
import { prune } from './prune.ts';
import type { TypedKind } from './typed-kind.ts';
import { ownedPaths } from './value-paths.ts';
import { Versions } from './versions.ts';

/** Takes away the fields that a resource or subresource resets, given the version that they are in. */
export type ResetFields = (fields: FieldSet, apiVersion: string) => FieldSet;

/** The managers after a change, and the fields that were changed by it. */
export interface Updated {
  readonly managers: Managers;
  readonly changed: FieldSet;
}

/** Somebody has put `after` in the place of `before`: what was changed is no longer anybody else's. */
export function updateManagers(
  kind: TypedKind,
  before: ApiObject,
  after: ApiObject,
  managers: Managers,
  reset: ResetFields,
): Updated {
  const versions = new Versions(kind);
  const fitted = fitManagers(versions, before, managers);
  const taken = takeFields({ versions, before, after, managers: fitted, self: undefined, isForced: true, reset });
  return { managers: taken.managers, changed: reset(taken.changed, kind.apiVersion) };
}

export interface Applied {
  /** The object as it becomes; undefined when that is as it is. */
  readonly object: ApiObject | undefined;
  readonly managers: Managers;
}

/** Somebody applies `config`: it is merged in, and what they no longer apply and nobody else manages goes. */
export function applyConfig(
  kind: TypedKind,
  live: ApiObject,
  config: object,
  managers: Managers,
  applier: { readonly identity: string; readonly manager: Omit<Manager, 'fields'> },
  isForced: boolean,
  reset: ResetFields,
): Applied {
  const versions = new Versions(kind);
  const fitted = fitManagers(versions, live, managers);
  const merged = mergeValues(kind.schema, live, config) as ApiObject;
  const fields = reset(ownedPaths(kind.schema, config), kind.apiVersion);
  const last = fitted.get(applier.identity);
  const own = { ...applier.manager, time: last?.time, fields };
  const withOwn = new Map([...fitted, [applier.identity, own]]);
  const after = last ? prune(versions, merged, withOwn, last, own) : merged;
  const taken = takeFields({
    versions,
    before: live,
    after,
    managers: withOwn,
    self: applier.identity,
    isForced,
    reset,
  });
  return { object: deepEqual(live, after) ? undefined : after, managers: taken.managers };
}

/** Managers of versions that there are no more are forgotten, and fields that have become one are owned as one. */
function fitManagers(versions: Versions, live: ApiObject, managers: Managers): Managers {
  const fitted = new Map<string, Manager>();
  for (const [identity, manager] of managers) {
    const typed = versions.of(live, manager.apiVersion);
    if (typed === undefined) continue;
    const fields = fitToSchema(typed.kind.schema, manager.fields);
    fitted.set(identity, fields === manager.fields ? manager : { ...manager, fields });
  }
  return fitted;
}

interface Taking {
  readonly versions: Versions;
  readonly before: ApiObject;
  readonly after: ApiObject;
  readonly managers: Managers;
  /** Who keeps what they have. */
  readonly self: string | undefined;
  readonly isForced: boolean;
  readonly reset: ResetFields;
}

/** What others lose in one version. */
interface Losses {
  /** Set anew, or set for the first time. */
  readonly changed: FieldSet;
  readonly removed: FieldSet;
}

/** Everybody else loses what was changed or removed; unless forced, losing what was changed is a conflict. */
function takeFields(taking: Taking): { managers: Managers; changed: FieldSet } {
  const { versions, before, after, managers, self, isForced } = taking;
  const losses = new Map<string, Losses | undefined>();
  const lossesIn = (version: string) => {
    if (!losses.has(version)) losses.set(version, compareIn(taking, version));
    return losses.get(version);
  };
  const left = new Map<string, Manager>();
  const lost: { manager: Manager; fields: FieldSet }[] = [];
  for (const [identity, manager] of managers) {
    const taken = identity === self ? undefined : lossesIn(manager.apiVersion);
    if (identity !== self && taken === undefined) continue;
    const changed = taken ? manager.fields.intersection(taken.changed) : FieldSet.empty;
    if (!changed.isEmpty) lost.push({ manager, fields: changed });
    const fields = taken ? manager.fields.difference(changed).difference(taken.removed) : manager.fields;
    if (!fields.isEmpty) left.set(identity, fields === manager.fields ? manager : { ...manager, fields });
  }
  if (!isForced && lost.length > 0) throw new ConflictsError(conflictsOver(lost));
  const own = lossesIn(versions.kind.apiVersion) ?? lossesOf(compareObjects(versions.kind.schema, before, after));
  return { managers: left, changed: own.changed };
}

/** What changed, in one version; undefined where there is no such version. */
function compareIn({ versions, before, after, reset }: Taking, version: string): Losses | undefined {
  const [old, now] = [versions.of(before, version), versions.of(after, version)];
  if (old === undefined || now === undefined) return undefined;
  const { removed, changed } = lossesOf(compareObjects(old.kind.schema, old.object, now.object));
  return { removed: reset(removed, version), changed: reset(changed, version) };
}

const lossesOf = ({ removed, modified, added }: Comparison): Losses => ({ removed, changed: modified.union(added) });

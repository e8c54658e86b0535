/**
 * Takes away what an applier applied last time and does not apply now, unless somebody manages it still.
 * Upstream: structured-merge-diff merge.Updater, its prune step.
 */
import { FieldSet } from '@reeve/machinery';
import type { ApiObject } from '@reeve/registry';
import type { Manager } from './manager.ts';
import type { Managers } from './managers.ts';
import { withNamedFields } from './named-fields.ts';
import { removeFields } from './remove-fields.ts';
import { convert, type TypedKind } from './typed-kind.ts';
import { ownedPaths } from './value-paths.ts';
import type { Typed, Versions } from './versions.ts';

/** `merged` without the fields that only `last` had. `managers` are those of now, with `own` in the place of `last`. */
export function prune(
  versions: Versions,
  merged: ApiObject,
  managers: Managers,
  last: Manager,
  own: Pick<Manager, 'apiVersion' | 'fields'>,
): ApiObject {
  if (last.fields.isEmpty) return merged;
  // Nothing that is applied again goes, and an applier has every step on the way to what it has.
  if (last.apiVersion === own.apiVersion && last.fields.difference(own.fields).isEmpty) return merged;
  const whole = versions.of(merged, last.apiVersion);
  if (whole === undefined) return merged;
  const bare = without(whole, withNamedFields(whole.kind.schema, last.fields));
  const managed = addBackManaged(versions, whole, bare, managers);
  return versions.back(onlyWithout(whole, managed, last.fields));
}

/** Puts back what somebody manages, version by version, that of the applier first. */
function addBackManaged(versions: Versions, whole: Typed, bare: Typed, managers: Managers): Typed {
  let left = bare;
  for (const [version, fields] of fieldsByVersion(managers, whole.kind.apiVersion)) {
    const all = inVersion(versions, whole, version);
    const some = inVersion(versions, left, version);
    if (all === undefined || some === undefined) continue;
    const named = (set: FieldSet) => withNamedFields(all.kind.schema, set);
    const kept = named(pathsOf(some)).union(named(fields));
    left = without(all, named(pathsOf(all)).difference(kept));
  }
  return left;
}

/** The whole without what is missing in `left` and was in `last`: what was nobody's stays. */
function onlyWithout(whole: Typed, left: Typed, last: FieldSet): Typed {
  const { schema } = whole.kind;
  const object = left.kind === whole.kind ? left.object : convert(left.object, left.kind, whole.kind);
  const [before, after] = [ownedPaths(schema, whole.object), ownedPaths(schema, object)].map((set) =>
    withNamedFields(schema, set),
  );
  const gone = (before ?? FieldSet.empty).difference(after ?? FieldSet.empty);
  return without(whole, gone.intersection(withNamedFields(schema, last)));
}

function fieldsByVersion(managers: Managers, first: string): [version: string, fields: FieldSet][] {
  const fields = new Map<string, FieldSet>();
  for (const { apiVersion, fields: own } of managers.values())
    fields.set(apiVersion, (fields.get(apiVersion) ?? FieldSet.empty).union(own));
  return [...fields].toSorted(([one], [other]) => Number(other === first) - Number(one === first));
}

function inVersion(versions: Versions, typed: Typed, apiVersion: string): Typed | undefined {
  if (typed.kind.apiVersion === apiVersion) return typed;
  const kind: TypedKind | undefined =
    apiVersion === versions.kind.apiVersion ? versions.kind : versions.kind.inVersion(apiVersion);
  return kind && { kind, object: convert(typed.object, typed.kind, kind) };
}

const pathsOf = ({ kind, object }: Typed): FieldSet => ownedPaths(kind.schema, object);

const without = ({ kind, object }: Typed, gone: FieldSet): Typed => ({
  kind,
  object: (removeFields(kind.schema, object, gone) ?? {}) as ApiObject,
});

/**
 * Compares two states of a definition: what a user's stored objects and clients would notice when the new one is applied over the old one.
 */
import type { CustomResourceDefinition, CustomResourceVersion } from '../resource/custom-resource-definition.ts';
import type { Change, ChangeLevel } from './compare-schemas.ts';
import { compareSchemas } from './compare-schemas.ts';

/** All changes, and the worst of their levels. */
export interface DefinitionChanges {
  readonly level: ChangeLevel;
  readonly changes: readonly Change[];
}

/** The changes from one definition to another. Takes definitions, or anything with a `crd`. */
export function compareDefinitions(before: HasCrd, after: HasCrd): DefinitionChanges {
  const [old, now] = [before.crd.spec, after.crd.spec];
  const changes = [
    ...identity(before.crd, after.crd),
    ...old.versions.flatMap((version) => versionChanges(version, now.versions)),
    ...now.versions.filter(({ name }) => !old.versions.some((one) => one.name === name)).map(newVersion),
    ...storageChange(old.versions, now.versions),
  ];
  return { level: worst(changes), changes };
}

interface HasCrd {
  readonly crd: CustomResourceDefinition;
}

function identity(before: CustomResourceDefinition, after: CustomResourceDefinition): Change[] {
  const advice = 'a server refuses it: make a new resource, and move the objects';
  const pairs: readonly (readonly [string, string, string])[] = [
    ['group', before.spec.group, after.spec.group],
    ['scope', before.spec.scope, after.spec.scope],
    ['kind', before.spec.names.kind, after.spec.names.kind],
    ['names.plural', before.spec.names.plural, after.spec.names.plural],
  ];
  return pairs
    .filter(([, old, now]) => old !== now)
    .map(([path, old, now]) => ({ level: 'breaking', path, what: `was ${old}, is ${now}`, advice }));
}

function versionChanges(before: CustomResourceVersion, all: readonly CustomResourceVersion[]): Change[] {
  const after = all.find(({ name }) => name === before.name);
  const path = `versions.${before.name}`;
  if (after === undefined) return [gone(before, path)];
  const schema = compareSchemas(before.schema?.openAPIV3Schema, after.schema?.openAPIV3Schema, '');
  return [
    ...schema.map((change) => ({ ...change, path: all.length > 1 ? `${before.name}: ${change.path}` : change.path })),
    ...(before.served && !after.served ? [unserved(path)] : []),
    ...subresources(before, after, path),
  ];
}

const gone = ({ storage }: CustomResourceVersion, path: string): Change => ({
  level: 'breaking',
  path,
  what: storage ? 'the version that objects are stored in is gone' : 'the version is gone',
  advice: storage
    ? 'keep it until every object is stored in another version and status.storedVersions no longer names it'
    : 'serve it until no client asks for it; mark it as deprecated first',
});

const unserved = (path: string): Change => ({
  level: 'breaking',
  path,
  what: 'the version is no longer served',
  advice: 'mark it as deprecated, and serve it until no client asks for it',
});

function subresources(before: CustomResourceVersion, after: CustomResourceVersion, path: string): Change[] {
  return (['status', 'scale'] as const)
    .filter((name) => before.subresources?.[name] !== undefined && after.subresources?.[name] === undefined)
    .map((name) => ({
      level: 'breaking',
      path: `${path}.${name}`,
      what: `the ${name} subresource is gone`,
      advice: 'keep it: controllers and autoscalers write to it',
    }));
}

const newVersion = ({ name }: CustomResourceVersion): Change => ({
  level: 'compatible',
  path: `versions.${name}`,
  what: 'a new version',
  advice: 'without a conversion webhook all versions must have the same fields',
});

function storageChange(before: readonly CustomResourceVersion[], after: readonly CustomResourceVersion[]): Change[] {
  const [old, now] = [before, after].map((versions) => versions.find(({ storage }) => storage)?.name);
  if (old === now || !after.some(({ name }) => name === old)) return [];
  const advice = 'objects stay in the old version until they are written again; keep serving both meanwhile';
  return [{ level: 'conversion', path: 'versions', what: `objects are stored in ${now}, and were in ${old}`, advice }];
}

function worst(changes: readonly Change[]): ChangeLevel {
  if (changes.some(({ level }) => level === 'breaking')) return 'breaking';
  return changes.some(({ level }) => level === 'conversion') ? 'conversion' : 'compatible';
}

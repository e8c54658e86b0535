/**
 * What a real kube-apiserver answered, as recorded by the scripts in tools/differential, and the served resources to compare it with.
 */
import { readFileSync } from 'node:fs';
import { loadResources, loadTypeTable, type ResourceFacts } from '@reeve/kinds';
import { TypedCodecs } from '@reeve/apiserver';
import { builtinStrategy } from '@reeve/builtins';
import { type ApiObject } from '@reeve/registry';

/** A fixture of this folder. */
export const recorded = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'));

const { groups } = await loadResources();
const codecs = new TypedCodecs(await loadTypeTable());

export interface Served {
  readonly group: string;
  readonly version: string;
  readonly facts: ResourceFacts;
}

/** Every served built-in resource by `version/plural` or `group/version/plural`. */
export const served: ReadonlyMap<string, Served> = new Map(
  groups.flatMap(({ name: group, versions }) =>
    versions.flatMap(({ version, resources }) =>
      resources.map((facts) => [
        `${group === '' ? '' : `${group}/`}${version}/${facts.plural}`,
        { group, version, facts },
      ]),
    ),
  ),
);

export function servedAs(resource: string): Served {
  const found = served.get(resource);
  if (found === undefined) throw new Error(`no resource ${resource}`);
  return found;
}

export const strategyOf = (resource: string) => {
  const { group, version, facts } = servedAs(resource);
  return builtinStrategy(group, version, facts);
};

await strategyOf('v1/pods').load?.();

/** An object as the server reads it from a body, at the place that it is posted to. */
export function decoded(resource: string, input: object): ApiObject {
  const { group, version, facts } = servedAs(resource);
  const { object } = codecs.forKind(group, version, facts.kind).decode(structuredClone(input) as never);
  const { metadata, apiVersion: _apiVersion, kind: _kind, ...rest } = object;
  const namespace = facts.scope === 'Namespaced' ? { namespace: 'default' } : {};
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return { kind: facts.kind, apiVersion, metadata: { ...metadata, ...namespace }, ...rest };
}

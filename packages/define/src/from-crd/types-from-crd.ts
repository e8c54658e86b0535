/**
 * Somebody else's CustomResourceDefinition as TypeScript: the text of a module with the types and `Kind` of a version, and the definition itself. Reading files
 * and clusters is the caller's.
 */
import { isJsonObject } from '@reeve/machinery';
import type { KubeObject, UnstructuredObject } from '@reeve/machinery';
import { DefinitionError } from '../problem/definition-problem.ts';
import type { CustomResourceDefinition, CustomResourceVersion } from '../resource/custom-resource-definition.ts';
import { defineResource } from '../resource/define-resource.ts';
import type { ResourceDefinition } from '../resource/resource-definition.ts';
import { optionsFromCrd } from './options-from-crd.ts';
import { typeText } from './schema-types.ts';

/** A definition of which only the definition object is known. */
export type ResourceOfCrd<T extends KubeObject> = ResourceDefinition<T> & {
  at<V extends KubeObject = T>(this: void, version: string): ResourceDefinition<V>;
};

/** The definition of a CustomResourceDefinition; the type of its objects is the caller's to say (or `typesFromCrd`'s). */
export function resourceFromCrd<T extends KubeObject = UnstructuredObject>(
  crd: CustomResourceDefinition,
): ResourceOfCrd<T> {
  requireDefinition(crd);
  return defineResource(optionsFromCrd(crd)) as unknown as ResourceOfCrd<T>; // what objects look like is the caller's word
}

/** The text of a module with the type and the `Kind` of one version: the stored one unless another is named. */
export function typesFromCrd(crd: CustomResourceDefinition, version?: string): string {
  requireDefinition(crd);
  const { group, names, scope, versions } = crd.spec;
  const one = versions.find(({ name, storage }) => (version === undefined ? storage : name === version));
  if (one === undefined) throw unknownVersion(crd, version);
  const subresources = Object.keys(one.subresources ?? {});
  const union = subresources.map((name) => `'${name}'`).join(' | ') || 'never';
  const facts = { group, version: one.name, ...names, scope, subresources };
  return [
    `import { defineKind } from '@reeve/machinery';`,
    `import type { Kind, ObjectMeta } from '@reeve/machinery';`,
    '',
    `export interface ${names.kind} ${bodyOf(one, `${group}/${one.name}`, names.kind)}`,
    '',
    `export const ${names.kind}: Kind<${names.kind}, '${scope}', ${union}> = defineKind(${JSON.stringify(facts, undefined, 2)});`,
    '',
  ].join('\n');
}

function bodyOf({ schema }: CustomResourceVersion, apiVersion: string, kind: string): string {
  const root = schema?.openAPIV3Schema;
  const {
    apiVersion: _a,
    kind: _k,
    metadata: _m,
    ...others
  } = isJsonObject(root?.['properties']) ? root['properties'] : {};
  const rest = typeText({ ...root, type: 'object', properties: others, nullable: false });
  const members = rest.startsWith('{') ? rest.slice(1) : '\n  [field: string]: unknown;\n}';
  return `{\n  apiVersion?: '${apiVersion}';\n  kind?: '${kind}';\n  metadata: ObjectMeta;${members}`;
}

function requireDefinition(crd: unknown): void {
  const isDefinition =
    isJsonObject(crd) &&
    crd['kind'] === 'CustomResourceDefinition' &&
    isJsonObject(crd['spec']) &&
    Array.isArray(crd['spec']['versions']);
  if (isDefinition) return;
  const advice = 'pass an object of apiextensions.k8s.io/v1, as kubectl get crd NAME -o json prints it';
  throw new DefinitionError('This', [{ path: 'kind', reason: 'it is not a CustomResourceDefinition', advice }]);
}

function unknownVersion(crd: CustomResourceDefinition, version: string | undefined): DefinitionError {
  const advice = `the versions are ${crd.spec.versions.map(({ name }) => name).join(', ')}`;
  const reason =
    version === undefined ? 'no version is the one that objects are stored in' : `there is no version ${version}`;
  return new DefinitionError(crd.spec.names.kind, [{ path: 'spec.versions', reason, advice }]);
}

/**
 * As much of CustomResourceDefinitions as installing them needs.
 */
import { defineKind } from '@reeve/machinery';
import type { Condition, Kind, KubeObject } from '@reeve/machinery';

/** A definition of a kind. */
export interface Definition extends KubeObject {
  readonly spec: object;
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/** The kind of definitions. */
export const Definition: Kind<Definition, 'Cluster', 'status'> = defineKind<Definition, 'Cluster', 'status'>({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  scope: 'Cluster',
  subresources: ['status'],
});

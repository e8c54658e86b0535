// definitions
export { defineResource } from './resource/define-resource.ts';
export type { SeveralVersionsOptions, SingleVersionOptions } from './resource/define-resource.ts';
export type { InputObjectOf, ObjectOf, ScopeOf, StorageOf, SubresourcesOf } from './resource/object-types.ts';
export type { LocalSchema, ResourceDefinition } from './resource/resource-definition.ts';
export type {
  Column,
  ResourceOptions,
  ScalePaths,
  ServedVersionOptions,
  VersionOptions,
} from './resource/resource-options.ts';
export type {
  CustomResourceConversion,
  CustomResourceDefinition,
  CustomResourceVersion,
  PrinterColumn,
} from './resource/custom-resource-definition.ts';

// schemas
export * as k from './k/k.ts';
export type { Rule, RuleMeta, RuleOptions } from './k/rules.ts';
export type {
  AnySchema,
  InputOf,
  JsonSchema,
  OutputOf,
  StandardSchema,
  TypedJsonSchema,
} from './front-end/standard-schema.ts';

// rules
export { issueAdvice } from './rules/issue-advice.ts';
export { sizeAdvice } from './rules/size-advice.ts';

// problems
export { DefinitionError } from './problem/definition-problem.ts';
export type { DefinitionProblem } from './problem/definition-problem.ts';

// from a definition that is there
export { resourceFromCrd, typesFromCrd } from './from-crd/types-from-crd.ts';
export type { ResourceOfCrd } from './from-crd/types-from-crd.ts';

// changes
export { compareDefinitions } from './change/compare-definitions.ts';
export type { DefinitionChanges } from './change/compare-definitions.ts';
export type { Change, ChangeLevel } from './change/compare-schemas.ts';

// samples
export { sampleOf } from './sample/sample-object.ts';
export type { Sample } from './sample/sample-object.ts';

// set
export { ObjectSet, objectSet } from './set/object-set.ts';
export type { ApplySetOptions, SetConnection } from './set/object-set.ts';
export { kindRule } from './set/set-options.ts';
export type {
  Adoption,
  KindRule,
  ObjectSetOptions,
  Pruning,
  RuleInput,
  RuleResult,
  SetScope,
} from './set/set-options.ts';
export type { ApplyProgress, ApplyReport, ObjectAction, ObjectResult } from './set/apply-report.ts';
export type { Plan, PlannedCreate, PlannedDelete, PlannedFailure, PlannedUpdate, PlanOptions } from './set/plan.ts';
export { fieldChanges } from './set/field-changes.ts';
export type { FieldChange } from './set/field-changes.ts';
export { SetRateLimit } from './set/set-rate-limit.ts';
export { EmptySetError, ForeignObjectError, ObjectSetError } from './set/set-errors.ts';
export { setIdentity } from './set/set-identity.ts';
export type { SetName, SetOwner } from './set/set-identity.ts';
export {
  groupKindsAnnotation,
  namespacesAnnotation,
  partOfLabel,
  pruneMark,
  setIdLabel,
  setOwnerAnnotation,
  waveAnnotation,
} from './set/set-labels.ts';
export { purgeOrphan } from './set/orphans.ts';
export type { OrphanResult, PurgeOptions } from './set/orphans.ts';

// step
export { finalizer } from './step/finalizer.ts';
export type { CleanupResult, FinalizerName, FinalizerOptions } from './step/finalizer.ts';
export { generatingHandler } from './step/generating-handler.ts';
export type { Generated, GeneratingHandlerOptions } from './step/generating-handler.ts';
export { statusHandler } from './step/status-handler.ts';
export type { ConditionOptions, StatusHandlerOptions, StatusOf } from './step/status-handler.ts';
export type { ConditionShape } from './step/handler-condition.ts';
export { listHeld, releaseHeld } from './step/uninstall.ts';
export type { HeldObject, HeldQuery } from './step/uninstall.ts';

// workflow
export { Workflow, workflow } from './workflow/workflow.ts';
export type { WorkflowOptions } from './workflow/workflow.ts';
export { mermaidOf } from './workflow/workflow-graph.ts';
export type { GraphNode, WorkflowGraph } from './workflow/workflow-graph.ts';
export type { NodeEntry, NodeState } from './workflow/node-entry.ts';
export type {
  LiveObjects,
  NodeInput,
  NodeObjectRef,
  NodeOptions,
  NodeRetry,
  ObjectsNode,
  RefsOf,
  RemoveInput,
  TaskInput,
  TaskNode,
} from './workflow/workflow-node.ts';

// external
export { ExternalResource, externalResource } from './external/external-resource.ts';
export type { ExternalEffects } from './external/external-resource.ts';
export type {
  CreateCall,
  DeepPartial,
  ExternalCall,
  ExternalResourceOptions,
  FindCall,
  ManagementPolicy,
  ServiceCall,
  UpdateCall,
} from './external/external-options.ts';
export { pausedAnnotation } from './external/external-record.ts';
export { NotCreatedError } from './external/external-options.ts';

// related
export { ownersOfKind, relatedResources } from './related/related-resources.ts';
export type { RelatedOptions, Resolver } from './related/related-resources.ts';

// readiness
export { allReady, isReady } from './readiness/is-ready.ts';
export type { ReadinessOptions } from './readiness/is-ready.ts';
export type { Readiness } from './readiness/readiness.ts';

// name
export { limitName, safeConcatName, splitLast } from './name/names.ts';
export { randomToken } from './name/names.ts';

// manifest
export { manifestsOf, objectsFromManifests, withoutServerFields } from './manifest/manifests.ts';

// migration
export {
  wranglerApplied,
  wranglerHashLabel,
  wranglerPruneLabel,
  wranglerSetHash,
  wranglerSetOf,
} from './migration/wrangler-set.ts';
export type { WranglerSet } from './migration/wrangler-set.ts';

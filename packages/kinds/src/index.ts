export type {
  ColumnFacts,
  FieldFacts,
  GroupFacts,
  KindFacts,
  OpenApiSchema,
  ResourceFacts,
  SeedFacts,
  SubresourceFacts,
  TypeTable,
  VersionFacts,
} from './facts.ts';
export {
  addAmounts,
  amountsOf,
  isPodLevelResource,
  isSidecar,
  maxAmounts,
  podLimits,
  podRequests,
} from './pod-resources.ts';
export type { PodResourcesOptions, PodWithResources, ResourceAmounts } from './pod-resources.ts';
export { loadResources, loadSchemas, loadSeedObjects, loadTypeTable } from './load-facts.ts';

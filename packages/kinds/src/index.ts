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
export { loadResources, loadSchemas, loadSeedObjects, loadTypeTable } from './load-facts.ts';

/**
 * Loads the generated tables. Each is a module of its own, so that a program pays only for what it asks.
 */
import type { GroupFacts, OpenApiSchema, SeedFacts, TypeTable } from './facts.ts';

/** The Kubernetes version that the facts are of, and what it serves, in the server's own order. */
export const loadResources = async (): Promise<{ readonly version: string; readonly groups: readonly GroupFacts[] }> =>
  (await import('./generated/resources.ts')).resources as { version: string; groups: GroupFacts[] };

/** The schemas of OpenAPI v3 by name, for example `io.k8s.api.apps.v1.Deployment`. */
export const loadSchemas = async (): Promise<Readonly<Record<string, OpenApiSchema>>> =>
  (await import('./generated/schemas.ts')).schemas as Record<string, OpenApiSchema>;

/** How every built-in type is written in JSON and protobuf. */
export const loadTypeTable = async (): Promise<TypeTable> =>
  (await import('./generated/type-table.ts')).typeTable as TypeTable;

/** What a fresh server holds. */
export const loadSeedObjects = async (): Promise<readonly SeedFacts[]> =>
  (await import('./generated/seed-objects.ts')).seedObjects as SeedFacts[];

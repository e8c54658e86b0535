/**
 * The definitions that a test wants installed: given as values, as anything that has one, or in files. One of a name is installed once; what is said last counts.
 * Upstream: controller-runtime envtest.CRDInstallOptions.
 */
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1';
import { keyOf } from '@reeve/machinery';
import { readManifests } from './manifest-files.ts';
import type { ManifestOptions } from './manifest-files.ts';

/** What `defineResource` gives, as far as an installation is concerned. */
export interface Defined {
  readonly crd: object;
}

/** Where definitions are. */
export interface DefinitionInput extends ManifestOptions {
  /** Resources, which bring their definition. */
  readonly resources?: readonly Defined[] | undefined;
  /** Definitions themselves. */
  readonly crds?: readonly object[] | undefined;
  /** Files, folders of files, and patterns (`config/crd-*.yaml`). What is no definition in them is passed over. */
  readonly paths?: readonly string[] | undefined;
}

/** All definitions, each name once. */
export async function definitionsIn(input: DefinitionInput): Promise<CustomResourceDefinition[]> {
  const { resources = [], crds = [], paths = [] } = input;
  const objects = [...(await readManifests(paths, input)), ...crds, ...resources.map(({ crd }) => crd)];
  const byName = new Map<string, CustomResourceDefinition>();
  for (const object of objects) if (CustomResourceDefinition.is(object)) byName.set(keyOf(object), object);
  return [...byName.values()];
}

/**
 * Resources of another project: each is a file that declares what is there already, and an entry in the project file. Controllers stay to be written.
 */
import { pluralOf } from '@reeve/machinery';
import { fileNameOf, kindNames } from '../names/kind-names.ts';
import { projectIn } from '../project/project-file.ts';
import type { KubebuilderResource } from '../project/kubebuilder-project.ts';
import type { ProjectTree } from '../tree/tree.ts';
import { createApi } from './api.ts';
import { recordResource } from './resource-record.ts';

/** A resource, and the module that declares it; undefined where its definition was not found. */
export interface TakenResource extends KubebuilderResource {
  readonly module: string | undefined;
}

/** Writes the files. One whose definition is not known gets one to fill in. */
export async function takeOver(tree: ProjectTree, resources: readonly TakenResource[]): Promise<void> {
  const { domain } = await projectIn(tree);
  for (const { module, controller: _, ...answers } of resources) {
    if (module === undefined) {
      await createApi(tree, { ...answers, controller: false, test: false });
      continue;
    }
    const { group, version, kind, plural, scope } = kindNames(answers, domain);
    const file = `src/${fileNameOf(kind)}.ts`;
    tree.write(file, module);
    const isRegular = plural === pluralOf(kind);
    await recordResource(tree, { group, version, kind, ...(!isRegular && { plural }), scope, file, controller: false });
  }
}

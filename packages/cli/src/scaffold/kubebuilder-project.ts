/**
 * A project of kubebuilder's that is taken over: its PROJECT file, and the definitions that controller-gen has made beside it.
 */
import { dirname, join, resolve } from 'node:path';
import { typesFromCrd } from '@reeve/define';
import type { CustomResourceDefinition } from '@reeve/define';
import { pluralOf } from '@reeve/machinery';
import { ProjectFileError, readKubebuilderProject, takeOver } from '@reeve/scaffold';
import type { PlanStep, TakenResource } from '@reeve/scaffold';
import { parse } from 'yaml';
import { UsageError } from '../error/usage-error.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What is taken over. */
export interface TakenProject {
  readonly name: string;
  readonly domain: string;
  readonly resources: readonly TakenResource[];
  readonly notes: readonly string[];
}

/** Reads a PROJECT file and the definitions in `config/crd/bases`. */
export async function projectToTake(file: string, { files, folder }: Terminal): Promise<TakenProject> {
  const path = resolve(folder, file);
  const text = await files.read(path);
  if (text === undefined) throw new UsageError(`there is no file ${file}`);
  const { name, domain, resources, notes } = readKubebuilderProject(yamlIn(text, file), file);
  const kinds = new Map(resources.map((one) => [`${one.group}/${one.kind}`, one])); // the last version of each
  const taken: TakenResource[] = [];
  const more: string[] = [];
  for (const one of kinds.values()) {
    const place = join('config', 'crd', 'bases', `${one.group}_${one.plural ?? pluralOf(one.kind)}.yaml`);
    const definition = await files.read(join(dirname(path), place));
    if (definition === undefined) more.push(`${one.kind}: there is no ${place}: its fields are to be written in src`);
    else
      more.push(
        `${one.kind}: declared by its definition, as TypeScript; write its controller with defineController({ for: ${one.kind}, … })`,
      );
    taken.push({ ...one, module: definition && moduleOf(yamlIn(definition, place) as CustomResourceDefinition) });
  }
  return { name, domain, resources: taken, notes: [...notes, ...more] };
}

/** The step that writes them. */
export const takeOverStep =
  ({ resources, notes }: TakenProject): PlanStep['generate'] =>
  async (tree, { note }) => {
    await takeOver(tree, resources);
    for (const line of notes) note(line);
  };

/** The types of a definition, and the resource of the definition itself. */
function moduleOf(crd: CustomResourceDefinition): string {
  const { kind } = crd.spec.names;
  const text = typesFromCrd(crd);
  const types = text.slice(text.indexOf('export interface'), text.indexOf(`export const ${kind}:`));
  const { status: _, ...definition } = crd as CustomResourceDefinition & { readonly status?: unknown };
  return `import { resourceFromCrd } from 'reeve';
import type { ObjectMeta } from 'reeve';

${types}/** The definition, as controller-gen made it. */
export const ${kind} = resourceFromCrd<${kind}>(${JSON.stringify(definition, undefined, 2)});
`;
}

function yamlIn(text: string, file: string): unknown {
  try {
    return parse(text) as unknown;
  } catch (cause) {
    throw new ProjectFileError(file, '', 'is no YAML', { cause, next: `correct ${file}` });
  }
}

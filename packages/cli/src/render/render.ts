/**
 * Runs `reeve render`: prints manifests, or writes a file each.
 */
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import type { KubeObject } from '@reeve/machinery';
import { dns1123LabelProblems } from '@reeve/machinery';
import type { CommandContext } from '../command/command-context.ts';
import { UsageError } from '../error/usage-error.ts';
import { openProgram } from '../source/open-program.ts';
import { manifestsOf } from './manifests.ts';

/** Runs `reeve render FILE`. */
export async function run(context: CommandContext): Promise<void> {
  const { flags, terminal, project, print, say } = context;
  const opening = await openProgram(context);
  const program = await opening.load();
  const name = dnsLabel('name', flags.text('name') ?? opening.name);
  const namespace = dnsLabel('namespace', flags.text('namespace') ?? `${name}-system`);
  const image = flags.text('image') ?? `${name}:latest`;
  const replicas = flags.integer('replicas') ?? 1;
  let objects: readonly KubeObject[] = manifestsOf(program, { name, namespace, image, replicas, file: opening.word });
  for (const { renderers } of await project.plugins())
    for (const render of renderers) objects = await render(objects, { name, namespace, image, ...program });
  const folder = flags.text('out');
  if (folder === undefined) return print(objects.map(yamlOf).join('---\n').trimEnd());
  for (const [index, object] of objects.entries()) {
    const path = join(folder, `${String(index + 1).padStart(2, '0')}-${fileName(object)}`); // kubectl applies by name
    await terminal.files.write(resolve(terminal.folder, path), yamlOf(object));
    say(`wrote ${path}`);
  }
}

/** Long texts stay in one line, so that nothing in them changes. */
const yamlOf = (object: KubeObject): string => stringify(object, { lineWidth: 0, aliasDuplicateObjects: false });

const fileName = ({ kind = '', metadata }: KubeObject): string => `${kind.toLowerCase()}-${metadata.name ?? ''}.yaml`;

function dnsLabel(flag: string, value: string): string {
  const [problem] = dns1123LabelProblems(value);
  if (problem !== undefined) throw new UsageError(`--${flag} ${value} is no name for objects: ${problem}`);
  return value;
}

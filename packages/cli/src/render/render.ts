/**
 * Runs `reeve render`: prints manifests, or writes a file each.
 */
import { join, relative, resolve } from 'node:path';
import { stringify } from 'yaml';
import type { KubeObject } from '@reeve/machinery';
import { dns1123LabelProblems } from '@reeve/machinery';
import type { CommandContext } from '../command/command-context.ts';
import { UsageError } from '../error/usage-error.ts';
import { ProgramLoader } from '../program/load-program.ts';
import { programFile } from '../program/program-file.ts';
import { operatorName } from '../program/operator-name.ts';
import { manifestsOf } from './manifests.ts';

/** Runs `reeve render FILE`. */
export async function run({ args, flags, terminal, print, say }: CommandContext): Promise<void> {
  const [given] = args;
  if (given === undefined) throw new UsageError('which file? reeve render FILE');
  const file = await programFile(given, terminal);
  const program = await new ProgramLoader(terminal.files).load(file);
  const name = dnsLabel('name', flags.text('name') ?? operatorName(file));
  const namespace = dnsLabel('namespace', flags.text('namespace') ?? `${name}-system`);
  const image = flags.text('image') ?? `${name}:latest`;
  const replicas = flags.integer('replicas') ?? 1;
  const objects = manifestsOf(program, { name, namespace, image, replicas, file: relative(terminal.folder, file) });
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

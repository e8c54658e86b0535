/**
 * The files that `reeve cel` is given: objects, and definitions from manifests or programs.
 */
import { extname, isAbsolute, join } from 'node:path';
import type { CustomResourceDefinition } from '@reeve/define';
import { isJsonObject } from '@reeve/machinery';
import type { ReadonlyJson } from '@reeve/machinery';
import type { CommandContext } from '../command/command-context.ts';
import { CliError } from '../error/cli-error.ts';
import { UsageError } from '../error/usage-error.ts';
import { codeFrame } from '../program/code-frame.ts';
import { ProgramLoader } from '../program/load-program.ts';
import { programFile } from '../source/program-file.ts';

type Context = Pick<CommandContext, 'terminal'>;

/** The value in a file, which has one document; `-` is stdin. */
export async function readValue(flag: string, name: string, context: Context): Promise<ReadonlyJson> {
  const values = await readValues(flag, name, context);
  if (values.length !== 1)
    throw new UsageError(`--${flag} ${name} has ${values.length} documents: name a file with one`);
  return values[0] ?? null;
}

/** The definitions in a manifest, or those that a program exports. */
export async function readDefinitions(name: string, context: Context): Promise<readonly CustomResourceDefinition[]> {
  const definitions = isManifest(name)
    ? (await readValues('crd', name, context)).flatMap(definitionsIn)
    : await programDefinitions(name, context);
  if (definitions.length > 0) return definitions;
  throw new UsageError(
    `--crd ${name} has no definition: name a CustomResourceDefinition, or a program that exports one`,
  );
}

const isManifest = (name: string): boolean => name === '-' || ['.yaml', '.yml', '.json'].includes(extname(name));

async function programDefinitions(name: string, { terminal }: Context): Promise<readonly CustomResourceDefinition[]> {
  const definitions = await new ProgramLoader(terminal.files).definitions(await programFile(name, terminal));
  return definitions.map(({ crd }) => crd);
}

/** The definition that a document is, or those in a list. */
function definitionsIn(value: ReadonlyJson): readonly CustomResourceDefinition[] {
  if (!isJsonObject(value)) return [];
  const { items, kind, spec } = value;
  if (Array.isArray(items)) return (items as readonly ReadonlyJson[]).flatMap(definitionsIn);
  const isDefinition = kind === 'CustomResourceDefinition' && isJsonObject(spec) && Array.isArray(spec['versions']);
  return isDefinition ? [value as unknown as CustomResourceDefinition] : []; // looked at just above
}

async function readValues(flag: string, name: string, { terminal }: Context): Promise<readonly ReadonlyJson[]> {
  const path = isAbsolute(name) ? name : join(terminal.folder, name);
  const text = name === '-' ? await terminal.stdin.text() : await terminal.files.read(path);
  if (text === undefined) throw new UsageError(`--${flag} ${name}: there is no such file`);
  const { ManifestTextError, parseDocuments } = await import('@reeve/client');
  try {
    const documents = await parseDocuments(text, { file: name === '-' ? 'stdin' : name });
    return documents.map(({ value }) => value as ReadonlyJson); // what the text of JSON or YAML has
  } catch (error) {
    if (!(error instanceof ManifestTextError)) throw error;
    throw new CliError('REEVE_MANIFEST', `${error.message}\n\n${codeFrame(text, error)}\n`);
  }
}

/**
 * Objects from files, folders and stdin, all read and judged before the first is used: one mistake, and nothing happens. Upstream: cli-runtime's visitors.
 */
import { isAbsolute, join } from 'node:path';
import {
  isJsonArray,
  isJsonObject,
  parseJson,
  visibleText,
  type KubeObject,
  type ReadonlyJsonObject,
} from '@reeve/machinery';
import type { CommandContext } from '../../command/command-context.ts';
import { codeFrame } from '../../program/code-frame.ts';
import { ManifestError } from './manifest-error.ts';

/** An object and where it stands. */
export interface Manifest {
  readonly object: KubeObject;
  /** The file, and the line where the document begins. */
  readonly place: string;
}

/** Schemas in definitions are nested some forty levels. */
const deepest = 300;

const endings = /\.(json|ya?ml)$/;

/** The objects of all `-f`, in order; lists give their items. */
export async function readManifests(context: CommandContext): Promise<Manifest[]> {
  const manifests: Manifest[] = [];
  for (const name of context.flags.all('filename'))
    for (const { file, text } of await textsOf(context, name)) manifests.push(...(await manifestsIn(file, text)));
  if (manifests.length === 0) throw new ManifestError('the files have no objects');
  return manifests;
}

interface Source {
  readonly file: string;
  readonly text: string;
}

async function textsOf(context: CommandContext, name: string): Promise<Source[]> {
  const { terminal, flags } = context;
  if (name === '-') return [{ file: 'stdin', text: await terminal.stdin.text() }];
  const path = isAbsolute(name) ? name : join(terminal.folder, name);
  const entries = await terminal.files.list(path);
  if (entries !== undefined) return textsInFolder(context, path, flags.has('recursive'));
  const text = await terminal.files.read(path);
  if (text === undefined) throw new ManifestError(`the path "${name}" does not exist`);
  return [{ file: name, text }];
}

/** The manifests of a folder by name; folders in it only when they are asked for. */
async function textsInFolder(context: CommandContext, folder: string, isDeep: boolean): Promise<Source[]> {
  const { files } = context.terminal;
  const sources: Source[] = [];
  for (const { name, isFolder } of (await files.list(folder)) ?? []) {
    const path = join(folder, name);
    if (isFolder && isDeep) sources.push(...(await textsInFolder(context, path, isDeep)));
    if (isFolder || !endings.test(name)) continue;
    sources.push({ file: path, text: (await files.read(path)) ?? '' });
  }
  return sources;
}

async function manifestsIn(file: string, text: string): Promise<Manifest[]> {
  if (text.trimStart().startsWith('{')) return objectsIn(parsedJson(file, text), file);
  const { readYaml } = await import('@reeve/client');
  const read = await readYaml(text, { deepest, library: { intAsBigInt: true, version: '1.1', merge: true } });
  if (read === undefined)
    throw new ManifestError(`${file}: this is nested too deeply, or repeats itself too often, to be a manifest`);
  const { documents, placeOf } = read;
  return documents.flatMap(({ problem, value, offset }) => {
    if (problem !== undefined) {
      const place = placeOf(problem.offset);
      const where = `${file}:${place.line}:${place.column}`;
      throw new ManifestError(`${where}: ${visibleText(problem.message)}`, codeFrame(text, place));
    }
    return value === null || value === undefined ? [] : objectsIn(plain(value), `${file}:${placeOf(offset).line}`);
  });
}

function parsedJson(file: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new ManifestError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Numbers as JSON has them: whole ones that are safe are no bigints, times are text. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint')
    return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
  if (value instanceof Date) return value.toISOString().replace('.000Z', 'Z');
  if (isJsonArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

/** The object, or the items of a list. What says no kind is no object. */
function objectsIn(value: unknown, place: string): Manifest[] {
  if (!isJsonObject(value))
    throw new ManifestError(`${place}: this is no object: it needs apiVersion, kind and metadata`);
  const { apiVersion, kind, items } = value;
  if (typeof kind !== 'string' || kind === '') throw new ManifestError(`${place}: Object 'Kind' is missing`);
  if (typeof apiVersion !== 'string' || apiVersion === '')
    throw new ManifestError(`${place}: Object 'apiVersion' is missing`);
  if (kind.endsWith('List') && isJsonArray(items)) return items.flatMap((item) => objectsIn(item, place));
  if (!hasName(value)) throw new ManifestError(`${place}: ${kind} has no metadata.name`);
  return [{ object: value as unknown as KubeObject, place }]; // which says its kind and its name
}

const hasName = ({ metadata }: ReadonlyJsonObject): boolean =>
  isJsonObject(metadata) && (Boolean(metadata['name']) || Boolean(metadata['generateName']));

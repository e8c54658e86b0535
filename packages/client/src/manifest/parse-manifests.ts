/**
 * Objects from the text of a manifest: JSON, or YAML of one or several documents, whose lists give their items. Numbers are as JSON has them: whole ones
 * beyond 2^53 are bigint. A text that is nested without end, repeats itself or has a key twice is refused with its place.
 * Upstream: cli-runtime's resource builder, apimachinery util/yaml.
 */
import { ReeveError, isJsonArray, isJsonObject, parseJson, visibleText } from '@reeve/machinery';
import type { ReadonlyJsonObject, UnstructuredObject } from '@reeve/machinery';
import { readYaml } from '../config/read-yaml.ts';

/** An object, and where its document begins. */
export interface Manifest {
  readonly object: UnstructuredObject;
  /** Counts from 1. */
  readonly line: number;
}

/** What a text is called in messages. */
export interface ManifestOptions {
  /** The file it came from; `manifest` unless given. */
  readonly file?: string | undefined;
}

/** A text that is no manifest, and where that shows. */
export class ManifestTextError extends ReeveError {
  readonly file: string;
  readonly line: number;
  readonly column: number;

  constructor(place: ManifestDocument['place'], problem: string) {
    const { file, line, column } = place;
    super('REEVE_MANIFEST_TEXT', visibleText(`${file}:${line}:${column}: ${problem}`));
    this.file = file;
    this.line = line;
    this.column = column;
  }
}

/** The objects of a text, in order. Each says its apiVersion, its kind and a name (or generateName). The YAML library is loaded when it is needed. */
export async function parseManifests(text: string, options: ManifestOptions = {}): Promise<Manifest[]> {
  const documents = await parseDocuments(text, options);
  return documents.flatMap(({ value, place }) => objectsIn(value, place));
}

/** A document of a text: any value of JSON, and where it begins. */
export interface ManifestDocument {
  readonly value: unknown;
  readonly place: { readonly file: string; readonly line: number; readonly column: number };
}

/** The documents of a text, in order, whatever they are. Empty ones are left out. */
export async function parseDocuments(
  text: string,
  { file = 'manifest' }: ManifestOptions = {},
): Promise<ManifestDocument[]> {
  if (/^\s*\{/.test(text)) return [{ value: jsonIn(text, file), place: { file, line: 1, column: 1 } }];
  const read = await readYaml(text, manifestBounds);
  if (read === undefined) {
    const problem = 'it is nested too deeply, or is too long, to be a manifest';
    throw new ManifestTextError({ file, line: 1, column: 1 }, problem);
  }
  const placeAt = (offset: number): ManifestDocument['place'] => ({ file, ...read.placeOf(offset) });
  return read.documents.flatMap(({ problem, value, offset }) => {
    if (problem?.code === 'DUPLICATE_KEY')
      throw new ManifestTextError(placeAt(problem.offset), 'a map has this key twice: remove one');
    if (problem !== undefined)
      throw new ManifestTextError(placeAt(problem.offset), `it is no YAML: ${problem.message}`);
    return value === null || value === undefined ? [] : [{ value: plain(value), place: placeAt(offset) }];
  });
}

/** Definitions of custom resources are long and deep. */
const manifestBounds = {
  deepest: 400,
  mostLexemes: 10_000_000,
  library: { intAsBigInt: true, version: '1.1', merge: true },
} as const;

function jsonIn(text: string, file: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new ManifestTextError({ file, line: 1, column: 1 }, error instanceof Error ? error.message : String(error));
  }
}

/** Numbers as JSON has them: whole ones that are safe are no bigints, times are text. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (value instanceof Date) return value.toISOString().replace('.000Z', 'Z');
  if (isJsonArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

/** The object, or the items of a list. */
function objectsIn(value: unknown, place: ManifestDocument['place']): Manifest[] {
  const refused = (problem: string): ManifestTextError => new ManifestTextError(place, problem);
  if (!isJsonObject(value)) throw refused('it is no object: write apiVersion, kind and metadata');
  const { apiVersion, kind, items } = value;
  if (!isText(kind)) throw refused('an object has no kind: write the kind, such as ConfigMap');
  if (!isText(apiVersion)) throw refused(`a ${kind} has no apiVersion: write the version, such as v1 or apps/v1`);
  if (kind.endsWith('List') && isJsonArray(items)) return items.flatMap((item) => objectsIn(item, place));
  if (!hasName(value)) throw refused(`a ${kind} has no name: write metadata.name or metadata.generateName`);
  return [{ object: value as unknown as UnstructuredObject, line: place.line }]; // which says its kind and its name
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const hasName = ({ metadata }: ReadonlyJsonObject): boolean =>
  isJsonObject(metadata) && (isText(metadata['name']) || isText(metadata['generateName']));

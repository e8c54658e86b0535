/**
 * Objects from the text of a manifest: JSON, or YAML of one or several documents, whose lists give their items. Numbers are as JSON has them: whole ones
 * beyond 2^53 are bigint. A text that is nested without end, repeats itself or has a key twice is refused with its place.
 * Upstream: cli-runtime's resource builder, apimachinery util/yaml.
 */
import { ReeveError, isJsonArray, isJsonObject, parseJson, visibleText } from '@reeve/machinery';
import type { ReadonlyJsonObject, UnstructuredObject } from '@reeve/machinery';
import type * as Yaml from 'yaml';
import { guardedOptions, isExcessive, mostAliases, repeatedKeyIn } from '../config/yaml-guard.ts';

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

  constructor(place: { readonly file: string; readonly line: number; readonly column: number }, problem: string) {
    const { file, line, column } = place;
    super('REEVE_MANIFEST_TEXT', visibleText(`${file}:${line}:${column}: ${problem}`));
    this.file = file;
    this.line = line;
    this.column = column;
  }
}

/** The objects of a text, in order. Each says its apiVersion, its kind and a name (or generateName). The YAML library is loaded when it is needed. */
export async function parseManifests(text: string, { file = 'manifest' }: ManifestOptions = {}): Promise<Manifest[]> {
  if (/^\s*\{/.test(text)) return objectsIn(jsonIn(text, file), { file, line: 1, column: 1 });
  const yaml = await import('yaml');
  if (isExcessive(yaml, text, manifestBounds)) {
    throw new ManifestTextError({ file, line: 1, column: 1 }, 'it is nested too deeply or too long to be a manifest');
  }
  const lineCounter = new yaml.LineCounter();
  const placeAt = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(offset);
    return { file, line, column: col };
  };
  const options = { ...guardedOptions, lineCounter, intAsBigInt: true, version: '1.1', merge: true } as const;
  const documents = yaml.parseAllDocuments(text, options);
  if ('empty' in documents) return [];
  return documents.flatMap((document) => {
    const value = valueOf(yaml, document, placeAt);
    return value === null || value === undefined ? [] : objectsIn(value, placeAt(document.contents?.range?.[0] ?? 0));
  });
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Definitions of custom resources are long and deep. */
const manifestBounds = { deepest: 400, mostLexemes: 10_000_000 };

function jsonIn(text: string, file: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new ManifestTextError({ file, line: 1, column: 1 }, error instanceof Error ? error.message : String(error));
  }
}

function valueOf(yaml: typeof Yaml, document: Yaml.Document.Parsed, placeAt: (offset: number) => Place): unknown {
  const [error] = document.errors;
  if (error !== undefined) throw new ManifestTextError(placeAt(error.pos[0]), `it is no YAML: ${error.message}`);
  const repeated = repeatedKeyIn(yaml, document);
  if (repeated !== undefined) throw new ManifestTextError(placeAt(repeated), 'a map has this key twice: remove one');
  try {
    return plain(document.toJS({ maxAliasCount: mostAliases }) as unknown);
  } catch {
    throw new ManifestTextError(placeAt(document.range[0]), 'its aliases repeat too much, or lead nowhere');
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
function objectsIn(value: unknown, place: Place): Manifest[] {
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

/**
 * The objects in manifest files: YAML with any number of documents, or JSON. An edge: the one place of this package that reads files.
 * Upstream: controller-runtime envtest.readCRDs.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { InvalidInputError, isJsonObject } from '@reeve/machinery';
import { isGlob, matchesGlob, rootOfGlob } from './glob.ts';

/** How paths are read. */
export interface ManifestOptions {
  /** True makes a path that does not exist an error. False, the default, passes over it. */
  readonly failsOnMissing?: boolean | undefined;
}

const extensions: ReadonlySet<string> = new Set(['.yaml', '.yml', '.json']);

/** The objects in files, in the files of folders (not of folders below) and in what patterns such as `config/crd-*.yaml` match, in the order of paths and names. */
export async function readManifests(paths: readonly string[], options: ManifestOptions = {}): Promise<object[]> {
  const files = await Promise.all(paths.map((path) => filesAt(path, options)));
  const objects = await Promise.all([...new Set(files.flat())].map(objectsIn));
  return objects.flat();
}

async function filesAt(path: string, { failsOnMissing = false }: ManifestOptions): Promise<string[]> {
  if (isGlob(path)) return await filesLike(path, failsOnMissing);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined && !failsOnMissing) return [];
  if (found === undefined) throw new InvalidInputError(path, `there is nothing at ${path}: check the path`);
  if (!found.isDirectory()) return [path];
  const names = await readdir(path);
  return names
    .filter((name) => extensions.has(extname(name)))
    .toSorted()
    .map((name) => join(path, name));
}

async function filesLike(pattern: string, failsOnMissing: boolean): Promise<string[]> {
  const folder = rootOfGlob(pattern);
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const found = names.map((name) => join(folder, name)).filter((path) => matchesGlob(pattern, path));
  if (found.length > 0 || !failsOnMissing) return found.toSorted();
  throw new InvalidInputError(pattern, `nothing is like ${pattern}: check the pattern`);
}

async function objectsIn(file: string): Promise<object[]> {
  const { parseAllDocuments } = await import('yaml');
  const documents = parseAllDocuments(await readFile(file, 'utf8'));
  if (!Array.isArray(documents)) return []; // a file without a document
  return documents.flatMap((document) => {
    const [error] = document.errors;
    if (error) throw new InvalidInputError(file, `${file} cannot be read: ${error.message}`, { cause: error });
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return isJsonObject(value) ? [value] : [];
  });
}

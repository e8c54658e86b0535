/**
 * Which modules belong to a user's program, and which file a specifier in them means: written for TypeScript, where `./site` and `./site.js` may stand for `site.ts`.
 * A program's modules carry its version in their address, so that a new version loads all of them anew; what is installed in node_modules is loaded once.
 */
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const versionName = 'reeve';
const sources = ['.ts', '.mts', '.js', '.mjs'];

/** The address of a file in a version of the program. */
export function versionedUrl(path: string, version: string): string {
  const url = pathToFileURL(path);
  url.searchParams.set(versionName, version);
  return url.href;
}

/** The version in an address; undefined for what is no module of a program. */
export function versionOf(url: string | undefined): string | undefined {
  if (!url?.startsWith('file:')) return undefined;
  return new URL(url).searchParams.get(versionName) ?? undefined;
}

/** Whether a file is compiled by us: a source that nobody installed. */
export const isSource = (path: string): boolean =>
  sources.includes(extname(path)) && !path.includes('/node_modules/') && !path.includes('\\node_modules\\');

/** The file that a relative specifier means, as far as there is one. */
export function fileFor(specifier: string, parent: string, isFile: (path: string) => boolean): string | undefined {
  if (!/^(\.{0,2}\/|\.{1,2}$|file:)/.test(specifier)) return undefined;
  return candidatesOf(fileURLToPath(new URL(specifier, parent))).find(isFile);
}

/** The files that a path may stand for, the likeliest first. */
function candidatesOf(path: string): readonly string[] {
  const twin = path.replace(/\.(m?)js$/, '.$1ts');
  const added = sources.map((extension) => path + extension);
  const inside = sources.map((extension) => `${path.replace(/[/\\]$/, '')}/index${extension}`);
  return [path, ...(twin === path ? [] : [twin]), ...added, ...inside];
}

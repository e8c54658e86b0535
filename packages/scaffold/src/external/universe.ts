/**
 * Every text file of a project, as executables get them: without what `.gitignore` leaves out, unless a plugin is given all.
 */
import { ScaffoldError } from '../problem/problems.ts';
import type { ProjectTree } from '../tree/tree.ts';

/** More than this is no project of source files. */
const mostCharacters = 32 * 1024 * 1024;

/** The files by path. */
export async function universeOf(tree: ProjectTree, hasAll: boolean): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const isIgnored = hasAll ? () => false : ignoredBy((await tree.read('.gitignore')) ?? '');
  let characters = 0;
  const walk = async (folder: string): Promise<void> => {
    for (const { name, isFolder } of await tree.list(folder)) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (name === '.git' || name === 'node_modules' || isIgnored(path, isFolder)) continue;
      if (isFolder) {
        await walk(path);
        continue;
      }
      const text = await tree.read(path).catch(unlessOutside);
      if (text === undefined || text.includes('\0') || text.includes('\uFFFD')) continue; // no text
      characters += text.length;
      if (characters > mostCharacters)
        throw new Error('the project has more than 32 MB of text: leave what is made out with .gitignore');
      files[path] = text;
    }
  };
  await walk('');
  return files;
}

/** A link that leads out of the project is no file of it. */
function unlessOutside(error: unknown): undefined {
  if (!(error instanceof ScaffoldError)) throw error;
}

/** The rules of a `.gitignore` that people write: names, folders, stars, what begins with `/`, and exceptions. The last one that fits counts. */
function ignoredBy(text: string): (path: string, isFolder: boolean) => boolean {
  const rules = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const isException = line.startsWith('!');
      const isFolderOnly = line.endsWith('/');
      const pattern = line.replace(/^!/, '').replace(/\/$/, '');
      const isAnchored = pattern.includes('/');
      return { isException, isFolderOnly, fits: expressionOf(pattern.replace(/^\//, ''), isAnchored) };
    });
  return (path, isFolder) => {
    const rule = rules.findLast(({ isFolderOnly, fits }) => (isFolder || !isFolderOnly) && fits.test(path));
    return rule !== undefined && !rule.isException;
  };
}

function expressionOf(pattern: string, isAnchored: boolean): RegExp {
  const text = pattern
    .replaceAll(/[\\^$.+()[\]{}|]/g, String.raw`\$&`)
    .replaceAll('**/', '\u0001')
    .replaceAll('**', '\u0002')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
    .replaceAll('\u0001', '(?:.*/)?')
    .replaceAll('\u0002', '.*');
  return new RegExp(`^${isAnchored ? '' : '(?:.*/)?'}${text}$`);
}

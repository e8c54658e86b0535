/**
 * The file that a command names, as an absolute path of something that is there.
 */
import { basename, dirname, extname, resolve } from 'node:path';
import { UsageError } from '../error/usage-error.ts';
import { nearest } from '@reeve/machinery';
import type { Terminal } from '../terminal/terminal.ts';

const extensions = ['.ts', '.mts', '.js', '.mjs'];

/** The path of the program. One that is missing or no program is wrong use, with the file that was probably meant. */
export async function programFile(
  name: string,
  { files, folder }: Pick<Terminal, 'files' | 'folder'>,
): Promise<string> {
  const path = resolve(folder, name);
  const real = await files.real(path);
  if (real === undefined) throw await missing(name, path, files);
  if ((await files.list(path)) !== undefined)
    throw new UsageError(`${name} is a folder: name a file that exports a controller`);
  if (!extensions.includes(extname(path))) {
    throw new UsageError(`${name} is no program: name a file that ends in ${extensions.join(', ')}`);
  }
  return real;
}

async function missing(name: string, path: string, files: Terminal['files']): Promise<UsageError> {
  const there = (await files.list(dirname(path))) ?? [];
  const programs = there.filter((entry) => !entry.isFolder && extensions.includes(extname(entry.name)));
  const meant = nearest(
    basename(path),
    programs.map((entry) => entry.name),
  );
  const hint = meant === undefined ? '' : `: did you mean ${meant}?`;
  return new UsageError(`there is no file ${name}${hint}`);
}

/**
 * A package as a project has it installed: the nearest `node_modules/NAME` from its folder upwards, or a folder of the project. Only files are read; nothing of it runs.
 */
import { dirname, join, resolve } from 'node:path';
import { isJsonObject } from '@reeve/machinery';
import type { Files } from '../terminal/files.ts';

/** A package that is there. */
export interface InstalledPackage {
  readonly folder: string;
  /** The file that `import` loads. */
  readonly entry: string;
  /** What its package.json says under `reeve`. */
  readonly reeve: unknown;
}

/** Finds a package; undefined when it is not installed. `./name` is a folder of the project. */
export async function installedPackage(
  name: string,
  folder: string,
  files: Files,
): Promise<InstalledPackage | undefined> {
  if (name.startsWith('./')) return await packageIn(resolve(folder, name), files);
  for (let place = folder; ; place = dirname(place)) {
    const found = await packageIn(join(place, 'node_modules', name), files);
    if (found !== undefined || dirname(place) === place) return found;
  }
}

async function packageIn(folder: string, files: Files): Promise<InstalledPackage | undefined> {
  const text = await files.read(join(folder, 'package.json'));
  if (text === undefined) return undefined;
  const manifest = JSON.parse(text) as unknown;
  if (!isJsonObject(manifest)) return undefined;
  const { main } = manifest;
  const entry = exported(manifest['exports']) ?? (typeof main === 'string' ? main : 'index.js');
  return { folder, entry: join(folder, entry), reeve: manifest['reeve'] };
}

/** The front door in `exports`, by the conditions that Node takes for an import. */
function exported(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports;
  if (!isJsonObject(exports)) return undefined;
  if (Object.hasOwn(exports, '.')) return exported(exports['.']);
  const condition = Object.keys(exports).find((name) => ['import', 'node', 'default'].includes(name));
  return condition === undefined ? undefined : exported(exports[condition]);
}

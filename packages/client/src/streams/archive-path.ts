/**
 * Where the entries of an archive belong. An archive comes from a container, which may be hostile: nothing of it may lead outside of the copy.
 */
import { InvalidInputError } from '@reeve/machinery';
import { CopyError } from './copy-error.ts';

/** A path in a container: the folder that it is in, and its name there. */
export interface ContainerPath {
  readonly folder: string;
  readonly name: string;
}

/** Takes a path in a container apart. */
export function containerPath(field: 'from' | 'to', path: string): ContainerPath {
  const parts = path.split('/').filter((part, at) => (part !== '' || at === 0) && (part !== '.' || at === 0));
  const name = parts.pop() ?? '';
  if (name === '' || name === '.' || name === '..' || path.includes('\0')) {
    throw new InvalidInputError(field, `"${path}" does not name a file or folder in the container`);
  }
  return { folder: parts.join('/') || (path.startsWith('/') ? '/' : '.'), name };
}

/** The parts of the path of an entry below the copy: none for the copy itself. Paths that lead elsewhere are refused. */
export function partsBelow(name: string, path: string): readonly string[] {
  const [first, ...rest] = plainParts(path);
  if (path.startsWith('/') || first !== name || rest.includes('..')) {
    throw refused(path, `its path leads outside of "${name}"`);
  }
  return rest;
}

/**
 * Refuses a symbolic link that leads outside of the copy. `..` may stand in front only: behind the name of another link it would lead
 * from where that link leads.
 */
export function checkLink(parts: readonly string[], path: string, target: string): void {
  const steps = plainParts(target);
  const up = steps.findIndex((step) => step !== '..');
  const isInside = up !== -1 ? up < parts.length : steps.length < parts.length;
  const isPlain = up === -1 || !steps.includes('..', up);
  if (target === '' || target.startsWith('/') || !isInside || !isPlain || target.includes('\0')) {
    throw refused(path, `it is a link that leads to "${target}", outside of the copy`);
  }
}

/** The error of an entry that is not written. */
export const refused = (path: string, reason: string): CopyError =>
  new CopyError(`refused "${path}" of the archive that the container sent: ${reason}`);

const plainParts = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.');

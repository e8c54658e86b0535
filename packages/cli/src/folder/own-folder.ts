/**
 * The folder `.reeve` of the current folder, for what commands keep: kubeconfig, certificates, the address of a manager. Only its owner reads it, and git ignores it.
 */
import { join } from 'node:path';
import { CliError } from '../error/cli-error.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** A file cannot be put where it was asked for. */
export class WriteError extends CliError {
  constructor(path: string, cause: unknown) {
    super('REEVE_WRITE', `${path} cannot be written`, { cause, next: 'name another place' });
  }
}

/** Makes the folder ready. A link is refused: whoever made the current folder would say where credentials are written. */
export async function ownFolder({ folder, files }: Pick<Terminal, 'folder' | 'files'>): Promise<string> {
  const path = join(folder, '.reeve');
  try {
    await files.makePrivate(path);
    await files.write(join(path, '.gitignore'), '*\n');
    return path;
  } catch (cause) {
    throw new WriteError(path, cause);
  }
}

/**
 * Where a copy from a container is written on this machine. An edge: it writes files. A file is written in a folder beside the copy and moved
 * to its place when it is whole. Nothing is written through a link, whoever made it; links are made after everything else.
 */
import { chmod, copyFile, lstat, mkdir, mkdtemp, open, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { refused } from './archive-path.ts';
import { CopyError } from './copy-error.ts';

/** The place of a copy. Dispose of it, or the folder beside it stays. */
export class LocalTarget implements AsyncDisposable {
  readonly #path: string;
  readonly #beside: string;
  /** The folders that were made, and the modes that they get. */
  readonly #folders = new Map<string, number>();
  readonly #files = new Set<string>();
  readonly #links: { readonly parts: readonly string[]; readonly target: string }[] = [];

  private constructor(path: string, beside: string) {
    this.#path = path;
    this.#beside = beside;
  }

  /** The folder that the copy is put into must exist. */
  static async open(to: string): Promise<LocalTarget> {
    const path = resolve(to);
    const beside = await mkdtemp(join(dirname(path), '.reeve-copy-')).catch((cause: unknown) => {
      throw new CopyError(`cannot write to the folder of "${path}" on this machine: ${String(cause)}`, { cause });
    });
    return new LocalTarget(path, beside);
  }

  /** Makes a folder. One that exists stays as it is. */
  async folder(parts: readonly string[], mode: number): Promise<void> {
    await this.#parent(parts);
    const path = join(this.#path, ...parts);
    await this.#makeFolder(path);
    if (this.#folders.has(path)) this.#folders.set(path, mode & 0o777);
  }

  async file(parts: readonly string[], mode: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    const { path, beside } = await this.#place(parts);
    {
      await using file = await open(beside, 'wx', 0o600);
      for await (const bytes of content) await file.writeFile(bytes);
      await file.chmod(mode & 0o777);
    }
    await rename(beside, path);
    this.#files.add(path);
  }

  /** A hard link to a file of this copy becomes a file of its own. */
  async sameFile(parts: readonly string[], other: readonly string[]): Promise<void> {
    const from = join(this.#path, ...other);
    if (!this.#files.has(from)) throw refused(parts.join('/'), 'it is a link to a file that did not come before it');
    const { path, beside } = await this.#place(parts);
    await copyFile(from, beside);
    await rename(beside, path);
    this.#files.add(path);
  }

  link(parts: readonly string[], target: string): void {
    if (sep !== '/' && target.includes(sep)) throw refused(parts.join('/'), `it is a link to "${target}"`);
    this.#links.push({ parts, target });
  }

  /** Makes the links, and gives folders the modes that might have kept others from being written. */
  async finish(): Promise<void> {
    for (const { parts, target } of this.#links) {
      const { path, beside } = await this.#place(parts);
      await symlink(target, beside);
      await rename(beside, path);
    }
    for (const [path, mode] of [...this.#folders].toReversed()) await chmod(path, mode);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#beside, { recursive: true, force: true });
  }

  async #place(parts: readonly string[]): Promise<{ readonly path: string; readonly beside: string }> {
    await this.#parent(parts);
    return { path: join(this.#path, ...parts), beside: join(this.#beside, 'file') };
  }

  /** Makes the folders on the way, where the archive does not hold them. */
  async #parent(parts: readonly string[]): Promise<void> {
    if (parts.some((part) => part.includes(sep))) throw refused(parts.join('/'), `"${sep}" separates folders here`);
    for (let depth = 0; depth < parts.length; depth += 1) {
      await this.#makeFolder(join(this.#path, ...parts.slice(0, depth)));
    }
  }

  /** What is there must be a folder, and not a link to one. */
  async #makeFolder(path: string): Promise<void> {
    const known = await lstat(path).catch(() => undefined);
    if (known === undefined) {
      await mkdir(path, 0o700); // until the copy is whole
      this.#folders.set(path, 0o755);
    } else if (!known.isDirectory()) {
      throw new CopyError(`cannot write into "${path}" on this machine: it is no folder`);
    }
  }
}

/**
 * The files of a data folder: whole writes, on the disk before they count. An edge.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode } from '@reeve/machinery';
import type { ByteSource } from './batches.ts';
import { DataError } from './data-error.ts';

/** Reads go to the disk for so much at once. */
const windowBytes = 4 * 1024 * 1024;

/** Makes a folder that only its owner can read, and gives the names in it. */
export function openFolder(folder: string): string[] {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return readdirSync(folder);
  } catch (error) {
    throw failure(folder, 'cannot be used as a data folder', error);
  }
}

/** The names in a folder that is there. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw failure(folder, 'cannot be read', error);
  }
}

/** Removes files; what cannot be removed stays, and is no harm. */
export function removeFiles(folder: string, names: readonly string[]): void {
  for (const name of names) removeFile(join(folder, name));
}

/** Removes a file, where it is there and can be removed. */
export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // it is no harm, and the next start tries again
  }
}

export const isThere = (path: string): boolean => existsSync(path);

/** The text of a file; undefined where there is none. */
export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw failure(path, 'cannot be read', error);
  }
}

/** Writes a file that only its owner can read, whole or not at all. */
export async function writeWhole(path: string, text: string): Promise<void> {
  removeFile(`${path}.new`);
  const file = await WrittenFile.create(`${path}.new`);
  try {
    await file.append(Buffer.from(text));
    await file.sync();
    await file.rename(path);
  } catch (error) {
    removeFile(`${path}.new`);
    throw error;
  } finally {
    await file.close();
  }
}

/** A file that is read. */
export class ReadFile implements ByteSource, AsyncDisposable {
  readonly name: string;
  readonly size: number;
  readonly #handle: FileHandle;
  #window = { at: 0, bytes: Buffer.alloc(0) };

  private constructor(name: string, size: number, handle: FileHandle) {
    this.name = name;
    this.size = size;
    this.#handle = handle;
  }

  static async open(path: string): Promise<ReadFile> {
    try {
      const handle = await open(path, 'r');
      return new ReadFile(path, (await handle.stat()).size, handle);
    } catch (error) {
      throw failure(path, 'cannot be read', error);
    }
  }

  async read(at: number, length: number): Promise<Buffer> {
    const from = at - this.#window.at;
    if (from >= 0 && from + length <= this.#window.bytes.length)
      return this.#window.bytes.subarray(from, from + length);
    const bytes = Buffer.allocUnsafe(Math.min(Math.max(length, windowBytes), this.size - at));
    try {
      for (let done = 0; done < bytes.length;) {
        const { bytesRead } = await this.#handle.read(bytes, done, bytes.length - done, at + done);
        if (bytesRead === 0) throw new Error('it has become shorter');
        done += bytesRead;
      }
    } catch (error) {
      throw failure(this.name, 'cannot be read', error);
    }
    this.#window = { at, bytes };
    return bytes.subarray(0, length);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }
}

/** A file that is made and written at its end. */
export class WrittenFile {
  readonly #handle: FileHandle;
  #path: string;
  #length = 0;
  /** Whether something may lie behind the end, of a write that failed. */
  #hasRest = false;

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  /** Makes a file that is not there yet. */
  static async create(path: string): Promise<WrittenFile> {
    try {
      return new WrittenFile(path, await open(path, 'wx', 0o600));
    } catch (error) {
      throw failure(path, 'cannot be made', error);
    }
  }

  get length(): number {
    return this.#length;
  }

  /** Writes at the end. When it fails, the file ends where it did. */
  async append(bytes: Buffer): Promise<void> {
    try {
      if (this.#hasRest) await this.#handle.truncate(this.#length);
      this.#hasRest = true;
      for (let done = 0; done < bytes.length;) {
        const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, this.#length + done);
        done += bytesWritten;
      }
      this.#hasRest = false;
      this.#length += bytes.length;
    } catch (error) {
      throw failure(this.#path, 'cannot be written', error);
    }
  }

  /** Resolves when all that was written is on the disk. After a failure nobody knows what is: the file is not to be used again. */
  async sync(): Promise<void> {
    try {
      await this.#handle.datasync();
    } catch (error) {
      throw failure(this.#path, 'cannot be brought to the disk', error);
    }
  }

  /** Gives the file its name, which it has after a failure of power as well. */
  async rename(path: string): Promise<void> {
    try {
      await rename(this.#path, path);
    } catch (error) {
      throw failure(path, 'cannot be made', error);
    }
    this.#path = path;
    await syncFolder(dirname(path));
  }

  async close(): Promise<void> {
    await this.#handle.close().catch(() => {}); // it was synced, or has failed
  }
}

/** Brings the names in a folder to the disk, where the system has that. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!hasCode(error, 'EISDIR') && !hasCode(error, 'EPERM') && !hasCode(error, 'EINVAL'))
      throw failure(folder, 'cannot be brought to the disk', error);
  }
}

/** What went wrong with a file, and what to do. */
function failure(path: string, what: string, cause: unknown): DataError {
  if (cause instanceof DataError) return cause;
  if (hasCode(cause, 'ENOSPC') || hasCode(cause, 'EDQUOT'))
    return new DataError(
      `the disk is full: ${path} ${what}. Nothing that was acknowledged is lost; reads go on, and writes do when there is space again`,
      { cause },
    );
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DataError(
    `${path} ${what} (${reason}): see that ${basename(path)} is there, yours, and on a disk that works`,
    {
      cause,
    },
  );
}

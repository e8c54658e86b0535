/**
 * Files as commands use them.
 */

/** A file or folder in a folder. */
export interface FileEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** Reads, writes and lists. Paths are absolute. */
export interface Files {
  /** The text; undefined when there is no such file. */
  read(path: string): Promise<string | undefined>;
  /** What a folder has, by name; undefined when it is not there or no folder. */
  list(path: string): Promise<readonly FileEntry[] | undefined>;
  /** Puts a text in place of a file all at once, and makes the folder. A link is replaced, never written through. Only its owner reads a private one. */
  write(
    path: string,
    text: string,
    options?: { readonly isPrivate?: boolean; readonly isProgram?: boolean },
  ): Promise<void>;
  /** Makes a folder that only its owner reads, also where it is there already. Rejects when it is a link. */
  makePrivate(folder: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** The path without links; undefined when nothing is there. */
  real(path: string): Promise<string | undefined>;
  /** Makes `path` a link to `target`, in place of what was there. */
  link(path: string, target: string): Promise<void>;
  /** Calls when something in a folder has changed, with the name that changed where that is known, until the signal aborts. */
  watch(folder: string, changed: (name: string | undefined) => void, signal: AbortSignal): void;
}

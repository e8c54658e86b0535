/**
 * The files of a project as generators see them: those on disk, and over them what was written so far in this command. Nothing is on disk before all have succeeded.
 * Upstream: kubebuilder's machinery.Scaffold; the virtual trees of Angular's schematics.
 *
 * Invariant: a path has one text, by the writer that came last, and who writes another text than one before has read the file.
 */
import { PluginError, ScaffoldError } from '../problem/problems.ts';
import { pathProblem } from './project-path.ts';

/** A file or folder in a folder. */
export interface ProjectEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** The files on disk. Paths are those of the project. */
export interface ProjectReader {
  /** The text; undefined when there is no such file. */
  read(path: string): Promise<string | undefined>;
  /** What a folder has; undefined when it is not there. The folder of the project is the empty path. */
  list(folder: string): Promise<readonly ProjectEntry[] | undefined>;
}

/**
 * What happens to a file that is there. With another text, `refuse` is in the way unless overwriting is asked for, and `keep` leaves it; `never` is in the way with the
 * same text, too.
 */
export type IfExists = 'refuse' | 'keep' | 'never';

/** What a generator may do with files. */
export interface ProjectTree {
  read(path: string): Promise<string | undefined>;
  exists(path: string): Promise<boolean>;
  list(folder: string): Promise<readonly ProjectEntry[]>;
  /** Writes a whole file. */
  write(path: string, text: string, options?: { readonly ifExists?: IfExists }): void;
  /** Puts another text in place of a data file (JSON, YAML, a list of names), which keeps what people wrote into it. Source code is not edited. */
  edit(path: string, text: string): void;
  /** Removes a file that a generator made and nobody changed. */
  remove(path: string): void;
}

/** What is to happen to a file. */
export interface TreeWrite {
  readonly path: string;
  /** Undefined removes it. */
  readonly text: string | undefined;
  readonly isEdit: boolean;
  readonly ifExists: IfExists;
  /** The generators that wrote it, the last one last. */
  readonly by: readonly string[];
}

const sourceCode = /\.[cm]?[jt]sx?$/;

/** Files of a project and what is written over them. */
export class Tree {
  readonly #reader: ProjectReader;
  readonly #writes = new Map<string, TreeWrite>();

  constructor(reader: ProjectReader) {
    this.#reader = reader;
  }

  /** What was written, in the order in which paths came. */
  get writes(): readonly TreeWrite[] {
    return [...this.#writes.values()];
  }

  /** The same files with the same writes; what is written there is not written here. */
  copy(): Tree {
    const copied = new Tree(this.#reader);
    for (const [path, write] of this.#writes) copied.#writes.set(path, write);
    return copied;
  }

  /** The text on disk. */
  async before(path: string): Promise<string | undefined> {
    return await this.#reader.read(path);
  }

  /** The tree as a generator has it; what it writes is its own. */
  as(by: string): ProjectTree {
    const seen = new Set<string>();
    const put = (path: string, next: Omit<TreeWrite, 'path' | 'by'>): void => {
      requirePath(path, by);
      const before = this.#writes.get(path);
      if (before !== undefined && before.text !== next.text && !seen.has(path) && !before.by.includes(by))
        throw new PluginError(
          by,
          `writes another text to ${path} than ${before.by.join(', ')}, and has not read the file`,
          { next: `let ${by} read ${path} before it writes, or give it another path` },
        );
      seen.add(path);
      const writers = [...(before?.by ?? []).filter((one) => one !== by), by];
      this.#writes.set(path, { path, by: writers, ...next, isEdit: next.isEdit && before?.isEdit !== false });
    };
    return {
      read: async (path) => {
        requirePath(path, by);
        seen.add(path);
        return await this.#read(path);
      },
      exists: async (path) => {
        requirePath(path, by);
        return (await this.#read(path)) !== undefined;
      },
      list: async (folder) => await this.#list(folder, by),
      write: (path, text, { ifExists = 'refuse' } = {}) => put(path, { text, isEdit: false, ifExists }),
      edit: (path, text) => {
        if (sourceCode.test(path))
          throw new PluginError(by, `edits ${path}: source code is written whole or left alone`);
        put(path, { text, isEdit: true, ifExists: 'refuse' });
      },
      remove: (path) => put(path, { text: undefined, isEdit: false, ifExists: 'refuse' }),
    };
  }

  async #read(path: string): Promise<string | undefined> {
    const written = this.#writes.get(path);
    return written === undefined ? await this.#reader.read(path) : written.text;
  }

  async #list(folder: string, by: string): Promise<readonly ProjectEntry[]> {
    if (folder !== '') requirePath(folder, by);
    const entries = new Map((await this.#reader.list(folder))?.map((entry) => [entry.name, entry]));
    const prefix = folder === '' ? '' : `${folder}/`;
    for (const { path, text } of this.#writes.values()) {
      if (!path.startsWith(prefix)) continue;
      const [name = '', ...below] = path.slice(prefix.length).split('/');
      if (text !== undefined) entries.set(name, { name, isFolder: below.length > 0 });
      else if (below.length === 0) entries.delete(name);
    }
    return [...entries.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }
}

function requirePath(path: string, by: string): void {
  const problem = pathProblem(path);
  if (problem !== undefined)
    throw new ScaffoldError('REEVE_PLUGIN', `${by} names the path ${JSON.stringify(path)}, which ${problem}`);
}

/**
 * What can be wrong when files are made: an answer, a file in the way, the project file, a plugin. Each says what to do next, and nothing has been written.
 */
import { ReeveError } from '@reeve/machinery';
import type { ErrorCode } from '@reeve/machinery';

/** What a failure has besides its words. */
export interface ScaffoldErrorOptions extends ErrorOptions {
  /** What to type or to do next, one line. */
  readonly next?: string | undefined;
}

/** A failure with the exit code that a command ends with. */
export class ScaffoldError extends ReeveError {
  readonly next: string | undefined;
  readonly exitCode: number;

  constructor(
    code: ErrorCode,
    message: string,
    { next, exitCode = 1, ...options }: ScaffoldErrorOptions & { readonly exitCode?: number } = {},
  ) {
    super(code, message, options);
    this.next = next;
    this.exitCode = exitCode;
  }
}

/** An answer to a question cannot be right, or is missing. */
export class AnswerError extends ScaffoldError {
  /** The flag that gives the answer, without dashes. */
  readonly flag: string;

  constructor(flag: string, message: string, options: ScaffoldErrorOptions = {}) {
    super('REEVE_ANSWER', message, { ...options, exitCode: 2 });
    this.flag = flag;
  }
}

/** Files that a command would write are there already, with another text. */
export class FilesInTheWayError extends ScaffoldError {
  readonly paths: readonly string[];

  constructor(paths: readonly string[], options: ScaffoldErrorOptions = {}) {
    const [are, it] = paths.length === 1 ? ['is', 'it'] : ['are', 'them'];
    super('REEVE_IN_THE_WAY', `${paths.join(', ')} ${are} in the way: nothing was written`, {
      next: `move ${it} away, or overwrite ${it} with --force`,
      ...options,
    });
    this.paths = paths;
  }
}

/** The project file cannot be read as one. */
export class ProjectFileError extends ScaffoldError {
  /** Where in the file. */
  readonly path: string;

  constructor(file: string, path: string, message: string, options: ScaffoldErrorOptions = {}) {
    super('REEVE_PROJECT_FILE', `${file}${path === '' ? '' : `: ${path}`} ${message}`, options);
    this.path = path;
  }
}

/** A plugin is missing, broken, or does what it may not. */
export class PluginError extends ScaffoldError {
  readonly plugin: string;

  constructor(plugin: string, message: string, options: ScaffoldErrorOptions = {}) {
    super('REEVE_PLUGIN', `the plugin ${plugin} ${message}`, options);
    this.plugin = plugin;
  }
}

/** A file could not be written; those that were written before it are as they were. */
export class ProjectWriteError extends ScaffoldError {
  readonly file: string;

  constructor(file: string, message: string, options: ScaffoldErrorOptions = {}) {
    super('REEVE_PROJECT_WRITE', `${file} cannot be written${message}`, options);
    this.file = file;
  }
}

/** A generator leaves: nothing of it is written, and the others go on. */
export class Skipped extends ScaffoldError {
  constructor(reason: string) {
    super('REEVE_SKIPPED', reason);
  }
}

/**
 * What loading a configuration needs from the machine: variables, a home folder, files. Given by the edge; tests give their own.
 */

/** The machine as a configuration sees it. */
export interface ConfigEnvironment {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** What stands between paths in a list of paths. */
  readonly pathDelimiter: string;
  readonly files: ConfigFiles;
}

/** Files as a configuration uses them. */
export interface ConfigFiles {
  /** The text; undefined when there is no such file. */
  read(path: string): Promise<string | undefined>;
  /** Puts a text in place of a file, all at once, readable by its owner only unless the file was there. Makes the folder. */
  replace(path: string, text: string): Promise<void>;
  /** Makes a file that must not be there yet; false when it is. */
  createLock(path: string): Promise<boolean>;
  remove(path: string): Promise<void>;
}

/**
 * A program that a command line brings along: known by its name, loaded when it is used.
 */

/** A program by name. */
export interface ProgramDeclaration {
  readonly name: string;
  /** Its module, with controllers and definitions among its exports. */
  load(): Promise<Readonly<Record<string, unknown>>>;
}

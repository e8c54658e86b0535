/**
 * What a running command has: its words and flags, the terminal, time, the signal of Ctrl-C, and a way to the cluster that the flags name.
 */
import type { Host } from '@reeve/machinery';
import type { OpenCluster } from '../cluster/open-cluster.ts';
import type { Progress } from '../terminal/progress.ts';
import type { Style } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { OpenProject } from '../project/open-project.ts';
import type { CommandDeclaration } from './command.ts';
import type { Flags } from './flags.ts';

/** What a command is given. */
export interface CommandContext {
  /** The command line that runs. */
  readonly cli: { readonly name: string; readonly version: string };
  /** The words that name the command: `create api`. */
  readonly command: string;
  /** The words of the command line without those that name the command. */
  readonly words: readonly string[];
  /** The project of the current folder, with its plugins. */
  readonly project: OpenProject;
  /** All commands that there are. */
  readonly commands: readonly CommandDeclaration[];
  /** The words after the command's name, in order. */
  readonly args: readonly string[];
  readonly flags: Flags;
  readonly terminal: Terminal;
  readonly host: Host;
  /** Aborts at the first Ctrl-C or SIGTERM. A second one ends the process. */
  readonly signal: AbortSignal;
  /** Colours for stdout, and for stderr: plain where nobody would see them. */
  readonly style: { readonly out: Style; readonly err: Style };
  /** Says on stderr what is waited for, when it takes longer than a second. */
  readonly progress: Progress;
  /** Prints data, with a line end. */
  print(line: string): void;
  /** Tells the person something, on stderr. */
  say(line: string): void;
  /** The cluster that the flags name, by kubectl's rules; opened once, and closed when the command has ended. */
  cluster(): Promise<OpenCluster>;
}

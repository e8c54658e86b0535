/**
 * A command as data: its name, its words and its flags are known without loading what it does, so that help and completion are quick.
 * The module that does the work is loaded when the command runs.
 */
import type { ArgumentDeclaration, FlagDeclaration } from '@reeve/scaffold';
import type { CommandContext } from './command-context.ts';

export type { ArgumentDeclaration, FlagDeclaration } from '@reeve/scaffold';

/** The token of a manager's debug server. */
export const debugToken: FlagDeclaration = {
  syntax: '--debug-token <token>',
  summary: 'the token of the debug server, better as REEVE_DEBUG_TOKEN; random by default',
  isVariable: true,
};

/** What does the work. A number is the exit code; nothing means 0. */
export interface CommandModule {
  run(context: CommandContext): Promise<number | void>;
}

/** Where a command stands in the help. */
export type CommandGroup = 'Develop' | 'Everyday verbs' | 'Ship and run' | 'Help yourself' | (string & {});

/** Everything about a command but what it does. */
export interface CommandDeclaration {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly group: CommandGroup;
  /** One line for the list of commands. */
  readonly summary: string;
  /** More, for the help of the command itself. */
  readonly description?: string;
  readonly arguments?: readonly ArgumentDeclaration[];
  readonly flags?: readonly FlagDeclaration[];
  /** Whole command lines, as one types them. */
  readonly examples?: readonly string[];
  /** True takes the flags that say which cluster, and as whom: `--kubeconfig`, `--context`, `-n` and the like. */
  readonly usesCluster?: boolean;
  /** True takes flags also from variables: `--metrics-address` from REEVE_METRICS_ADDRESS. The command line counts over them. */
  readonly readsVariables?: boolean;
  /** True ends with 1 on wrong use, as kubectl does; other commands end with 2. */
  readonly isLikeKubectl?: boolean;
  /** Commands below it, by a second word: `reeve create api`. One that only has these needs no `load`. */
  readonly commands?: readonly CommandDeclaration[];
  /** True lets a command of this name take the place of a built-in one. */
  readonly replaces?: boolean;
  /** True leaves flags that are not declared to the command, which finds them among its words: those of executables that are asked for them. */
  readonly takesOtherFlags?: boolean;
  load?(): Promise<CommandModule>;
}

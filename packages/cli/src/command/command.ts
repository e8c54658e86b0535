/**
 * A command as data: its name, its words and its flags are known without loading what it does, so that help and completion are quick.
 * The module that does the work is loaded when the command runs.
 */
import type { CommandContext } from './command-context.ts';

/** A word after the command's name: `<file>` is needed, `[name]` is not, `[names...]` takes the rest. */
export interface ArgumentDeclaration {
  readonly syntax: string;
  readonly summary: string;
}

/** A flag: `-o, --output <format>` takes a value, `--watch` is a switch. */
export interface FlagDeclaration {
  readonly syntax: string;
  readonly summary: string;
  /** True takes the flag several times, and keeps every value. */
  readonly isRepeatable?: boolean;
  /** The values that it may have. */
  readonly choices?: readonly string[];
  /** What it is without being given; shown in the help. */
  readonly preset?: string;
  /** What it is when it is given without a value, for flags with an optional one such as `--cascade [how]`. */
  readonly bare?: string;
  /** True takes it from a variable too, as `readsVariables` does for all flags of a command: for what others must not see in the list of processes. */
  readonly isVariable?: boolean;
}

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
export type CommandGroup = 'Develop' | 'Everyday verbs' | 'Ship and run' | 'Help yourself';

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
  load(): Promise<CommandModule>;
}

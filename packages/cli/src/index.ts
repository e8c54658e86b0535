// running commands
export { createCli } from './create-cli.ts';
export type { Cli, CreateCliOptions, RunOptions } from './create-cli.ts';
export type { ProgramDeclaration } from './project/program-declaration.ts';
export { runCli } from './main.ts';
export type { CliOptions } from './main.ts';
export { endWith, nodeTerminal } from './terminal/node-terminal.ts';
export type { Input, Output, Terminal } from './terminal/terminal.ts';
export type { FileEntry, Files } from './terminal/files.ts';
export { nodeFiles } from './terminal/node-files.ts';

// commands as data
export { commands } from './commands.ts';
export type {
  ArgumentDeclaration,
  CommandDeclaration,
  CommandGroup,
  CommandModule,
  FlagDeclaration,
} from './command/command.ts';
export type { CommandContext } from './command/command-context.ts';
export { Flags } from './command/flags.ts';
export type { FlagValue } from './command/flags.ts';
export type { OpenCluster } from './cluster/open-cluster.ts';
export type { Progress } from './terminal/progress.ts';
export type { Style } from './terminal/style.ts';

// failures
export { CliError } from './error/cli-error.ts';
export type { CliErrorOptions } from './error/cli-error.ts';
export { exitCodes, UsageError } from './error/usage-error.ts';

// text
export { jsonPath } from './verbs/jsonpath/json-path.ts';
export { yamlDocument } from './verbs/output/yaml-text.ts';

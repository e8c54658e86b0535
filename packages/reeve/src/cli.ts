// The command as a library.
export { CliError, createCli, endWith, exitCodes, Flags, nodeTerminal, UsageError } from '@reeve/cli';
export type {
  ArgumentDeclaration,
  Cli,
  CliErrorOptions,
  CommandContext,
  CommandDeclaration,
  CommandGroup,
  CommandModule,
  CreateCliOptions,
  FileEntry,
  Files,
  FlagDeclaration,
  FlagValue,
  Input,
  OpenCluster,
  Output,
  ProgramDeclaration,
  Progress,
  RunOptions,
  Style,
  Terminal,
} from '@reeve/cli';

/**
 * All commands, in the order of the help.
 */
import { assetsCommand } from './assets/declaration.ts';
import { celCommand } from './cel/declaration.ts';
import type { CommandDeclaration } from './command/command.ts';
import { completionCommand } from './completion/declaration.ts';
import { devCommand } from './dev/declaration.ts';
import { doctorCommand } from './doctor/declaration.ts';
import { imageCommand } from './image/declaration.ts';
import { renderCommand } from './render/declaration.ts';
import { runCommand } from './run/declaration.ts';
import { scaffoldCommands } from './scaffold/declarations.ts';
import { serverCommand } from './server/declaration.ts';
import { verbCommands } from './verbs/declarations.ts';
import { versionCommand } from './version/declaration.ts';

/** Every command. */
export const commands: readonly CommandDeclaration[] = [
  ...scaffoldCommands,
  devCommand,
  serverCommand,
  assetsCommand,
  celCommand,
  ...verbCommands,
  renderCommand,
  imageCommand,
  runCommand,
  doctorCommand,
  completionCommand,
  versionCommand,
];

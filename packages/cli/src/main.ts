/**
 * The `reeve` command. Data goes to stdout, everything else to stderr; a failure is one message with its code, its reason and the next step.
 */
import type { Host } from '@reeve/machinery';
import { createCli } from './create-cli.ts';
import type { Terminal } from './terminal/terminal.ts';
import { version } from './version/package-version.ts';

/** Where a command line runs. */
export interface CliOptions {
  readonly terminal: Terminal;
  /** Time and chance; those of Node unless given. */
  readonly host?: Host;
}

/** Runs `reeve WORDS…`. Never throws, and never ends the process but at a second Ctrl-C. */
export const runCli = async (words: readonly string[], options: CliOptions): Promise<number> =>
  await createCli({ name: 'reeve', version }).run(words, options);

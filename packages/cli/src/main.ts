/**
 * Runs a command line to its end and gives its exit code. Data goes to stdout, everything else to stderr; a failure is one message with its code, its reason and the next step.
 */
import { isAbort, nodeHost } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import type { CommandContext } from './command/command-context.ts';
import { interruptionOf } from './command/interruption.ts';
import { parseCommandLine } from './command/program.ts';
import type { ParsedCommand } from './command/program.ts';
import type { OpenCluster } from './cluster/open-cluster.ts';
import { commands } from './commands.ts';
import { errorLines, exitCodeOf } from './error/report-error.ts';
import { exitCodes } from './error/usage-error.ts';
import { progressOn } from './terminal/progress.ts';
import { styleFor } from './terminal/style.ts';
import type { Terminal } from './terminal/terminal.ts';
import { visibleLines, visibleTerminal } from './terminal/visible-output.ts';
import { version } from './version/package-version.ts';

/** Where a command line runs. */
export interface CliOptions {
  readonly terminal: Terminal;
  /** Time and chance; those of Node unless given. */
  readonly host?: Host;
}

/** Runs `reeve WORDS…`. Never throws, and never ends the process but at a second Ctrl-C. */
export async function runCli(words: readonly string[], { terminal, host = nodeHost() }: CliOptions): Promise<number> {
  try {
    const given = words.length === 0 ? ['--help'] : words;
    const parsed = parseCommandLine(given, commands, { terminal, version });
    return parsed === undefined ? exitCodes.done : await runParsed(parsed, terminal, host);
  } catch (error) {
    for (const line of errorLines(error, styleFor(terminal.stderr, terminal)))
      terminal.stderr.write(`${visibleLines(line)}\n`);
    return exitCodeOf(error);
  }
}

async function runParsed({ declaration, args, flags }: ParsedCommand, around: Terminal, host: Host): Promise<number> {
  const terminal = visibleTerminal(around);
  using interruption = interruptionOf(terminal.signals);
  let opened: Promise<OpenCluster> | undefined;
  const say = (line: string): void => around.stderr.write(`${visibleLines(line)}\n`);
  const context: CommandContext = {
    commands,
    args,
    flags,
    terminal,
    host,
    signal: interruption.signal,
    style: { out: styleFor(terminal.stdout, terminal), err: styleFor(terminal.stderr, terminal) },
    progress: progressOn(host, say),
    print: (line) => around.stdout.write(`${visibleLines(line)}\n`),
    say,
    cluster: () => (opened ??= openOnce(context)),
  };
  try {
    const { run } = await declaration.load();
    return (await run(context)) ?? exitCodes.done;
  } catch (error) {
    if (interruption.signal.aborted && isAbort(error)) return exitCodes.interrupted;
    throw error;
  } finally {
    const cluster = await opened?.catch(() => undefined);
    await cluster?.[Symbol.asyncDispose]();
  }
}

async function openOnce(context: CommandContext): Promise<OpenCluster> {
  const { openCluster } = await import('./cluster/open-cluster.ts');
  return await openCluster(context);
}

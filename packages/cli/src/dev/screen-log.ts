/**
 * The log of a program while it is developed: a line per message on stderr. What controllers say is shown, and of the rest what goes wrong.
 */
import { pinoLogger } from '@reeve/runtime';
import type { LogFields, Logger, LogLevel } from '@reeve/runtime';
import type { CommandContext } from '../command/command-context.ts';

/** The log. Failures of runs are on the screen already, so they are left out. */
export function screenLog({ terminal, host, style }: CommandContext): Logger {
  const at = (level: LogLevel): Logger =>
    pinoLogger({
      clock: host.clock,
      mode: 'development',
      level,
      stacksFrom: 'never',
      hasColors: style.err.red('x') !== 'x',
      output: { write: (line) => terminal.stderr.write(line) },
    });
  const told = withoutRuns(at('info'));
  const own = at('warn');
  const isController = (fields: LogFields): boolean => 'controllerKind' in fields || 'controller' in fields;
  return { ...bound(own), with: (fields) => (isController(fields) ? told : own).with(fields) };
}

/** Leaves out the lines about runs that failed, which have the number of the attempt. */
const withoutRuns = (log: Logger): Logger => ({
  ...bound(log),
  error: (message, fields) => {
    if (fields === undefined || !('attempt' in fields)) log.error(message, fields);
  },
  with: (fields) => withoutRuns(log.with(brief(fields))),
});

/** What tells controllers and runs apart for machines only is left out. */
const brief = (fields: LogFields): LogFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !forMachines.has(name)));

const forMachines = new Set(['controllerGroup', 'controllerKind', 'reconcileID']);

const bound = (log: Logger): Omit<Logger, 'with'> => ({
  debug: (message: string, fields?: LogFields) => log.debug(message, fields),
  info: (message: string, fields?: LogFields) => log.info(message, fields),
  warn: (message: string, fields?: LogFields) => log.warn(message, fields),
  error: (message: string, fields?: LogFields) => log.error(message, fields),
});

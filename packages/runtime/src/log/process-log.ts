/**
 * The log of this process: to standard error, for people when that is a terminal, as JSON when it is not.
 */
import { nodeHost } from '@reeve/machinery';
import { pinoLogger } from './pino-logger.ts';
import type { LogOptions } from './pino-logger.ts';
import type { Logger } from './logger.ts';

/** A log to standard error. `NO_COLOR` is respected. */
export function processLog(options: Partial<LogOptions> = {}): Logger {
  const isTerminal = process.stderr.isTTY;
  return pinoLogger({
    clock: nodeHost().clock,
    mode: isTerminal ? 'development' : 'production',
    hasColors: isTerminal && !process.env['NO_COLOR'],
    output: { write: (line) => void process.stderr.write(line) },
    ...options,
  });
}

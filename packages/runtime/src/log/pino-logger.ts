/**
 * The log of an operator on pino, which is loaded with the first line: JSON for machines, lines for people in a terminal.
 * Upstream: controller-runtime pkg/log/zap.
 */
import { createRequire } from 'node:module';
import type { DestinationStream, Logger as Pino, pino as PinoFunction } from 'pino';
import { formatTime, redactSecrets } from '@reeve/machinery';
import type { Clock } from '@reeve/machinery';
import { levelNumbers, prettyLine } from './log-format.ts';
import type { LogLevel } from './log-format.ts';
import type { LogFields, Logger } from './logger.ts';
import { loggedFields } from './object-fields.ts';

/** How times are written. */
export type LogTime = 'rfc3339' | 'iso8601' | 'millis' | 'epoch';

/** How a log is written. */
export interface LogOptions {
  readonly clock: Clock;
  /** The least that is said; `info` unless given, `debug` in development. */
  readonly level?: LogLevel;
  /** Development says more, for people; production says JSON. Production unless given. */
  readonly mode?: 'development' | 'production';
  /** From which level on errors show their stack: `error` in production, `warn` in development. */
  readonly stacksFrom?: LogLevel | 'never';
  /** `rfc3339` unless given. */
  readonly time?: LogTime;
  /** Where lines go. */
  readonly output: DestinationStream;
  /** True paints levels in development. */
  readonly hasColors?: boolean;
}

/** A log on pino. */
export function pinoLogger(options: LogOptions): Logger {
  const settings = settingsOf(options);
  let loaded: Pino | undefined;
  return new LazyLog(settings, () => (loaded ??= newPino(settings)), {});
}

type Settings = Required<LogOptions>;

function settingsOf(options: LogOptions): Settings {
  const { mode = 'production' } = options;
  const isDevelopment = mode === 'development';
  return {
    mode,
    level: isDevelopment ? 'debug' : 'info',
    stacksFrom: isDevelopment ? 'warn' : 'error',
    time: 'rfc3339',
    hasColors: false,
    ...options,
  };
}

function newPino({ level, mode, output, hasColors }: Settings): Pino {
  const pino = createRequire(import.meta.url)('pino') as typeof PinoFunction; // the package of that name
  const options = {
    level,
    base: null,
    timestamp: false,
    messageKey: 'message',
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if (mode === 'production') return pino(options, output);
  return pino(options, {
    write: (line) => output.write(prettyLine(JSON.parse(line) as Record<string, unknown>, hasColors)),
  });
}

class LazyLog implements Logger {
  readonly #settings: Settings;
  readonly #pino: () => Pino;
  readonly #fields: LogFields;

  constructor(settings: Settings, pino: () => Pino, fields: LogFields) {
    this.#settings = settings;
    this.#pino = pino;
    this.#fields = fields;
  }

  debug(message: string, fields?: LogFields): void {
    this.#say('debug', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#say('info', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#say('warn', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#say('error', message, fields);
  }

  with(fields: LogFields): Logger {
    return new LazyLog(this.#settings, this.#pino, { ...this.#fields, ...fields });
  }

  /** A log never fails its caller. */
  #say(level: LogLevel, message: string, fields: LogFields = {}): void {
    const { level: least, stacksFrom, clock, time } = this.#settings;
    if (levelNumbers[level] < levelNumbers[least]) return;
    try {
      const told = loggedFields({ ...this.#fields, ...fields });
      const hasStacks = stacksFrom !== 'never' && levelNumbers[level] >= levelNumbers[stacksFrom];
      const entry = { time: timeAs(time, clock.now()), ...(hasStacks ? told : withoutStacks(told)) };
      this.#pino()[level](entry, redactSecrets(message));
    } catch {
      // fields that cannot be told are no reason to end a run
    }
  }
}

function timeAs(format: LogTime, now: number): string | number {
  switch (format) {
    case 'rfc3339':
      return formatTime(now);
    case 'iso8601':
      return new Date(now).toISOString();
    case 'millis':
      return now;
    case 'epoch':
      return now / 1000;
  }
}

const withoutStacks = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, withoutStack(value)]));

function withoutStack(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || !('stack' in value && 'type' in value)) return value;
  const { stack: _, cause, ...rest } = value as { stack: unknown; cause?: unknown };
  return cause === undefined ? rest : { ...rest, cause: withoutStack(cause) };
}

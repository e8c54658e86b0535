/**
 * A log that is given out before it is known where lines go. What is said before that is kept, up to a limit, and told when a log is set.
 * Upstream: controller-runtime pkg/log delegatingLogSink.
 */
import type { LogLevel } from './log-format.ts';
import type { LogFields, Logger } from './logger.ts';

const mostKept = 1000;

/** Passes on to whatever log was set. */
export class DelegatingLogger implements Logger {
  readonly #root: Root;
  readonly #fields: LogFields;

  constructor(root: Root = new Root(), fields: LogFields = {}) {
    this.#root = root;
    this.#fields = fields;
  }

  /** Lines go there from now on, those of logs made of this one included. Only the first call counts. */
  fulfil(log: Logger): void {
    this.#root.fulfil(log);
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
    return new DelegatingLogger(this.#root, { ...this.#fields, ...fields });
  }

  #say(level: LogLevel, message: string, fields: LogFields = {}): void {
    const all = { ...this.#fields, ...fields };
    this.#root.say((log) => log[level](message, all));
  }
}

/** What all logs of one origin share. */
class Root {
  readonly #kept: ((log: Logger) => void)[] = [];
  #log: Logger | undefined;
  #lost = 0;

  fulfil(log: Logger): void {
    if (this.#log !== undefined) return;
    this.#log = log;
    for (const line of this.#kept.splice(0)) line(log);
    if (this.#lost > 0) log.warn('lines were lost before there was a log', { lines: this.#lost });
  }

  say(line: (log: Logger) => void): void {
    if (this.#log !== undefined) line(this.#log);
    else if (this.#kept.length < mostKept) this.#kept.push(line);
    else this.#lost += 1;
  }
}

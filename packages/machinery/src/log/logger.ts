/**
 * Where the framework says what happens. Small on purpose: any logging library fits behind it.
 * Upstream: logr.Logger, as controller-runtime uses it.
 */

/** Facts that go with a message. */
export type LogFields = Readonly<Record<string, unknown>>;

/** A log. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A log whose messages all carry these facts. */
  with(fields: LogFields): Logger;
}

/** A log that says nothing. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  with: () => silentLogger,
};

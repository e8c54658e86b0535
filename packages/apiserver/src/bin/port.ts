/**
 * Ports as flags give them.
 */

/** The port that a flag names; throws a sentence that names the flag when it is none. */
export function portOf(flag: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new Error(`--${flag} ${text} is not a port: give a number from 0 to 65535`);
}

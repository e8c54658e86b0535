/**
 * Flags as Go programs take them: `--name=value`, `--name value`, and `--name` alone for yes. One table per program gives the names, the help and what is
 * known; other flags are passed over with a word on stderr, since callers bring flags of many versions.
 */

export interface FlagTable {
  readonly [name: string]: { readonly help: string; readonly isSwitch?: boolean };
}

export interface Flags {
  /** The last value of a flag. */
  get(name: string): string | undefined;
  /** Every value of a flag, in order. */
  all(name: string): readonly string[];
  has(name: string): boolean;
  /** Names that are not in the table. */
  readonly unknown: readonly string[];
}

export function parseFlags(args: readonly string[], table: FlagTable): Flags {
  const values = new Map<string, string[]>();
  const unknown: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const [, name, , value] = /^--?([^=-][^=]*)(=(.*))?$/s.exec(arg) ?? [];
    if (name === undefined) continue;
    const known = table[name];
    if (known === undefined) unknown.push(name);
    const takesNext = value === undefined && !known?.isSwitch && !(args[index + 1] ?? '--').startsWith('-');
    const given = value ?? (takesNext ? (args[(index += 1)] ?? '') : 'true');
    values.set(name, [...(values.get(name) ?? []), given]);
  }
  return {
    get: (name) => values.get(name)?.at(-1),
    all: (name) => values.get(name) ?? [],
    has: (name) => values.has(name),
    unknown,
  };
}

/** Says on stderr which flags are passed over. */
export function warnOfUnknown(program: string, { unknown }: Flags): void {
  for (const name of unknown) process.stderr.write(`${program}: --${name} is not known here and is passed over\n`);
}

/** The help text: callers look for flags at the start of its lines. */
export function helpText(program: string, purpose: string, table: FlagTable): string {
  const width = Math.max(...Object.keys(table).map((name) => name.length)) + 2;
  const lines = Object.entries(table).map(([name, { help }]) => `  ${`--${name}`.padEnd(width)}  ${help}`);
  return `${purpose}\n\nUsage:\n  ${program} [flags]\n\nFlags:\n${lines.join('\n')}\n`;
}

/**
 * Words and flags of commands as data, so that help and completion know them without running anything.
 */
import { PluginError } from '../problem/problems.ts';

/** A word after the command's name: `<file>` is needed, `[name]` is not, `[names...]` takes the rest. */
export interface ArgumentDeclaration {
  readonly syntax: string;
  readonly summary: string;
}

/** A flag: `-o, --output <format>` takes a value, `--watch` is a switch. */
export interface FlagDeclaration {
  readonly syntax: string;
  readonly summary: string;
  /** True takes the flag several times, and keeps every value. */
  readonly isRepeatable?: boolean;
  /** The values that it may have. */
  readonly choices?: readonly string[];
  /** What it is without being given; shown in the help. */
  readonly preset?: string;
  /** What it is when it is given without a value, for flags with an optional one such as `--cascade [how]`. */
  readonly bare?: string;
  /** True takes it from a variable too, as `readsVariables` does for all flags of a command: for what others must not see in the list of processes. */
  readonly isVariable?: boolean;
}

/** The flags of a command line, by their long names. */
export interface FlagReader {
  has(name: string): boolean;
  text(name: string): string | undefined;
  all(name: string): readonly string[];
  integer(name: string, range?: { readonly least?: number; readonly most?: number }): number | undefined;
}

/** The long name of a flag, without dashes; `--no-x` is the flag x. */
export const flagName = ({ syntax }: FlagDeclaration): string =>
  /--(?:no-)?([A-Za-z0-9][\w.-]*)/.exec(syntax)?.[1] ?? '';

/** The flags of several owners: one of a name is shared when its type is the same. */
export function mergeFlags(
  owners: readonly { readonly by: string; readonly flags: readonly FlagDeclaration[] }[],
): readonly FlagDeclaration[] {
  const merged = new Map<string, { readonly by: string; readonly flag: FlagDeclaration }>();
  for (const { by, flags } of owners) {
    for (const flag of flags) {
      const name = flagName(flag);
      const before = merged.get(name);
      if (before === undefined) merged.set(name, { by, flag });
      else if (typeOf(before.flag) !== typeOf(flag))
        throw new PluginError(
          by,
          `has the flag --${name} as ${typeOf(flag)}, and ${before.by} has it as ${typeOf(before.flag)}`,
          {
            next: 'take one of them out of reeve.json',
          },
        );
    }
  }
  return [...merged.values()].map(({ flag }) => flag);
}

function typeOf({ syntax, isRepeatable = false }: FlagDeclaration): string {
  const value = /[<[](.*?)[>\]]/.exec(syntax)?.[1];
  const type =
    value === undefined
      ? 'a switch'
      : value === 'integer' || value === 'number'
        ? `an ${value}`.replace('an n', 'a n')
        : 'a text';
  return isRepeatable ? `${type}, several times` : type;
}

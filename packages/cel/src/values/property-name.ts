/**
 * Names of properties as expressions write them: `x-prop` is `self.x__dash__prop`, `namespace` is `self.__namespace__`.
 * Upstream: apiserver/pkg/cel Escape and Unescape.
 */

/**
 * The identifier that stands for a property in expressions; undefined for names that expressions cannot reach: those that
 * are empty, start with a digit, or hold characters other than letters and digits of ASCII, `_`, `-`, `.` and `/`.
 */
export function escapePropertyName(name: string): string | undefined {
  if (!/^[A-Za-z_./-][A-Za-z0-9_./-]*$/.test(name)) return undefined;
  if (reservedWords.has(name)) return `__${name}__`;
  return name.replace(/__|[-./]/g, (found) => escapes.get(found) ?? found);
}

/** The property that an identifier stands for; undefined for escapes that do not exist. */
export function unescapePropertyName(identifier: string): string | undefined {
  let isValid = true;
  const name = identifier.replace(/__[^_]+__/g, (found) => {
    const word = found.slice(2, -2);
    const isKeyword = reservedWords.has(word);
    isValid &&= unescapes.has(word) || (isKeyword && found.length === identifier.length);
    return unescapes.get(word) ?? word;
  });
  return isValid ? name : undefined;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['__', '__underscores__'],
  ['.', '__dot__'],
  ['-', '__dash__'],
  ['/', '__slash__'],
]);

const unescapes: ReadonlyMap<string, string> = new Map(
  [...escapes].map(([text, escaped]) => [escaped.slice(2, -2), text]),
);

/** The words of the grammar that no identifier may be. */
export const reservedWords: ReadonlySet<string> = new Set([
  'true',
  'false',
  'null',
  'in',
  'as',
  'break',
  'const',
  'continue',
  'else',
  'for',
  'function',
  'if',
  'import',
  'let',
  'loop',
  'package',
  'namespace',
  'return',
  'var',
  'void',
  'while',
]);

/**
 * Strings in double quotes as Go's %q writes them: printable characters stay, all others are escaped.
 * Upstream: strconv.Quote.
 */

/** The string in quotes. */
export function quote(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  let quoted = '"';
  for (const character of text) quoted += escaped(character);
  return `${quoted}"`;
}

/** Printable ASCII without quote and backslash, which is most of what is ever quoted. */
const plain = /^[ !#-[\]-~]*$/;

/** Letters, marks, numbers, punctuation and symbols; of the spaces only the ordinary one. */
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

const named: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
]);

function escaped(character: string): string {
  const name = named.get(character);
  if (name !== undefined) return name;
  if (printable.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20 || code === 0x7f) return `\\x${hex(code, 2)}`;
  if (code >= 0xd800 && code <= 0xdfff) return '\uFFFD'; // half a pair does not survive UTF-8
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

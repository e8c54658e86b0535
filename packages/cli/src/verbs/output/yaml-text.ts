/**
 * JSON values as YAML, byte for byte as kubectl prints them: keys in order, lists not indented, text plain where it can be, in single quotes where it cannot, in
 * double quotes where it would be read as something else, and in blocks where it has lines. Upstream: sigs.k8s.io/yaml.
 */
import { isJsonArray, isJsonObject, sortedKeys } from '@reeve/machinery';

const foldAt = 80;

/** The document. */
export const yamlDocument = (value: unknown): string => {
  const lines = nodeLines(value, 0);
  return `${lines.join('\n')}\n`;
};

/** The lines of a value; the first has no indent. */
function nodeLines(value: unknown, indent: number): string[] {
  if (isJsonArray(value)) return value.length === 0 ? ['[]'] : value.flatMap((item) => itemLines(item, indent));
  if (isJsonObject(value)) {
    const keys = sortedKeys(value);
    return keys.length === 0 ? ['{}'] : keys.flatMap((key) => entryLines(key, value[key], indent));
  }
  return scalarLines(value, indent, indent);
}

function itemLines(item: unknown, indent: number): string[] {
  const lines = isScalar(item) ? scalarLines(item, indent + 2, indent) : nodeLines(item, indent + 2);
  const pad = ' '.repeat(indent);
  return lines.map((line, index) => (index === 0 ? `${pad}- ${line.trimStart()}` : line));
}

function entryLines(key: string, value: unknown, indent: number): string[] {
  const pad = ' '.repeat(indent);
  const [name = ''] = scalarLines(key, 0, 0, true);
  const head = `${pad}${name}:`;
  if (isScalar(value)) {
    const [first = '', ...rest] = scalarLines(value, head.length + 1, indent);
    return [`${head} ${first}`, ...rest];
  }
  if (isEmpty(value)) return [`${head} ${isJsonArray(value) ? '[]' : '{}'}`];
  const lines = nodeLines(value, isJsonArray(value) ? indent : indent + 2);
  return [head, ...lines];
}

const isScalar = (value: unknown): boolean => !isJsonArray(value) && !isJsonObject(value);
const isEmpty = (value: unknown): boolean =>
  isJsonArray(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0;

/** Text in the style that it needs. `column` is where it begins, `indent` that of what it belongs to. */
function scalarLines(value: unknown, column: number, indent: number, isKey = false): string[] {
  if (typeof value !== 'string') return [value === null || value === undefined ? 'null' : JSON.stringify(value)];
  if (readsAsOther(value)) return [doubleQuoted(value)];
  if (isUnprintable(value) || (isKey && value.includes('\n'))) return [doubleQuoted(value)];
  if (value.includes('\n')) return /[ \t]\n|[ \t]$/.test(value) ? [doubleQuoted(value)] : blockLines(value, indent);
  if (isKey) return [isPlain(value) ? value : quoted(value)];
  return folded(isPlain(value) ? value : quoted(value), column, indent);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const doubleQuoted = (text: string): string =>
  JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (char) => {
    const code = char.charCodeAt(0).toString(16).toUpperCase();
    return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`;
  });

/** A block keeps its lines; how it ends is said in its head. */
function blockLines(text: string, indent: number): string[] {
  const pad = ' '.repeat(indent + 2);
  const ending = text.endsWith('\n\n') || text === '\n' ? '+' : text.endsWith('\n') ? '' : '-';
  const hint = /^[ \n]/.test(text) ? '2' : '';
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  return [`|${hint}${ending}`, ...body.split('\n').map((line) => (line === '' ? '' : pad + line))];
}

/** Long text goes on in the next line, at the first space after the edge. */
function folded(text: string, column: number, indent: number): string[] {
  const lines: string[] = [];
  const pad = ' '.repeat(indent + 2);
  let [line, width] = ['', column];
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? '';
    const isBreak =
      char === ' ' &&
      width > foldAt &&
      line.trim() !== '' &&
      text[index + 1] !== ' ' &&
      index + 1 < text.length &&
      text[index - 1] !== ' ';
    if (isBreak) {
      lines.push(line);
      [line, width] = [pad, pad.length];
    } else {
      line += char;
      width += 1;
    }
  }
  return [...lines, line];
}

/** Words that YAML takes for booleans, nothing, numbers or times. */
function readsAsOther(text: string): boolean {
  return (
    /^(?:|~|null|Null|NULL|true|True|TRUE|false|False|FALSE|y|Y|yes|Yes|YES|n|N|no|No|NO|on|On|ON|off|Off|OFF|<<|=)$/.test(
      text,
    ) ||
    /^[-+]?(?:\.inf|\.Inf|\.INF)$|^\.(?:nan|NaN|NAN)$/.test(text) ||
    /^[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*)$/.test(text) ||
    /^[-+]?(?:\.[0-9]+|[0-9][0-9_]*(?:\.[0-9_]*)?)(?:[eE][-+]?[0-9]+)?$/.test(text) ||
    /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/.test(text) ||
    /^\d{4}-\d\d?-\d\d?(?:(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)?$/.test(text)
  );
}

function isUnprintable(text: string): boolean {
  // eslint-disable-next-line no-control-regex
  return /[\u0000-\u0008\u000b-\u001f\u007f-\u0084\u0086-\u009f\ufeff\ufffe\uffff]|\t|\r/.test(text);
}

/** Text that means itself without quotes. */
const isPlain = (text: string): boolean =>
  !/^[,[\]{}#&*!|>'"%@`]/.test(text) &&
  !/^[-?:](?:\s|$)/.test(text) &&
  !/^(?:---|\.\.\.)/.test(text) &&
  !/:(?:\s|$)/.test(text) &&
  !/\s#/.test(text) &&
  !/^\s|\s$/.test(text);

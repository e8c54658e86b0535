/**
 * Functions of strings: `charAt`, `indexOf`, `lastIndexOf`, `lowerAscii`, `upperAscii`, `replace`, `split`, `substring`, `trim`,
 * `join`, `format`, `strings.quote`. Positions count code points.
 * Upstream: cel-go ext Strings; Kubernetes has version 2 of it.
 */
import type { Estimate } from '../cost/estimate.ts';
import {
  add,
  multiply,
  scale,
  stringTraversalFactor,
  traversalCost,
  unbounded,
  unknown,
  zero,
} from '../cost/estimate.ts';
import { listType, types } from '../types/type.ts';
import { EvaluationError, LimitError } from '../values/evaluation-error.ts';
import { formatString } from '../values/format-string.ts';
import { ListValue } from '../values/list-value.ts';
import type { Int } from '../values/numbers.ts';
import { codePoints, sizeOf } from '../values/size.ts';
import type { Costs } from './declare.ts';
import { copiesFirst, functions, global, member, readsFirst, sizeOfFirst } from './declare.ts';
import { formatCheck } from './format-check.ts';
import type { CallNodes, Library } from './library.ts';
import { walk } from './lists.ts';

/** Texts that are longer are not made, whatever the limit of costs is. */
const longestText = 100_000_000;

/** True of texts in which positions of code points are positions of UTF-16 units. */
// oxlint-disable-next-line no-control-regex -- everything but surrogates is meant
const isPlain = (text: string): boolean => /^[\u0000-\ud7ff\ue000-\uffff]*$/.test(text);

const outOfRange = (index: Int): EvaluationError => new EvaluationError(`index out of range: ${index}`);

/** The position of a code point in UTF-16 units; undefined beyond the end of the text. */
function unitsAt(text: string, index: Int): number | undefined {
  if (index < 0 || index > text.length) return undefined;
  if (isPlain(text)) return Number(index);
  let at = 0;
  for (let left = Number(index); left > 0; left--) {
    if (at >= text.length) return undefined;
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }
  return at;
}

function charAt(text: string, index: Int): string {
  const at = unitsAt(text, index);
  if (at === undefined) throw outOfRange(index);
  return at === text.length ? '' : String.fromCodePoint(text.codePointAt(at) ?? 0);
}

function indexOf(text: string, wanted: string, from: Int = 0): Int {
  if (from < 0) throw outOfRange(from);
  if (wanted === '') return withinText(text, from);
  const start = unitsAt(text, from);
  const found = start === undefined ? -1 : text.indexOf(wanted, start);
  return found === -1 ? -1 : codePoints(text.slice(0, found));
}

/** Nothing is found where the search begins, but not behind the end. */
function withinText(text: string, from: Int): Int {
  const length = codePoints(text);
  return from > length ? length : from;
}

function lastIndexOf(text: string, wanted: string, from?: Int): Int {
  if (from !== undefined && from < 0) throw outOfRange(from);
  if (wanted === '') return from === undefined ? codePoints(text) : withinText(text, from);
  const start = from === undefined ? text.length : unitsAt(text, from);
  const found =
    start === undefined || (from !== undefined && start >= text.length) ? -1 : text.lastIndexOf(wanted, start);
  return found === -1 ? -1 : codePoints(text.slice(0, found));
}

const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

const upperAscii = (text: string): string => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());

function replace(text: string, old: string, replacement: string, count: Int = -1): string {
  const most = count < 0 ? Infinity : Number(count);
  const parts = old === '' ? ['', ...Array.from(text)] : text.split(old);
  const ends = old === '' ? text !== '' || most > 0 : false;
  const times = Math.min(most, parts.length - (ends ? 0 : 1));
  refuseLong(text.length + times * (replacement.length - old.length));
  if (times <= 0) return text;
  if (old !== '')
    return (
      parts.slice(0, times + 1).join(replacement) +
      parts
        .slice(times + 1)
        .map((part) => old + part)
        .join('')
    );
  return parts.map((part, index) => (index < times ? part + replacement : part)).join('');
}

function refuseLong(length: number): void {
  if (length > longestText) throw new LimitError(`a text of more than ${longestText} characters is not made`);
}

function split(text: string, separator: string, count: Int = -1): ListValue {
  const most = count < 0 ? Infinity : Number(count);
  if (most === 0) return ListValue.of([]);
  const parts = separator === '' ? Array.from(text) : text.split(separator);
  if (parts.length <= most) return ListValue.of(parts);
  return ListValue.of([...parts.slice(0, most - 1), parts.slice(most - 1).join(separator)]);
}

function substring(text: string, start: Int, end?: Int): string {
  if (end !== undefined && start > end) {
    throw new EvaluationError(`invalid substring range. start: ${start}, end: ${end}`);
  }
  const first = unitsAt(text, start);
  if (first === undefined) throw outOfRange(start);
  if (end === undefined) return text.slice(first);
  const last = unitsAt(text, end);
  if (last === undefined) throw outOfRange(end);
  return text.slice(first, last);
}

/** What Unicode calls white space. JavaScript's own `trim` also takes U+FEFF and leaves U+0085. */
const trim = (text: string): string =>
  text.slice(/^\p{White_Space}*/u.exec(text)?.[0].length).replace(/(?<!\p{White_Space})\p{White_Space}+$/u, '');

const reverse = (text: string): string => Array.from(text).toReversed().join('');

function join(list: ListValue, separator = ''): string {
  const parts = list.toArray().map((part) => {
    if (typeof part === 'string') return part;
    throw new EvaluationError('no such overload: join(list)');
  });
  refuseLong(parts.reduce((length, part) => length + part.length, separator.length * parts.length));
  return parts.join(separator);
}

const named: ReadonlyMap<string, string> = new Map([
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['\\', '\\\\'],
  ['"', '\\"'],
]);

/** Unlike Go's quotes, everything else stays as it is. */
const quoted = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- the characters with names of their own
  `"${text.replace(/\p{Cs}/gu, '\uFFFD').replace(/[\u0007\b\f\n\r\t\v\\"]/g, (character) => named.get(character) ?? character)}"`;

const replaceCosts: Costs = {
  estimate: (call) => ({ cost: scale(sizeOfFirst(call), 2 * stringTraversalFactor), resultSize: replacedSize(call) }),
  cost: (text: string) => traversalCost(sizeOf(text), 2 * stringTraversalFactor),
};

/** The shortest result of the largest pieces that are replaced, and the longest of the smallest. */
function replacedSize({ target, args }: CallNodes): Estimate {
  const [text, old, put] = [target?.size ?? unknown, args[0]?.size ?? unknown, args[1]?.size ?? unknown];
  return {
    min: replacedLength(text.min, old.max, put.min, old.max <= put.min),
    max: replacedLength(text.max, old.min, put.max, put.max <= old.min),
  };
}

function replacedLength(text: number, old: number, put: number, keepsLength: boolean): number {
  if (old === 0) return Math.min(unbounded, (text + 1) * put + text);
  return keepsLength ? text : Math.min(unbounded, Math.ceil(text / old) * put);
}

const splitCosts: Costs = {
  estimate: (call) => ({
    cost: scale(sizeOfFirst(call), 2 * stringTraversalFactor),
    resultSize: { min: 0, max: mostParts(call) },
  }),
  cost: (text: string) => traversalCost(sizeOf(text), 2 * stringTraversalFactor),
};

function mostParts(call: CallNodes): number {
  const { expression } = call.args[1] ?? {};
  const count = expression?.kind === 'literal' ? expression.value : undefined;
  if (typeof count !== 'number' && typeof count !== 'bigint') return sizeOfFirst(call).max;
  return count < 0 ? unbounded : Number(count);
}

const joinCosts: Costs = {
  estimate: (call) => ({ cost: scale(joinedSize(call), stringTraversalFactor), resultSize: joinedSize(call) }),
  costOfResult: (result: string) => traversalCost(sizeOf(result), 2 * stringTraversalFactor),
};

function joinedSize({ target, args }: CallNodes): Estimate {
  const [count, separator] = [target?.size ?? unknown, args[0]?.size];
  const parts = target?.element === undefined ? zero : multiply(count, target.element.size);
  if (separator === undefined) return parts;
  return add(parts, multiply(separator, { min: Math.max(0, count.min - 1), max: Math.max(0, count.max - 1) }));
}

const quoteCosts: Costs = {
  estimate: (call) => ({
    cost: scale(sizeOfFirst(call), stringTraversalFactor),
    resultSize: quotedSize(sizeOfFirst(call)),
  }),
  cost: (text: string) => traversalCost(sizeOf(text)),
};

/** Each character may be escaped. The size of a text of any size wraps around to 0 upstream, and limits are set by that. */
const quotedSize = ({ min, max }: Estimate): Estimate => ({ min: min + 2, max: max === unbounded ? 0 : 2 * max + 2 });

const { string, int } = types;

/** Which version of the strings library an environment has. */
export interface StringsOptions {
  /** 2 is Kubernetes'; 4 is the latest, with `reverse` and the newer style of `format`. */
  readonly version: 2 | 4;
}

/** The functions of strings. */
export function stringsLibrary({ version }: StringsOptions): Library {
  const style = version === 2 ? 'locale' : 'plain';
  const format = (template: string, values: ListValue): string => formatString(template, values, style);
  return {
    name: 'cel.lib.ext.strings',
    mixedLiterals: ['format'],
    callChecks: [formatCheck(style)],
    functions: functions({
      charAt: member('string_char_at_int', [string, int], string, charAt),
      indexOf: [
        member('string_index_of_string', [string, string], int, indexOf, walk),
        member('string_index_of_string_int', [string, string, int], int, indexOf, walk),
      ],
      lastIndexOf: [
        member('string_last_index_of_string', [string, string], int, lastIndexOf, walk),
        member('string_last_index_of_string_int', [string, string, int], int, lastIndexOf, walk),
      ],
      lowerAscii: member('string_lower_ascii', [string], string, lowerAscii, copiesFirst()),
      upperAscii: member('string_upper_ascii', [string], string, upperAscii, copiesFirst()),
      replace: [
        member('string_replace_string_string', [string, string, string], string, replace, replaceCosts),
        member('string_replace_string_string_int', [string, string, string, int], string, replace, replaceCosts),
      ],
      split: [
        member('string_split_string', [string, string], listType(string), split, splitCosts),
        member('string_split_string_int', [string, string, int], listType(string), split, splitCosts),
      ],
      substring: [
        member('string_substring_int', [string, int], string, substring, copiesFirst()),
        member('string_substring_int_int', [string, int, int], string, substring, copiesFirst()),
      ],
      trim: member('string_trim', [string], string, trim, copiesFirst()),
      join: [
        member('list_join', [listType(string)], string, join, joinCosts),
        member('list_join_string', [listType(string), string], string, join, joinCosts),
      ],
      format: member('string_format', [string, listType(types.dyn)], string, format, readsFirst()),
      'strings.quote': global('strings_quote', [string], string, quoted, quoteCosts),
      ...(version < 4 ? {} : { reverse: member('string_reverse', [string], string, reverse) }),
    }),
  };
}

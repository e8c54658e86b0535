/**
 * `'%s of %d'.format([…])`: a text with the values of a list in it. There are two styles. Kubernetes has the older one, which
 * writes numbers as people in America do (`1,234.500000`, `1.500000×10⁰³`) and quotes what is inside of lists; the language's
 * specification has the newer one.
 * Upstream: cel-go ext formatting.go and formatting_v2.go.
 */
import { compareText, quote } from '@reeve/machinery';
import { Duration, printDuration } from './duration.ts';
import { EvaluationError, LimitError } from './evaluation-error.ts';
import { ListValue } from './list-value.ts';
import { MapValue } from './map-value.ts';
import { fixedText, paddedExponent, printDouble, scientificParts } from './number-text.ts';
import { Double, Uint } from './numbers.ts';
import { printTimestamp, Timestamp } from './timestamp.ts';
import type { Value } from './value.ts';
import { typeNameOf, TypeValue } from './value.ts';

/** How numbers, and what is inside of lists and maps, are written. */
export type FormatStyle = 'locale' | 'plain';

/** The text with the values in place of its clauses. */
export function formatString(template: string, values: ListValue, style: FormatStyle): string {
  let [text, used] = ['', 0];
  for (const part of partsOf(template)) {
    if (typeof part === 'string') text += part;
    else {
      if (used >= values.size) throw new EvaluationError(`index ${used} out of range`);
      text += formatValue(part, values.at(used++), style);
    }
    if (text.length > longestText)
      throw new LimitError(`string.format makes no text of more than ${longestText} characters`);
  }
  return text;
}

/** The texts and the clauses of a template, as they follow each other. Throws `EvaluationError` at what is no clause. */
export function* partsOf(template: string): Generator<string | FormatClause, void, void> {
  let next = 0;
  for (let percent; (percent = template.indexOf('%', next)) !== -1;) {
    yield template.slice(next, percent);
    const clause = readClause(template, percent + 1);
    next = clause.end;
    yield clause.verb === '%' ? '%' : clause;
  }
  yield template.slice(next);
}

const longestText = 100_000_000;

/** More digits than any double has behind its point. */
const mostPlaces = 1100;

/** What a value is formatted by, as in `%.3f`. */
export interface FormatClause {
  readonly verb: string;
  readonly places: number;
  /** Where the text goes on. */
  readonly end: number;
}

function readClause(template: string, start: number): FormatClause {
  const [whole = '', point, digits = ''] = /(\.)?(\d*)/y.exec(template.slice(start, start + 20)) ?? [];
  if (point === undefined) return verbAt(template, start, 6);
  if (start + whole.length >= template.length) throw unparsed('could not find end of precision specifier');
  const places = Number(digits);
  if (digits === '' || places > mostPlaces) throw unparsed('error while converting precision to integer');
  return verbAt(template, start + whole.length, places);
}

function verbAt(template: string, at: number, places: number): FormatClause {
  const verb = String.fromCodePoint(template.codePointAt(at) ?? 0);
  if (at >= template.length) throw new EvaluationError('unexpected end of string');
  if ('sdfebxXo%'.includes(verb)) return { verb, places, end: at + 1 };
  throw new EvaluationError(`could not parse formatting clause: unrecognized formatting clause "${verb}"`);
}

const unparsed = (problem: string): EvaluationError =>
  new EvaluationError(`could not parse formatting clause: error while parsing precision: ${problem}`);

function formatValue({ verb, places }: FormatClause, value: Value, style: FormatStyle): string {
  const text = verbs[verb]?.(value, style, places);
  if (text !== undefined) return text;
  throw new EvaluationError(refusal(verb, typeNameOf(value)));
}

/** Why a verb cannot take a value of a type. */
export const refusal = (verb: string, typeName: string): string =>
  `error during formatting: ${refusals[verb]}, was given ${typeName}`;

const refusals: Readonly<Record<string, string>> = {
  s: 'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
  d: 'decimal clause can only be used on integers',
  f: 'fixed-point clause can only be used on doubles',
  e: 'scientific clause can only be used on doubles',
  b: 'only integers and bools can be formatted as binary',
  x: 'only integers, byte buffers, and strings can be formatted as hex',
  X: 'only integers, byte buffers, and strings can be formatted as hex',
  o: 'octal clause can only be used on integers',
};

/** The text of a value for a verb; undefined if the verb cannot take the value. */
type Formatter = (value: Value, style: FormatStyle, places: number) => string | undefined;

const verbs: Readonly<Record<string, Formatter>> = {
  s: (value, style) => (style === 'locale' ? localeText(value, false, 0) : plainText(value, 0)),
  d: (value, style) =>
    integerText(value) ?? (style === 'plain' && value instanceof Double ? plainDouble(value.value) : undefined),
  f: (value, style, places) => formatDouble(value, style, (number) => fixedIn(style, number, places)),
  e: (value, style, places) => formatDouble(value, style, (number) => scientificIn(style, number, places)),
  b: (value) => (typeof value === 'boolean' ? String(Number(value)) : integerText(value, 2)),
  x: (value) => hexText(value),
  X: (value) => hexText(value)?.toUpperCase(),
  o: (value) => integerText(value, 8),
};

function integerText(value: Value, radix = 10): string | undefined {
  if (value instanceof Uint) return value.value.toString(radix);
  return typeof value === 'number' || typeof value === 'bigint' ? value.toString(radix) : undefined;
}

function hexText(value: Value): string | undefined {
  if (typeof value === 'string' || value instanceof Uint8Array) return Buffer.from(value as string).toString('hex');
  return integerText(value, 16);
}

/** The older style takes the names of numbers that are none, the newer one takes integers. */
function formatDouble(value: Value, style: FormatStyle, format: (number: number) => string): string | undefined {
  if (value instanceof Double) return format(value.value);
  if (style === 'locale')
    return ['NaN', 'Infinity', '-Infinity'].includes(value as string) ? format(Number(value)) : undefined;
  const integer = integerText(value);
  return integer === undefined ? undefined : format(Number(integer));
}

function fixedIn(style: FormatStyle, number: number, places: number): string {
  if (!Number.isFinite(number)) return style === 'plain' ? String(number) : localeNotFinite(number);
  if (style === 'plain') return fixedText(number, places);
  const [whole = '', fraction] = fixedText(Object.is(number, -0) ? 0 : number, places).split('.');
  const grouped = whole.replace(/\d(?=(?:\d{3})+$)/g, '$&,');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** The older style takes what should be the digits behind the point for the width of the text. */
function scientificIn(style: FormatStyle, number: number, places: number): string {
  if (style === 'locale' && !Number.isFinite(number)) return localeNotFinite(number).padStart(places);
  if (!Number.isFinite(number)) return String(number);
  const { mantissa, exponent } = scientificParts(number, style === 'plain' ? places : 6);
  if (style === 'plain') return `${mantissa}e${paddedExponent(exponent)}`;
  const raised = paddedExponent(exponent).replace('+', '').replace('-', '⁻');
  return `${mantissa}×10${raised.replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? '')}`.padStart(places);
}

const localeNotFinite = (number: number): string => (Number.isNaN(number) ? 'NaN' : number > 0 ? '∞' : '-∞');

/** A double without an exponent. */
function plainDouble(number: number): string {
  const text = String(number);
  if (!text.includes('e')) return text;
  const [mantissa = '', exponent = ''] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const sign = number < 0 ? '-' : '';
  if (Number(exponent) < 0) return `${sign}0.${'0'.repeat(-Number(exponent) - 1)}${whole}${fraction}`;
  return `${sign}${whole}${fraction.padEnd(Number(exponent), '0')}`;
}

/** Lists that nest deeper than this are not written. */
const mostDepth = 500;

function deeper(depth: number): number {
  if (depth < mostDepth) return depth + 1;
  throw new LimitError(`string.format does not write values that nest deeper than ${mostDepth} levels`);
}

/** What both styles write in the same way; undefined for lists, maps and what has no text. */
function simpleText(value: Value): string | undefined {
  if (value === null) return 'null';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Uint8Array) return bytesText(value);
  if (value instanceof Duration) return printDuration(value);
  if (value instanceof Timestamp) return printTimestamp(value);
  return value instanceof TypeValue ? value.name : integerText(value);
}

function bytesText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new EvaluationError('error during formatting: invalid UTF-8 in bytes, cannot convert to string');
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function plainText(value: Value, depth: number): string | undefined {
  if (value instanceof Double) return plainDouble(value.value);
  if (value instanceof ListValue)
    return `[${Array.from(value, (each) => partText(each, plainText, depth)).join(', ')}]`;
  if (!(value instanceof MapValue)) return simpleText(value);
  return mapText(value, ': ', (each) => partText(each, plainText, depth));
}

/** The older style quotes texts inside of lists and maps, and says what is a duration and what a timestamp. */
function localeText(value: Value, isInside: boolean, depth: number): string | undefined {
  const inside = (each: Value): string => partText(each, (part, level) => localeText(part, true, level), depth);
  if (value instanceof ListValue) return `[${Array.from(value, inside).join(', ')}]`;
  if (value instanceof MapValue) return mapText(value, ':', inside);
  if (value instanceof Double) return isInside ? insideDouble(value.value) : printDouble(value.value);
  const text = simpleText(value);
  if (!isInside || text === undefined) return text;
  if (typeof value === 'string') return quote(text);
  if (value instanceof Uint8Array) return `b${quote(text)}`;
  if (value instanceof Duration) return `duration(${quote(text)})`;
  return value instanceof Timestamp ? `timestamp(${quote(text)})` : text;
}

const insideDouble = (number: number): string =>
  Number.isFinite(number) ? fixedText(number, 6) : quote(printDouble(number));

function partText(part: Value, format: (value: Value, depth: number) => string | undefined, depth: number): string {
  const text = format(part, deeper(depth));
  if (text !== undefined) return text;
  throw new EvaluationError(refusal('s', typeNameOf(part)));
}

/** Entries in the order of their keys' texts. */
function mapText(map: MapValue, separator: string, format: (value: Value) => string): string {
  const entries = Array.from(map.entries(), ([key, value]) => [format(key), format(value)] as const);
  return `{${entries
    .toSorted(([one], [other]) => compareText(one, other))
    .map(([key, value]) => key + separator + value)
    .join(', ')}}`;
}

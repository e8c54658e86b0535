/**
 * One line of a watch, taken apart as far as its type and its object's bytes. The object is not parsed yet.
 */
import { InvalidInputError, parseJson, isJsonObject } from '@reeve/machinery';
import { isAt, skipSpace, skipString, skipValue } from '../bytes/json-skip.ts';
import type { WireText } from '../bytes/wire-text.ts';

/**
 * An event as bytes. A class, as everything is that is made for each event: where what the literals of one place make lives long at first, as it does in an initial list, the engine makes
 * all that follow old from the start, and with them whatever they refer to.
 */
export class WireEvent {
  /** ADDED, MODIFIED, DELETED, BOOKMARK, ERROR, or something that a later server invented. */
  readonly type: string;
  readonly object: WireText;

  constructor(type: string, object: WireText) {
    this.type = type;
    this.object = object;
  }
}

const [CLOSE_BRACE, COLON, COMMA, OPEN_BRACE, QUOTE] = [0x7d, 0x3a, 0x2c, 0x7b, 0x22];

/** How every server begins, by the number of bytes before the object. */
const openings = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'].map((type) => ({
  type,
  bytes: Buffer.from(`{"type":"${type}","object":`),
}));

/** Takes a line apart. Throws `InvalidInputError` when it is no event. */
export function readWireEvent(line: WireText): WireEvent {
  const { bytes, from } = line;
  for (const opening of openings) {
    const start = from + opening.bytes.length;
    if (bytes[start - 1] !== COLON || !isAt(bytes, from, opening.bytes)) continue;
    const end = lastBrace(line);
    if (end > start) return new WireEvent(opening.type, line.part(start, end));
  }
  return readAnyOrder(line);
}

/** The event of a line that is written in an unusual way: found by its structure. */
function readAnyOrder(line: WireText): WireEvent {
  const { bytes, to: end } = line;
  let type: unknown;
  let object: WireText | undefined;
  let at = skipSpace(bytes, line.from, end);
  if (bytes[at] !== OPEN_BRACE) throw noEvent(line);
  for (at = skipSpace(bytes, at + 1, end); at < end && bytes[at] === QUOTE; at = skipSpace(bytes, at, end)) {
    const keyEnd = skipString(bytes, at, end);
    const colon = keyEnd === -1 ? end : skipSpace(bytes, keyEnd, end);
    const value = skipSpace(bytes, colon + 1, end);
    const next = bytes[colon] === COLON && value < end ? skipValue(bytes, value, end) : -1;
    if (next === -1) throw noEvent(line);
    const key = line.textBetween(at + 1, keyEnd - 1);
    if (key === 'type') type = parseJson(line.textBetween(value, next));
    if (key === 'object') object = line.part(value, next);
    at = skipSpace(bytes, next, end);
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1, end);
  }
  if (typeof type !== 'string' || object === undefined || at >= end || bytes[at] !== CLOSE_BRACE) throw noEvent(line);
  return new WireEvent(type, object);
}

/** Parses the object of a bookmark or an error, which are small and rare. */
export function parseSmallObject({ object }: WireEvent): Record<string, unknown> {
  const value = parseJson(object.toString());
  if (!isJsonObject(value)) throw noEvent(object);
  return value;
}

/** The place of the brace that ends the line, or -1. */
function lastBrace({ bytes, from, to }: WireText): number {
  let at = to - 1;
  while (at > from && skipSpace(bytes, at, at + 1) === at + 1) at -= 1;
  return bytes[at] === CLOSE_BRACE ? at : -1;
}

const noEvent = (line: WireText): InvalidInputError =>
  new InvalidInputError(
    line.bytes.toString('latin1', line.from, Math.min(line.from + 60, line.to)), // it may be cut within a character
    `a line of ${line.length} bytes of the watch is no event`,
  );

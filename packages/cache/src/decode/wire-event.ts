/**
 * One line of a watch, taken apart as far as its type and its object's bytes. The object is not parsed yet.
 */
import { InvalidInputError, parseJson, isJsonObject } from '@reeve/machinery';
import { skipSpace, skipString, skipValue } from '../bytes/json-skip.ts';
import { textOf } from '../bytes/byte-text.ts';

/** An event as bytes. */
export interface WireEvent {
  /** ADDED, MODIFIED, DELETED, BOOKMARK, ERROR, or something that a later server invented. */
  readonly type: string;
  readonly object: Buffer;
}

const [CLOSE_BRACE, COLON, COMMA, OPEN_BRACE, QUOTE] = [0x7d, 0x3a, 0x2c, 0x7b, 0x22];

/** How every server begins, one per type. */
const openings = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'].map((type) => ({
  type,
  bytes: Buffer.from(`{"type":"${type}","object":`),
}));

/** Takes a line apart. Throws `InvalidInputError` when it is no event. */
export function readWireEvent(line: Buffer): WireEvent {
  for (const { type, bytes } of openings) {
    if (startsWith(line, bytes)) {
      const end = lastBrace(line);
      if (end > bytes.length) return { type, object: line.subarray(bytes.length, end) };
    }
  }
  return readAnyOrder(line);
}

/** The event of a line that is written in an unusual way: found by its structure. */
function readAnyOrder(line: Buffer): WireEvent {
  const end = line.length;
  let type: unknown;
  let object: Buffer | undefined;
  let at = skipSpace(line, 0, end);
  if (line[at] !== OPEN_BRACE) throw noEvent(line);
  for (at = skipSpace(line, at + 1, end); line[at] === QUOTE; at = skipSpace(line, at, end)) {
    const keyEnd = skipString(line, at, end);
    const colon = keyEnd === -1 ? end : skipSpace(line, keyEnd, end);
    const value = skipSpace(line, colon + 1, end);
    const next = line[colon] === COLON && value < end ? skipValue(line, value, end) : -1;
    if (next === -1) throw noEvent(line);
    const key = textOf(line.subarray(at + 1, keyEnd - 1));
    if (key === 'type') type = parseJson(textOf(line.subarray(value, next)));
    if (key === 'object') object = line.subarray(value, next);
    at = skipSpace(line, next, end);
    if (line[at] === COMMA) at = skipSpace(line, at + 1, end);
  }
  if (typeof type !== 'string' || object === undefined || line[at] !== CLOSE_BRACE) throw noEvent(line);
  return { type, object };
}

/** Parses the object of a bookmark or an error, which are small and rare. */
export function parseSmallObject({ object }: WireEvent): Record<string, unknown> {
  const value = parseJson(textOf(object));
  if (!isJsonObject(value)) throw noEvent(object);
  return value;
}

function startsWith(line: Buffer, bytes: Buffer): boolean {
  // The ninth byte tells most types apart, so that one comparison at most is in vain.
  return (
    line[9] === bytes[9] &&
    line[10] === bytes[10] &&
    line.length > bytes.length &&
    line.compare(bytes, 0, bytes.length, 0, bytes.length) === 0
  );
}

/** The place of the brace that ends the line, or -1. */
function lastBrace(line: Buffer): number {
  let at = line.length - 1;
  while (at > 0 && skipSpace(line, at, at + 1) === at + 1) at -= 1;
  return line[at] === CLOSE_BRACE ? at : -1;
}

const noEvent = (line: Buffer): InvalidInputError =>
  new InvalidInputError(textOf(line.subarray(0, 60)), `a line of ${line.length} bytes of the watch is no event`);

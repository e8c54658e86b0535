/** Times to the second and to the microsecond: RFC 3339 in UTC. Go's zero time is no time, which is null where it has to be printed. */
import { InvalidInputError, type JsonValue } from '@reeve/machinery';
import type { DecodeState } from './decode-state.ts';
import {
  formatGoTime,
  isPlainTime,
  microsLayout,
  parseGoTime,
  secondsLayout,
  zeroSeconds,
  type GoTime,
} from './go-time.ts';
import { bytesWire, varintWire, type ValueType } from './value-type.ts';
import type { WireReader } from './wire-reader.ts';
import type { WireWriter } from './wire-writer.ts';

/** The numbers of the message's fields. */
const secondsNumber = 1;
const nanosNumber = 2;

export class TimeType implements ValueType {
  readonly wire = bytesWire;
  readonly goName: string;
  readonly #layout: typeof secondsLayout | typeof microsLayout;

  constructor(precision: 'seconds' | 'micros') {
    this.goName = precision === 'seconds' ? 'v1.Time' : 'v1.MicroTime';
    this.#layout = precision === 'seconds' ? secondsLayout : microsLayout;
  }

  readJson(value: JsonValue, state: DecodeState): JsonValue {
    if (typeof value !== 'string') throw state.refusal(value, 'string');
    if (this.#layout === secondsLayout && isPlainTime(value)) return value;
    return this.#print(parseGoTime(value, this.#layout));
  }

  zero(): null {
    return null;
  }

  isEmpty(value: JsonValue): boolean {
    return value === null;
  }

  readWire(reader: WireReader): unknown {
    const outer = reader.enter();
    const isZero = reader.position === reader.end;
    const time = { seconds: isZero ? zeroSeconds : 0, micros: 0 };
    while (reader.position < reader.end) readPart(reader, time);
    reader.leave(outer);
    return this.#print(time);
  }

  settle(text: unknown): JsonValue {
    return text as string | null;
  }

  writeWire(writer: WireWriter, value: unknown): void {
    const mark = writer.length;
    if (typeof value === 'string') this.#write(writer, parseGoTime(value, this.#layout));
    writer.lengthSince(mark);
  }

  #print(time: GoTime): string | null {
    const isZero = time.seconds === zeroSeconds && (time.micros === 0 || this.#layout === secondsLayout);
    return isZero ? null : formatGoTime(time, this.#layout);
  }

  #write(writer: WireWriter, { seconds, micros }: GoTime): void {
    writer.integer(this.#layout === microsLayout ? micros * 1000 : 0);
    writer.tag(nanosNumber, varintWire);
    writer.integer(seconds);
    writer.tag(secondsNumber, varintWire);
  }
}

function readPart(reader: WireReader, time: { seconds: number; micros: number }): void {
  const number = reader.field('Timestamp');
  if (number === secondsNumber) time.seconds = safeSeconds(reader.expect(varintWire, 'Seconds').int64());
  else if (number === nanosNumber) time.micros = Math.trunc(reader.expect(varintWire, 'Nanos').int32() / 1000);
  else reader.skip();
}

function safeSeconds(seconds: number | bigint): number {
  if (typeof seconds === 'number') return seconds;
  throw new InvalidInputError(`${seconds}`, `${seconds} seconds after 1970 are no time`);
}

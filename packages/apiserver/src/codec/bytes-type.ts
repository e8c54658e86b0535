/**
 * Bytes, which JSON writes as base64. Go also reads a list of numbers, and does not mind line breaks.
 */
import { Buffer } from 'node:buffer';
import type { JsonArray, JsonValue } from '@reeve/machinery';
import type { DecodeState } from './decode-state.ts';
import { base64Problem, isCanonicalBase64 } from './go-base64.ts';
import { bytesWire, type ValueType } from './value-type.ts';
import type { WireReader } from './wire-reader.ts';
import type { WireWriter } from './wire-writer.ts';

export class BytesType implements ValueType {
  readonly wire = bytesWire;
  readonly isSlice = true;
  readonly goName: string;

  constructor(goName = '[]uint8') {
    this.goName = goName;
  }

  readJson(value: JsonValue, state: DecodeState): JsonValue {
    if (typeof value === 'string') return readText(value, state);
    if (Array.isArray(value)) return readNumbers(value, state);
    state.mismatch(value, this.goName);
    return value;
  }

  zero(): string {
    return '';
  }

  isEmpty(value: JsonValue): boolean {
    return value === '';
  }

  readWire(reader: WireReader): string {
    return reader.base64();
  }

  settle(text: unknown): JsonValue {
    return text as string;
  }

  writeWire(writer: WireWriter, value: unknown): void {
    writer.base64(typeof value === 'string' ? value : '');
  }
}

function readText(text: string, state: DecodeState): string {
  if (isCanonicalBase64(text)) return text;
  const problem = base64Problem(text);
  if (problem !== undefined) state.note(problem);
  return Buffer.from(text, 'base64').toString('base64');
}

function readNumbers(values: JsonArray, state: DecodeState): string {
  const bytes = values.map((value) => {
    const isByte = typeof value === 'number' && (value & 0xff) === value;
    if (!isByte && value !== null) state.mismatch(value, 'uint8');
    return isByte ? value : 0;
  });
  return Buffer.from(bytes).toString('base64');
}

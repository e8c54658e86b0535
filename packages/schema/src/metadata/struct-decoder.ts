/**
 * Decodes a JSON object into fields of known types the way Go does: keys in order, null is empty, the first value of a
 * wrong type decides the complaint. What does not change is returned as it is.
 * Upstream: encoding/json, sigs.k8s.io/json.
 */
import type { JsonObject, ReadonlyJson, ReadonlyJsonArray, ReadonlyJsonObject } from '@reeve/machinery';
import { compareText, deepEqual, isJsonArray, isJsonObject } from '@reeve/machinery';
import { goJson } from '../go-text/json.ts';
import { isInt64 } from '../go-text/number.ts';
import { readTime } from './go-time.ts';
import type { FieldShape, StructShape } from './object-meta-shape.ts';

/** The word for a JSON value in complaints of the decoder. */
export function jsonKind(value: ReadonlyJson): string {
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'object') return isJsonArray(value) ? 'array' : 'object';
  return typeof value === 'string' ? 'string' : 'number';
}

/** Where a value stands: the struct and the names of the fields that lead to it. */
interface Place {
  readonly struct: string;
  readonly names: string;
  /** The path of the field, with indexes. */
  readonly path: string;
}

/** One decoding, and what it found. */
export class StructDecoder {
  readonly unknownFields: string[] = [];
  /** The first complaint. */
  problem: string | undefined;

  /** The fields of an object that a struct knows and that are not empty. */
  decode(raw: ReadonlyJsonObject, shape: StructShape, path: string, names = ''): ReadonlyJsonObject {
    const decoded: JsonObject = {};
    for (const name of Object.keys(raw).toSorted(compareText)) {
      const field = shape.fields.get(name);
      const place = { struct: shape.name, names: join(names, name), path: join(path, name) };
      if (field === undefined) this.unknownFields.push(place.path);
      else assign(decoded, name, this.#decodeField(raw[name] ?? null, field, place));
    }
    for (const [name, field] of shape.fields) {
      if (!(name in decoded) && field.type === 'text' && field.keepsZero === true) decoded[name] = '';
    }
    return deepEqual(decoded, raw) ? raw : decoded;
  }

  /** The value of a field; undefined when it is empty. */
  #decodeField(raw: ReadonlyJson, field: FieldShape, place: Place): ReadonlyJson | undefined {
    if (raw === null) return undefined;
    switch (field.type) {
      case 'text':
      case 'integer':
      case 'flag':
        return this.#decodeScalar(raw, field, place);
      case 'time':
        return this.#decodeTime(raw, place);
      case 'anything':
        return raw;
      case 'texts':
        return this.#decodeList(raw, '[]string', place, (each) => this.#decodeText(each, place));
      case 'text map':
        return this.#decodeMap(raw, place);
      case 'structs':
        return this.#decodeStructs(raw, field.struct, place);
      default:
        return undefined;
    }
  }

  #decodeScalar(
    raw: ReadonlyJson,
    field: FieldShape & { readonly type: 'text' | 'integer' | 'flag' },
    place: Place,
  ): ReadonlyJson | undefined {
    if (!fits[field.type](raw)) return this.#complain(raw, field.goType, place);
    const isZero = raw === '' || raw === 0 || raw === false;
    return isZero && field.keepsZero !== true ? undefined : raw;
  }

  #decodeTime(raw: ReadonlyJson, place: Place): string | undefined {
    if (typeof raw !== 'string') return this.#complain(raw, 'string', place);
    const read = readTime(raw);
    if ('time' in read) return read.time;
    this.problem ??= read.problem;
    return undefined;
  }

  #decodeText(raw: ReadonlyJson, place: Place): string {
    if (typeof raw === 'string' || raw === null) return raw ?? '';
    return this.#complain(raw, 'string', place) ?? '';
  }

  #decodeMap(raw: ReadonlyJson, place: Place): ReadonlyJsonObject | undefined {
    if (!isJsonObject(raw)) return this.#complain(raw, 'map[string]string', place);
    const entries = Object.keys(raw)
      .toSorted(compareText)
      .map((key) => [key, this.#decodeText(raw[key] ?? null, place)] as const);
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  }

  #decodeStructs(raw: ReadonlyJson, struct: StructShape, place: Place): ReadonlyJsonArray | undefined {
    return this.#decodeList(raw, `[]v1.${struct.name}`, place, (each, at) => {
      if (each === null || isJsonObject(each))
        return this.decode(each ?? {}, struct, `${place.path}[${at}]`, place.names);
      return this.#complain(each, `v1.${struct.name}`, place) ?? {};
    });
  }

  #decodeList(
    raw: ReadonlyJson,
    goType: string,
    place: Place,
    decode: (element: ReadonlyJson, at: number) => ReadonlyJson,
  ): ReadonlyJsonArray | undefined {
    if (!isJsonArray(raw)) return this.#complain(raw, goType, place);
    return raw.length === 0 ? undefined : raw.map(decode);
  }

  #complain(raw: ReadonlyJson, goType: string, { struct, names }: Place): undefined {
    const digits = goType === 'int64' && jsonKind(raw) === 'number' ? ` ${goJson(raw)}` : '';
    this.problem ??= `json: cannot unmarshal ${jsonKind(raw)}${digits} into Go struct field ${struct}.${names} of type ${goType}`;
  }
}

const fits = {
  text: (value: ReadonlyJson): boolean => typeof value === 'string',
  integer: (value: ReadonlyJson): boolean => (typeof value === 'number' || typeof value === 'bigint') && isInt64(value),
  flag: (value: ReadonlyJson): boolean => typeof value === 'boolean',
};

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function assign(target: JsonObject, name: string, value: ReadonlyJson | undefined): void {
  if (value !== undefined) target[name] = value as JsonObject[string]; // read only from here on
}

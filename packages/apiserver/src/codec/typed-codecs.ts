/**
 * Codecs of the built-in kinds, driven by the table of facts: JSON as Go reads and prints it, protobuf byte for byte as Go writes it.
 * Upstream: apimachinery runtime/serializer json and protobuf.
 */
import type { TypeTable } from '@reeve/kinds';
import { InvalidInputError, type JsonObject } from '@reeve/machinery';
import type { ApiObject, Decoded, ObjectCodec } from '@reeve/registry';
import { DecodeError } from './decode-error.ts';
import { DecodeState } from './decode-state.ts';
import type { StructType } from './struct-type.ts';
import { noSuchType } from './struct-plan.ts';
import { TypeLibrary } from './type-library.ts';
import { WireReader } from './wire-reader.ts';
import { WireWriter } from './wire-writer.ts';

export class TypedCodecs {
  readonly #table: TypeTable;
  readonly #library: TypeLibrary;
  readonly #codecs = new Map<string, ObjectCodec>();

  constructor(table: TypeTable) {
    this.#table = table;
    this.#library = new TypeLibrary(table);
  }

  /** The codec of a kind. What it cannot read is refused as the server words it for a body of that kind. */
  forKind(group: string, version: string, kind: string): ObjectCodec {
    const key = `${group}/${version}/${kind}`;
    return this.#codec(key, () => {
      const subject = `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: `;
      return this.#make(this.#typeOf(key), this.#table.kinds[`${key}List`], subject);
    });
  }

  /** Whether a kind is built in. */
  hasKind(apiVersion: string, kind: string): boolean {
    return Object.hasOwn(this.#table.kinds, `${apiVersion.includes('/') ? '' : '/'}${apiVersion}/${kind}`);
  }

  /** The codec of a type by its name in the table, `meta.v1.DeleteOptions`. What it cannot read is refused without further ado. */
  forType(name: string): ObjectCodec {
    return this.#codec(name, () => this.#make(name, undefined, ''));
  }

  #codec(key: string, make: () => ObjectCodec): ObjectCodec {
    const codec = this.#codecs.get(key) ?? make();
    this.#codecs.set(key, codec);
    return codec;
  }

  #typeOf(key: string): string {
    const name = Object.hasOwn(this.#table.kinds, key) ? this.#table.kinds[key] : undefined;
    if (name === undefined) throw noSuchType(key);
    return name;
  }

  #make(name: string, listName: string | undefined, subject: string): ObjectCodec {
    const struct = this.#library.structOf(name);
    const decode: ObjectCodec['decode'] = (value, floats, tellsEmpty) =>
      decodeJson(struct, value, new DecodeState(floats, tellsEmpty), subject);
    if (!this.#library.factsOf(name).some(({ p }) => p !== undefined)) return { decode };
    const list = (): StructType => this.#library.structOf(listName ?? `${name}List`);
    return {
      decode,
      protobuf: {
        decode: (bytes) => struct.settle(struct.readFields(new WireReader(bytes))) as ApiObject,
        encode: (object) => written(struct, object),
        encodeList: (objects) => written(list(), objects),
      },
    };
  }
}

function decodeJson(struct: StructType, value: JsonObject, state: DecodeState, subject: string): Decoded {
  const object = orRefuse(() => struct.readJson(value, state), subject);
  if (state.problem !== undefined) throw new DecodeError(subject + state.problem, state.problem);
  return { object: object as ApiObject, unknownFields: state.unknownFields };
}

function orRefuse<T>(read: () => T, subject: string): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidInputError) throw new DecodeError(subject + error.message, error.message);
    throw error;
  }
}

/** One writer serves all, as writing never waits; a larger one than this is not kept. */
const keptCapacity = 1 << 20;
let writer = new WireWriter(1 << 14);

function written(struct: StructType, value: object): Uint8Array {
  try {
    struct.writeFields(writer, value);
    return writer.take();
  } finally {
    if (writer.capacity > keptCapacity) writer = new WireWriter(1 << 14);
    else writer.clear();
  }
}

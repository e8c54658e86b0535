/**
 * The three places of a JSON schema that hold either a schema or something else: a list of schemas, a boolean, a list of texts. Go reads them with decoders
 * of their own, which pass over unknown fields in silence.
 * Upstream: apiextensions/v1 JSONSchemaPropsOrArray, JSONSchemaPropsOrBool, JSONSchemaPropsOrStringArray.
 */
import { InvalidInputError, type JsonArray, type JsonValue } from '@reeve/machinery';
import type { DecodeState } from './decode-state.ts';
import { readElements } from './list-form.ts';
import { bytesWire, varintWire, type ValueType } from './value-type.ts';
import type { WireReader } from './wire-reader.ts';
import type { WireWriter } from './wire-writer.ts';

/** The numbers of the messages' fields; in that of a boolean, the schema is the second. */
const schemaNumber = 1;
const elementsNumber = 2;
const allowsNumber = 1;
const schemaOrBoolNumber = 2;

/** A schema, or a list of schemas or texts. */
export class SchemaOrListType implements ValueType {
  readonly wire = bytesWire;
  readonly goName: string;
  readonly #schema: ValueType;
  readonly #element: ValueType;

  constructor(goName: string, schema: ValueType, element: ValueType) {
    this.goName = goName;
    this.#schema = schema;
    this.#element = element;
  }

  readJson(value: JsonValue, state: DecodeState): JsonValue {
    if (typeof value !== 'object' || value === null) return null;
    if (!Array.isArray(value)) return state.apart(() => this.#schema.readJson(value, state));
    return value.length === 0 ? null : state.apart(() => readElements(this.#element, value, state));
  }

  zero(): null {
    return null;
  }

  /** Go finds no struct empty. */
  isEmpty(): boolean {
    return false;
  }

  readWire(reader: WireReader, before: unknown): unknown {
    const found = (before as { schema?: unknown; elements: JsonArray } | undefined) ?? { elements: [] };
    const outer = reader.enter();
    while (reader.position < reader.end) {
      const number = reader.field('JSONSchemaPropsOrArray');
      if (number === schemaNumber)
        found.schema = this.#schema.readWire(reader.expect(bytesWire, 'Schema'), found.schema);
      else if (number === elementsNumber)
        found.elements.push(
          this.#element.settle(this.#element.readWire(reader.expect(bytesWire, 'JSONSchemas'), undefined)),
        );
      else reader.skip();
    }
    reader.leave(outer);
    return found;
  }

  settle(occurrences: unknown): JsonValue {
    const { schema, elements } = occurrences as { schema?: unknown; elements: JsonArray };
    if (elements.length > 0) return elements;
    return schema === undefined ? null : this.#schema.settle(schema);
  }

  writeWire(writer: WireWriter, value: unknown): void {
    const mark = writer.length;
    const [type, number] = Array.isArray(value) ? [this.#element, elementsNumber] : [this.#schema, schemaNumber];
    for (const part of Array.isArray(value) ? value.toReversed() : value ? [value] : []) {
      type.writeWire(writer, part);
      writer.tag(number, bytesWire);
    }
    writer.lengthSince(mark);
  }
}

/** A schema, or whether anything is allowed. */
export class SchemaOrBoolType implements ValueType {
  readonly wire = bytesWire;
  readonly goName = 'v1.JSONSchemaPropsOrBool';
  readonly #schema: ValueType;

  constructor(schema: ValueType) {
    this.#schema = schema;
  }

  readJson(value: JsonValue, state: DecodeState): JsonValue {
    if (typeof value === 'boolean') return value;
    if (typeof value === 'object' && !Array.isArray(value))
      return state.apart(() => this.#schema.readJson(value, state));
    throw new InvalidInputError('', 'boolean or JSON schema expected');
  }

  zero(): boolean {
    return false;
  }

  /** Go finds no struct empty. */
  isEmpty(): boolean {
    return false;
  }

  readWire(reader: WireReader, before: unknown): unknown {
    const found = (before as { allows: boolean; schema?: unknown } | undefined) ?? { allows: false };
    const outer = reader.enter();
    while (reader.position < reader.end) {
      const number = reader.field('JSONSchemaPropsOrBool');
      if (number === allowsNumber) found.allows = reader.expect(varintWire, 'Allows').bool();
      else if (number === schemaOrBoolNumber)
        found.schema = this.#schema.readWire(reader.expect(bytesWire, 'Schema'), found.schema);
      else reader.skip();
    }
    reader.leave(outer);
    return found;
  }

  settle(occurrences: unknown): JsonValue {
    const { allows, schema } = occurrences as { allows: boolean; schema?: unknown };
    return schema === undefined ? allows : this.#schema.settle(schema);
  }

  writeWire(writer: WireWriter, value: unknown): void {
    const mark = writer.length;
    const isSchema = typeof value === 'object' && value !== null;
    if (isSchema) {
      this.#schema.writeWire(writer, value);
      writer.tag(schemaOrBoolNumber, bytesWire);
    }
    writer.byte(isSchema || value === true ? 1 : 0);
    writer.tag(allowsNumber, varintWire);
    writer.lengthSince(mark);
  }
}

/**
 * Bodies of built-in kinds made at random from the table of facts: all fields, all types, what clients really send (nulls, empty lists, keys in any order) and,
 * when asked for, fields and values that do not belong there. The same seed makes the same bodies.
 */
import type { FieldFacts, TypeTable } from '@reeve/kinds';
import { SeededRandom, type JsonObject, type JsonValue } from '@reeve/machinery';

export interface RandomBodyOptions {
  readonly seed: number;
  /** How likely a struct gets a field that it does not have, and a field a value of a wrong type. */
  readonly mistakes?: number;
}

export class RandomBodies {
  readonly #table: TypeTable;
  readonly #random: SeededRandom;
  readonly #mistakes: number;

  constructor(table: TypeTable, { seed, mistakes = 0 }: RandomBodyOptions) {
    this.#table = table;
    this.#random = new SeededRandom(seed);
    this.#mistakes = mistakes;
  }

  /** A body of a type; the names of what it is are left out. */
  body(type: string): JsonObject {
    return this.#struct(type, 0);
  }

  #struct(type: string, depth: number): JsonObject {
    const entries = this.#entries(type, depth);
    if (this.#chance(this.#mistakes))
      entries.push([this.#pick(['bogus', 'Metadata', 'NAME', 'x y', '']), this.#pick(wrong)]);
    return Object.fromEntries(this.#chance(0.3) ? entries.toReversed() : entries);
  }

  #entries(type: string, depth: number): [string, JsonValue][] {
    return (this.#table.types[type] ?? []).flatMap((field): [string, JsonValue][] => {
      if (field.t === 'meta.v1.TypeMeta') return [];
      if (field.n === undefined) return this.#entries(field.t, depth);
      return this.#chance(likelihood(depth)) ? [[field.n, this.#field(field, depth)]] : [];
    });
  }

  #field({ t, s }: FieldFacts, depth: number): JsonValue {
    if (this.#chance(this.#mistakes / 10)) return this.#pick(t === 'bytes' ? scalars : wrong);
    if (this.#chance(0.05)) return null;
    if (s === 'list') return this.#list(t, depth);
    if (s !== 'map') return this.#value(t, depth);
    return Object.fromEntries(this.#list(t, depth).map((value) => [this.#pick(keys), value]));
  }

  #list(type: string, depth: number): JsonValue[] {
    const count = this.#chance(0.15) ? 0 : 1 + Math.floor(this.#random.next() * 3);
    // Protobuf cannot tell no list from an empty one inside a map.
    const nulls = type.startsWith('list:') ? 0 : 0.03;
    return Array.from({ length: count }, () => (this.#chance(nulls) ? null : this.#value(type, depth)));
  }

  #value(type: string, depth: number): JsonValue {
    if (this.#chance(this.#mistakes / 10)) return this.#pick(type === 'bytes' ? scalars : wrong);
    if (type.startsWith('list:')) return this.#list('string', depth);
    if (type.startsWith('JSONSchemaPropsOr')) return this.#schemaOr(type, depth);
    const pool = pools[type];
    return pool ? this.#pick(pool) : this.#struct(type, depth + 1);
  }

  #schemaOr(type: string, depth: number): JsonValue {
    if (this.#chance(0.6)) return this.#struct('apiextensions.v1.JSONSchemaProps', depth + 1);
    if (type === 'JSONSchemaPropsOrBool') return this.#chance(0.5);
    return this.#list(type === 'JSONSchemaPropsOrArray' ? 'apiextensions.v1.JSONSchemaProps' : 'string', depth + 1);
  }

  #pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.#random.next() * choices.length)] as T;
  }

  #chance(probability: number): boolean {
    return this.#random.next() < probability;
  }
}

/** Deep places are rarely reached, and types that hold themselves come to an end. */
const likelihood = (depth: number): number => Math.max(0, depth === 0 ? 0.9 : 0.45 - 0.06 * depth);

const scalars: readonly JsonValue[] = [5, 1.5, -1, 'x', true, 99999999999];

const wrong: readonly JsonValue[] = [...scalars, '', [], ['x'], [{}], {}, { a: 1 }];

const keys = ['a', 'b', 'example.com/k', 'Z', '10', '9', 'é', '', '__proto_', '\uFF5E', '\u{1F600}'];

const strings = ['', 'a', 'barn', 'ünï', '<&>', '\u2028', '\u{1F600}', 'line\nbreak', '\0', '"\\', 'x'.repeat(200)];

/** Values that each type accepts. */
const pools: Readonly<Record<string, readonly JsonValue[]>> = {
  string: strings,
  bool: [true, false],
  int32: [0, 1, -1, 80, 2147483647, -2147483648],
  int64: [0, 1, -1, 30, 4294967296, -4294967297, 9007199254740991, 9223372036854775807n, -9223372036854775808n],
  float64: [0, 1, -2, 1.5, 1e21, 1e-7, 123456789.125],
  bytes: ['QQ==', 'AAECAwQF', '/+8=', 'QUJD\nREVG', 'QR==', [1, 2, 255]],
  Time: [
    '2026-01-02T03:04:05Z',
    '2026-01-02T03:04:05.678+05:30',
    '1969-12-31T23:59:59Z',
    '0001-01-01T00:00:00Z',
    '1970-01-01T00:00:00Z',
  ],
  MicroTime: [
    '2026-01-02T03:04:05.678901Z',
    '1969-12-31T23:59:59.000001Z',
    '0001-01-01T00:00:00.000000Z',
    '2026-01-02T03:04:05.000000-01:00',
  ],
  Quantity: [
    '0',
    '1',
    '100m',
    '1000m',
    '1.5Gi',
    '1024Mi',
    '12e6',
    '0.1',
    '-1',
    '1.500',
    '5n',
    '+3',
    '1e3',
    7,
    0.25,
    1024,
  ],
  IntOrString: [0, 80, -5, '', 'http', '25%'],
  RawExtension: [{ kind: 'K', b: [1, null, 'x'], a: { c: 1.5 } }, {}, [1], 'text', 7, true],
  FieldsV1: [{ 'f:a': {}, 'k:{"n":1}': { '.': {} } }, {}],
  JSON: [null, 0, 'x', { b: 1, a: [] }, [1, 'a'], false],
};

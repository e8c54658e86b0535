/**
 * Reads the keywords of one JSON object, each with the type that Kubernetes gives it. What has another type is noted and
 * read as absent, so that one reading finds everything. Null is absent, as it is for the server's decoder.
 */
import type { ReadonlyJson, ReadonlyJsonObject } from '@reeve/machinery';
import { isJsonArray, isJsonObject } from '@reeve/machinery';
import type { FieldError } from '../field/field-error.ts';
import { typeInvalid } from '../field/field-error.ts';

/** The keywords at one path. */
export class SchemaReader {
  readonly path: string;
  readonly #raw: ReadonlyJsonObject;
  readonly #problems: FieldError[];

  constructor(raw: ReadonlyJson, path: string, problems: FieldError[]) {
    this.path = path;
    this.#problems = problems;
    this.#raw = this.#expect(raw, isJsonObject, 'object', path) ?? {};
  }

  /** A reader of the value of a keyword, or of a part of it. */
  inside(raw: ReadonlyJson, path: string): SchemaReader {
    return new SchemaReader(raw, path, this.#problems);
  }

  /** The value of a keyword whatever it is; undefined when absent or null. */
  any(key: string): ReadonlyJson | undefined {
    return (Object.hasOwn(this.#raw, key) ? this.#raw[key] : undefined) ?? undefined;
  }

  text(key: string): string {
    return this.optionalText(key) ?? '';
  }

  optionalText(key: string): string | undefined {
    return this.#read(key, (value) => typeof value === 'string', 'string');
  }

  flag(key: string): boolean {
    return this.optionalFlag(key) ?? false;
  }

  optionalFlag(key: string): boolean | undefined {
    return this.#read(key, (value) => typeof value === 'boolean', 'boolean');
  }

  number(key: string): number | undefined {
    const value = this.#read(key, isNumeric, 'number');
    return value === undefined ? undefined : Number(value);
  }

  /** A number without a fraction. */
  count(key: string): number | undefined {
    const value = this.#read(key, isWhole, 'integer');
    return value === undefined ? undefined : Number(value);
  }

  list(key: string): readonly ReadonlyJson[] {
    return this.#read(key, isJsonArray, 'array') ?? [];
  }

  texts(key: string): readonly string[] {
    return this.list(key).flatMap(
      (value, index) =>
        this.#expect(value, (item) => typeof item === 'string', 'string', `${this.path}.${key}[${index}]`) ?? [],
    );
  }

  entries(key: string): readonly (readonly [string, ReadonlyJson])[] {
    return Object.entries(this.#read(key, isJsonObject, 'object') ?? {});
  }

  #read<Value extends ReadonlyJson>(
    key: string,
    fits: (value: ReadonlyJson) => value is Value,
    name: string,
  ): Value | undefined {
    const value = this.any(key);
    return value === undefined ? undefined : this.#expect(value, fits, name, `${this.path}.${key}`);
  }

  #expect<Value extends ReadonlyJson>(
    value: ReadonlyJson,
    fits: (value: ReadonlyJson) => value is Value,
    name: string,
    path: string,
  ): Value | undefined {
    if (value === null || fits(value)) return value ?? undefined;
    this.#problems.push(typeInvalid(path, kindOf(value), `must be of type ${name}`));
    return undefined;
  }
}

const isNumeric = (value: ReadonlyJson): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

const isWhole = (value: ReadonlyJson): value is number | bigint =>
  typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));

function kindOf(value: ReadonlyJson): string {
  return isJsonArray(value) ? 'array' : typeof value;
}

/**
 * Where a decoding of JSON is, and what it found on the way. A value of a wrong type is noted and the reading goes on, as in Go: the first one is
 * reported, unless a value with rules of its own (a time, a quantity) fails later, which ends the reading at once.
 * Upstream: the error context and strict errors of sigs.k8s.io/json.
 */
import { escapeJsonPointer, InvalidInputError, type JsonValue } from '@reeve/machinery';

/** The names by which messages call a field. */
export interface FieldNames {
  /** In JSON. */
  readonly name: string;
  /** In Go's messages: names of embedded structs come before the field's. */
  readonly goPath: string;
  /** The Go struct that has the field. */
  readonly owner: string;
}

/** A field, an index of a list, or a key of a map. */
type Step = FieldNames | number | string;

/** Types nest no deeper than this, so that no input exhausts the stack. Go's limit for JSON is 10,000 levels. */
const maxDepth = 1000;

/** Go reports no more unknown fields than this. */
const maxUnknownFields = 100;

export class DecodeState {
  /** Paths of fields that types do not have, in the order of the document. */
  readonly unknownFields: string[] = [];

  /** The way to where the reading is: steps 1 to `depth`. Public because every field sets a step. */
  readonly trail: Step[] = [''];
  depth = 0;

  readonly #floats: ReadonlySet<string> | undefined;
  #problem: string | undefined;
  /** Inside a value with a decoder of its own: the struct that has it. */
  #enclosing: string | undefined;

  /** Whether empty lists stay that rules tell from none. */
  readonly tellsEmpty: boolean;

  /** `floats` are the pointers of numbers that were written with a fraction or an exponent. */
  constructor(floats?: ReadonlySet<string>, tellsEmpty = false) {
    this.tellsEmpty = tellsEmpty;
    this.#floats = floats !== undefined && floats.size > 0 ? floats : undefined;
  }

  /** What is wrong with the values read so far, in Go's words. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Goes one level down. */
  enter(): number {
    if (this.depth >= maxDepth) throw new InvalidInputError('', 'exceeded max depth');
    this.depth += 1;
    return this.depth;
  }

  /** Notes a value that its place cannot hold. */
  mismatch(found: JsonValue, goType: string): void {
    this.#problem ??= this.#mismatchText(found, goType);
  }

  /** Notes any other problem with a value. */
  note(problem: string): void {
    this.#problem ??= problem;
  }

  /** The error for a value that its type's own decoder refuses. */
  refusal(found: JsonValue, goType: string): InvalidInputError {
    return new InvalidInputError('', this.#mismatchText(found, goType));
  }

  unknown(name: string): void {
    if (this.#enclosing !== undefined || this.unknownFields.length >= maxUnknownFields) return;
    const path = this.#path(this.depth - 1);
    this.unknownFields.push(path === '' ? name : `${path}.${name}`);
  }

  /** True when the number at this place was written as a float. */
  isFloat(): boolean {
    return this.#floats !== undefined && this.#floats.has(this.#pointer());
  }

  /** Reads a value with a decoder of its own: unknown fields in it are not reported, and its first problem ends everything. */
  apart(read: () => JsonValue): JsonValue {
    const [problem, enclosing] = [this.#problem, this.#enclosing];
    this.#problem = undefined;
    this.#enclosing ??= this.#innermost()?.owner ?? '';
    const value = read();
    if (this.#problem !== undefined) throw new InvalidInputError('', this.#problem);
    this.#problem = problem;
    this.#enclosing = enclosing;
    return value;
  }

  #mismatchText(found: JsonValue, goType: string): string {
    const owner = this.#enclosing ?? this.#innermost()?.owner;
    const path = this.#fields().map((field) => field.goPath);
    const value = isNumber(found) && isNumeric(goType) ? `number ${this.#written(found)}` : describe(found);
    return `json: cannot unmarshal ${value} into Go struct field ${owner}.${path.join('.')} of type ${goType}`;
  }

  /** A number about as it was written. */
  #written(value: number | bigint): string {
    const text = `${value}`;
    return this.isFloat() && /^-?[0-9]+$/.test(text) ? `${text}.0` : text;
  }

  #fields(): FieldNames[] {
    return this.trail.slice(1, this.depth + 1).filter((step) => typeof step === 'object');
  }

  #innermost(): FieldNames | undefined {
    return this.#fields().at(-1);
  }

  #path(depth: number): string {
    return this.trail
      .slice(1, depth + 1)
      .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${nameOf(step)}`))
      .join('');
  }

  #pointer(): string {
    return this.trail
      .slice(1, this.depth + 1)
      .map((step) => `/${escapeJsonPointer(String(typeof step === 'number' ? step : nameOf(step)))}`)
      .join('');
  }
}

const nameOf = (step: FieldNames | string): string => (typeof step === 'string' ? step : step.name);

const isNumber = (value: JsonValue): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';

/** Types of which a message says not only that it met a number, but which. */
const isNumeric = (goType: string): boolean => /^(?:u?int(?:8|32|64)?|float64)$/.test(goType);

/** What a value is to Go. */
function describe(value: JsonValue): string {
  if (isNumber(value)) return 'number';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

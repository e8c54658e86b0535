/**
 * One validation under way: where it is, what failed so far, and on an update which old value belongs to the place.
 * A failure carries the sentence by which the server tells whether it has reported the same before.
 */
import type { ReadonlyJson } from '@reeve/machinery';
import type { FieldError } from '../field/field-error.ts';
import { wholeObject } from '../field/field-error.ts';
import type { Correlation } from './correlation.ts';

/**
 * Checks a value and notes what fails. Returns how many checks it passed on the way: among alternatives that all fail, the
 * one that came furthest is reported.
 */
export type Check = (value: ReadonlyJson, run: ValidationRun) => number;

/** What failed, and the sentence that identifies it. */
interface Failure {
  readonly sentence: string;
  readonly error: FieldError;
}

/** The state of one validation. */
export class ValidationRun {
  /** What failed so far. Alternatives are tried with a list of their own. */
  failures: Failure[] = [];
  /** The old value of the place that is being checked, as far as there is one to compare with. */
  correlation: Correlation | undefined;
  readonly #trail: (string | number)[] = [];
  readonly #base: string;

  /** `base` is the field that holds the value, empty for the object itself. It is not part of the sentences. */
  constructor(base: string, correlation?: Correlation) {
    this.#base = base;
    this.correlation = correlation;
  }

  /** Checks a whole value and returns what failed, each sentence once. */
  start(check: Check, value: ReadonlyJson): FieldError[] {
    check(value, this);
    if (this.failures.length === 0 || this.correlation?.isUnchanged() === true) return [];
    const bySentence = new Map<string, FieldError>();
    for (const { sentence, error } of this.failures) if (!bySentence.has(sentence)) bySentence.set(sentence, error);
    return [...bySentence.values()];
  }

  /** Checks a property that the schema names. */
  property(name: string, value: ReadonlyJson, check: Check): number {
    return this.#enter(name, name, value, check);
  }

  /** Checks a value of a map. At the root the server's path of such a value starts with a dot. */
  entry(key: string, value: ReadonlyJson, check: Check): number {
    return this.#enter(this.#trail.length === 0 ? `.${key}` : key, key, value, check);
  }

  /** Checks an element of a list. */
  element(index: number, value: ReadonlyJson, check: Check): number {
    return this.#enter(index, index, value, check);
  }

  /** The place, as sentences have it. */
  path(): string {
    let path = '';
    for (const step of this.#trail) {
      if (typeof step === 'number') path += `[${step}]`;
      else path += path === '' ? step : `.${step}`;
    }
    return path;
  }

  /** Notes a failure of the value at a path. */
  fail(path: string, sentence: string, error: (field: string) => FieldError): void {
    this.failures.push({ sentence, error: error(this.#fieldAt(path)) });
  }

  /** The server does not say where some failures are, other than in their sentence. */
  failSomewhere(sentence: string, error: (field: string) => FieldError): void {
    this.failures.push({ sentence, error: error(this.#fieldAt('')) });
  }

  /** Runs an alternative, and returns what failed in it instead of noting it. Alternatives know no old values. */
  attempt(check: Check, value: ReadonlyJson): { readonly failures: Failure[]; readonly passed: number } {
    const { failures, correlation } = this;
    this.failures = [];
    this.correlation = undefined;
    const passed = check(value, this);
    const attempted = { failures: this.failures, passed };
    this.failures = failures;
    this.correlation = correlation;
    return attempted;
  }

  #fieldAt(path: string): string {
    const name = path.startsWith('.') ? path.slice(1) : path;
    if (name === '') return this.#base === '' ? wholeObject : this.#base;
    return this.#base === '' ? name : `${this.#base}.${name}`;
  }

  #enter(step: string | number, key: string | number, value: ReadonlyJson, check: Check): number {
    this.#trail.push(step);
    const passed =
      this.correlation === undefined ? check(value, this) : this.#compare(this.correlation, key, value, check);
    this.#trail.pop();
    return passed;
  }

  /** What an old object has had wrong all along is not held against a new one. */
  #compare(outer: Correlation, key: string | number, value: ReadonlyJson, check: Check): number {
    const isTypeMeta = this.#trail.length === 1 && (key === 'kind' || key === 'apiVersion');
    const before = this.failures.length;
    this.correlation = isTypeMeta ? undefined : outer.child(key);
    const passed = check(value, this);
    if (this.failures.length > before && this.correlation?.isUnchanged() === true) this.failures.length = before;
    this.correlation = outer;
    return passed;
  }
}

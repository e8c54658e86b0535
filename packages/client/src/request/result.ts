/**
 * What came of a fluent request. It holds an answer or an error: `error()` looks, and everything that needs the answer throws
 * the error if there is one.
 * Upstream: client-go rest.Result.
 */
import { isJsonObject } from '@reeve/machinery';
import type { AnyKind, ApiRequest, JsonValue, KindObject } from '@reeve/machinery';
import { parseAnswer, type Answer } from './answer.ts';
import { UnreadableAnswerError } from './unreadable-answer-error.ts';
import type { Warning } from '../transport/warning-header.ts';
import { warningsOf } from './warnings.ts';

/** The outcome of a request. */
export class Result {
  readonly #about: ApiRequest;
  readonly #outcome: { readonly answer: Answer } | { readonly error: unknown };

  constructor(about: ApiRequest, outcome: { readonly answer: Answer } | { readonly error: unknown }) {
    this.#about = about;
    this.#outcome = outcome;
  }

  /** What went wrong; undefined when nothing did. */
  error(): unknown {
    return 'error' in this.#outcome ? this.#outcome.error : undefined;
  }

  /** The HTTP status: of the answer, or of the refusal; undefined when the server did not answer. */
  statusCode(): number | undefined {
    if ('answer' in this.#outcome) return this.#outcome.answer.status;
    const { error } = this.#outcome;
    return isJsonObject(error) && typeof error['httpStatus'] === 'number' ? error['httpStatus'] : undefined;
  }

  /** True when the server says that it created the object. */
  wasCreated(): boolean {
    return this.statusCode() === 201;
  }

  /** The bytes of the answer. Throws the error if there is one. */
  raw(): Uint8Array {
    return this.#answer().bytes;
  }

  /** The answer, parsed. Throws the error if there is one. */
  get(): JsonValue {
    return parseAnswer(this.#answer(), this.#about);
  }

  /** The answer as an object of a kind, which it must be. Throws the error if there is one. */
  into<K extends AnyKind>(kind: K): KindObject<K> {
    const value = this.get();
    if (kind.is(value)) return value as KindObject<K>;
    throw new UnreadableAnswerError(
      this.#about,
      `it is ${typeIn(value)}, not a ${kind.kind} of ${kind.apiVersion}`,
      this.raw(),
    );
  }

  /** The warnings that came with the answer. */
  warnings(): readonly Warning[] {
    return 'answer' in this.#outcome ? warningsOf(this.#outcome.answer.headers) : [];
  }

  #answer(): Answer {
    if ('answer' in this.#outcome) return this.#outcome.answer;
    throw this.#outcome.error;
  }
}

const typeIn = (value: JsonValue): string =>
  isJsonObject(value) && typeof value['kind'] === 'string' ? `a ${value['kind']}` : 'no object that says what it is';

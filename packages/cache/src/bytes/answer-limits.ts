/**
 * How many bytes of an answer a list or a watch takes before it refuses the rest. Bytes are counted after decompression, so that a
 * small compressed body cannot fill the memory. No API server comes near these limits with a single object: etcd stores at most 1.5 MB by default.
 */
import { ReeveError } from '@reeve/machinery';

const MEBIBYTE = 1024 * 1024;

/** The largest part of an answer that is taken, in bytes. */
export const answerLimits = {
  /** The body of one list request. V8 cannot make a longer string, either. */
  answer: 512 * MEBIBYTE,
  /** One object: an item of a list, or an event of a watch. */
  item: 64 * MEBIBYTE,
  /** What stands before the items of a list and behind them. */
  aroundItems: 4 * MEBIBYTE,
  /** The body of a response that refuses the request. */
  refusal: 4 * MEBIBYTE,
} as const;

/** Which limit an answer exceeded. */
export type AnswerPart = keyof typeof answerLimits;

const descriptions: Readonly<Record<AnswerPart, string>> = {
  answer: 'the response body',
  item: 'one object of the response',
  aroundItems: 'the part of the list outside of its items',
  refusal: 'the body of an error response',
};

/** A response of the server is longer than a limit, and was not read to its end. */
export class AnswerLimitError extends ReeveError {
  readonly part: AnswerPart;

  constructor(part: AnswerPart) {
    super(
      'REEVE_ANSWER_LIMIT',
      `${descriptions[part]} is longer than ${answerLimits[part] / MEBIBYTE} MiB: check that the address leads to an API server`,
    );
    this.part = part;
  }
}

/** Throws when a part of an answer is longer than its limit. */
export function checkLength(part: AnswerPart, bytes: number): void {
  if (bytes > answerLimits[part]) throw new AnswerLimitError(part);
}

/**
 * An answer that says it went well and yet is not what was asked for: another format, broken JSON, another kind. Nothing of
 * such an answer is handed on. (Refusals are `ApiError`s, whatever their format.)
 */
import { ReeveError, type ApiRequest } from '@reeve/machinery';
import { describeRequest } from './describe-request.ts';

/** The answer is of another format or kind than was asked for. Often a proxy or a login page answered in the server's place. */
export class UnreadableAnswerError extends ReeveError {
  /** The beginning of the answer, as text. */
  readonly excerpt: string;

  constructor(request: ApiRequest, problem: string, bytes: Uint8Array, options?: ErrorOptions) {
    super(
      'REEVE_UNREADABLE_ANSWER',
      `cannot read the answer to ${describeRequest(request)}: ${problem}. ` +
        'Check that the address leads to a Kubernetes API server and not to a proxy or a login page',
      options,
    );
    this.excerpt = Buffer.from(bytes.subarray(0, LONGEST_EXCERPT)).toString('utf8');
  }
}

const LONGEST_EXCERPT = 256;

/**
 * An answer that says it went well and yet is not what was asked for: another format, broken JSON, another kind. Nothing of
 * such an answer is handed on. (Refusals are `ApiError`s, whatever their format.)
 */
import { ReeveError, redact, redactSecrets, visibleText, type ApiRequest } from '@reeve/machinery';
import { describeRequest } from './describe-request.ts';

/** The answer is of another format or kind than was asked for. Often a proxy or a login page answered in the server's place. */
export class UnreadableAnswerError extends ReeveError {
  readonly #excerpt: string; // hidden from loggers and inspectors: what answered may have repeated the request

  constructor(request: ApiRequest, problem: string, bytes: Uint8Array, options?: ErrorOptions) {
    super(
      'REEVE_UNREADABLE_ANSWER',
      `cannot read the answer to ${describeRequest(request)}: ${redact(problem)}. ` +
        'Check that the address leads to a Kubernetes API server and not to a proxy or a login page',
      options,
    );
    this.#excerpt = excerptOf(request, bytes);
  }

  /** The beginning of the answer, as text, without secrets and control characters. Empty for what is about Secrets. */
  get excerpt(): string {
    return this.#excerpt;
  }
}

/** More than is shown is looked through, so that nothing shows of a secret that the cut goes through. */
const LOOKED_THROUGH = 4096;
const LONGEST_EXCERPT = 256;

function excerptOf({ kind }: ApiRequest, bytes: Uint8Array): string {
  const kindName = typeof kind === 'string' ? kind : (kind?.kind ?? '');
  const answer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (/^secrets?\b/i.test(kindName) || answer.includes('"Secret')) return '';
  const begin = answer.toString('utf8', 0, LOOKED_THROUGH);
  return visibleText(redactSecrets(begin), { keepsLines: true }).slice(0, LONGEST_EXCERPT);
}

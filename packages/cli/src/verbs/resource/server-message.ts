/**
 * What a server refused, in the words that kubectl has for it; scripts look for them.
 */
import { ApiError } from '@reeve/machinery';

/** `Error from server (NotFound): pods "a" not found`; undefined for errors of other places. */
export function serverMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { status } = error;
  const message = status.message ?? error.message;
  if (status.reason === undefined || status.reason === '') return `Error from server: ${message}`;
  if (status.reason === 'Invalid' && error.causes.length > 0) return invalidMessage(error);
  return `Error from server (${status.reason}): ${message}`;
}

/** Several causes are a list, one stands in the sentence. */
function invalidMessage({ status, causes }: ApiError): string {
  const { kind = '', name = '' } = status.details ?? {};
  const lines = causes.map(({ field, message }) => (field ? `${field}: ${message}` : (message ?? '')));
  const about = kind === '' && name === '' ? 'The request is invalid' : `The ${kind} "${name}" is invalid`;
  return lines.length === 1 ? `${about}: ${lines[0]}` : `${about}: \n* ${lines.join('\n* ')}`;
}

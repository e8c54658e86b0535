/**
 * How long a request may take: a minute, or the `timeout` that it asks for where that is less. Upstream: apiserver's request deadline filter.
 */
import { InvalidInputError, parseDuration } from '@reeve/machinery';
import { badRequest } from '@reeve/registry';
import type { RequestInfo } from './request-info.ts';

/** How long a request may take at most. */
export const longestMs = 60_000;

/** How long a request may take, or undefined when it may go on. Throws the refusal of a time that is none. */
export function timeLimitOf(info: RequestInfo, query: URLSearchParams): number | undefined {
  if (info.isResource && info.verb === 'watch') return undefined;
  const text = query.get('timeout');
  if (text === null || text === '') return longestMs;
  const asked = millisecondsIn(text);
  return asked > 0 && asked < longestMs ? asked : longestMs;
}

function millisecondsIn(text: string): number {
  try {
    return Number(parseDuration(text).nanos) / 1e6;
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw badRequest(
      `invalid timeout specified in the request URL - time: ${goProblem(error)} ${JSON.stringify(text)}`,
    );
  }
}

/** The words in which Go finds fault with a duration, which are in our message too. */
function goProblem({ message }: InvalidInputError): string {
  return /missing unit in duration|unknown unit ".*" in duration/.exec(message)?.[0] ?? 'invalid duration';
}

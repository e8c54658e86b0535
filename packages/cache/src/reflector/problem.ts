/**
 * What stands between a reflector and its server, in one word: whoever waits for the first sync can act on it.
 */
import { isConnectionError } from '@reeve/client';
import {
  causeChain,
  hasCode,
  isExpired,
  isForbidden,
  isGone,
  isNotFound,
  isResourceVersionTooLarge,
  isTooManyRequests,
  isUnauthorized,
} from '@reeve/machinery';

/**
 * `missing`: the server does not serve the kind, its definition may come yet. `forbidden`, `unauthorized`: permission or credentials
 * are missing. `throttled`: the server asks to slow down. `unreachable`: there is no connection, or it broke. `expired`: the version
 * to go on from is too old. `failed`: anything else.
 */
export type Problem = 'missing' | 'forbidden' | 'unauthorized' | 'throttled' | 'unreachable' | 'expired' | 'failed';

/** The problem that an error stands for. */
export function problemOf(error: unknown): Problem {
  if (isNotFound(error)) return 'missing';
  if (isForbidden(error)) return 'forbidden';
  if (isUnauthorized(error)) return 'unauthorized';
  if (isTooManyRequests(error)) return 'throttled';
  if (isVersionLost(error)) return 'expired';
  return isConnectionFailure(error) ? 'unreachable' : 'failed';
}

/** True when only somebody else can solve it: trying again is right, and so is telling at once whoever waits. */
export const needsHelp = (problem: Problem): boolean =>
  problem === 'missing' || problem === 'forbidden' || problem === 'unauthorized';

/** The version is older, or newer, than what the server knows: only what it has now is sound. */
export const isVersionLost = (error: unknown): boolean =>
  isExpired(error) || isGone(error) || isResourceVersionTooLarge(error);

/** True when a connection could not be made, broke or fell silent. Transports that are not reeve's are known by Node's codes. */
export function isConnectionFailure(error: unknown): boolean {
  if (isConnectionError(error) || hasCode(error, 'REEVE_BROKEN_STREAM') || hasCode(error, 'REEVE_SILENT_STREAM'))
    return true;
  for (const link of causeChain(error)) {
    const code: unknown = typeof link === 'object' && link !== null && 'code' in link ? link.code : undefined;
    if (typeof code === 'string' && nodeCodes.has(code)) return true;
  }
  return false;
}

const nodeCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * Lets requests of programs on this machine pass that know the token, and no others. A page in a browser cannot ask: neither through a name that it controls, which
 * the Host header shows, nor from another origin.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isLoopback } from '../server/listen-address.ts';
import { textAnswer } from '../server/request-handler.ts';
import type { RequestFilter, ServerRequest } from '../server/request-handler.ts';

/** A filter for what only this machine may see, and only who knows the token. */
export const loopbackOnly =
  (token: string): RequestFilter =>
  (next) =>
  (request) => {
    if (!isLocal(request)) return textAnswer(403, 'only this machine may ask\n');
    if (isFromOtherPage(request)) return textAnswer(403, 'pages of other origins may not ask\n');
    if (!hasToken(request, token)) return textAnswer(401, 'Unauthorized\n');
    return next(request);
  };

const isLocal = ({ remoteAddress, headers }: ServerRequest): boolean =>
  isLoopback(remoteAddress) && isLoopback(headers['host'] ?? '');

/** Browsers send these headers; the commands and tools that ask here do not. */
const isFromOtherPage = ({ headers }: ServerRequest): boolean =>
  headers['origin'] !== undefined || !['none', 'same-origin'].includes(headers['sec-fetch-site'] ?? 'none');

/** Compared in constant time. */
function hasToken({ headers }: ServerRequest, token: string): boolean {
  const [, given = ''] = /^Bearer +([^ ]+)$/i.exec(headers['authorization'] ?? '') ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

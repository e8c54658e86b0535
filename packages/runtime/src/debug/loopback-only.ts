/**
 * Lets requests of this machine pass that know the token, and no others. The Host header is looked at as well, so that a page in a browser cannot ask through a name that it controls.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { textAnswer } from '../server/request-handler.ts';
import type { RequestFilter, ServerRequest } from '../server/request-handler.ts';

/** A filter for what only this machine may see. Without a token, being on this machine is enough. */
export const loopbackOnly =
  (token?: string): RequestFilter =>
  (next) =>
  (request) => {
    if (!isLocal(request)) return textAnswer(403, 'only this machine may ask\n');
    if (token !== undefined && !hasToken(request, token)) return textAnswer(401, 'Unauthorized\n');
    return next(request);
  };

const isLocal = ({ remoteAddress, headers }: ServerRequest): boolean => {
  const address = remoteAddress.replace(/^::ffff:/, '');
  const isHere = address === '::1' || address.startsWith('127.');
  return isHere && /^(localhost|127\.[0-9.]+|\[::1\])(:[0-9]+)?$/i.test(headers['host'] ?? '');
};

/** Compared in constant time. */
function hasToken({ headers }: ServerRequest, token: string): boolean {
  const given = (headers['authorization'] ?? '').replace(/^Bearer +/i, '');
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

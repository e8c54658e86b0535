/**
 * Acts as somebody else: the server checks that the caller may, and then does everything as that user. A request that impersonates by itself is left
 * alone.
 * Upstream: client-go transport's impersonating round tripper.
 */
import { InvalidInputError } from '@reeve/machinery';
import type { Impersonation } from '../config/connection-config.ts';
import { withMissingHeaders, type TransportLayer } from './transport-layer.ts';

/** Adds the headers of impersonation. */
export const withImpersonation = (impersonation: Impersonation): TransportLayer => {
  const headers = impersonationHeaders(impersonation);
  return (next) => ({
    request: (request) =>
      next.request(
        request.headers?.['impersonate-user'] === undefined ? withMissingHeaders(request, headers) : request,
      ),
  });
};

/** The headers of impersonation. Keys of `extra` are escaped where a header's name could not hold them. */
export const impersonationHeaders = ({ user, uid, groups = [], extra = {} }: Impersonation) => {
  if (user === '') {
    throw new InvalidInputError(user, 'impersonation needs a user: groups, uid and extra alone are not enough');
  }
  const headers: Record<string, string | readonly string[]> = { 'impersonate-user': user };
  if (uid !== undefined && uid !== '') headers['impersonate-uid'] = uid;
  if (groups.length > 0) headers['impersonate-group'] = groups;
  for (const [key, values] of Object.entries(extra)) {
    if (values.length > 0) headers[`impersonate-extra-${escapedKey(key)}`] = values;
  }
  return headers;
};

/** Bytes that no header name may hold, and the percent sign itself, as %XX. */
const escapedKey = (key: string): string =>
  [...new TextEncoder().encode(key.toLowerCase())]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return isTokenCharacter.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

const isTokenCharacter = /^[!#$&'*+\-.^_`|~0-9a-zA-Z]$/;

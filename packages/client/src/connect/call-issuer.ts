/**
 * Talks to an OpenID Connect issuer: one request on one connection, which is closed again. Renewals are an hour apart.
 */
import type { Clock } from '@reeve/machinery';
import { readBytes } from '../request/answer.ts';
import { socketTransport } from '../transport/socket-transport.ts';
import type { TlsSettings } from '../transport/tls-settings.ts';
import type { IssuerCall } from '../credentials/oidc-credential.ts';

/** Calls over sockets, believing the authorities given. */
export const issuerCaller =
  (clock: Clock, tls: TlsSettings): IssuerCall =>
  async ({ url, form }) => {
    const { origin, pathname, search } = new URL(url);
    await using transport = socketTransport({ clock, server: origin, tls });
    const response = await transport.request({
      method: form === undefined ? 'GET' : 'POST',
      path: pathname + search,
      headers: { accept: 'application/json', ...(form !== undefined && { 'content-type': formType }) },
      ...(form !== undefined && { body: Buffer.from(form) }),
    });
    const bytes = await readBytes(response, () => ({ verb: 'get', kind: `tokens of ${origin}` }), longestAnswer);
    return { status: response.status, text: Buffer.from(bytes).toString('utf8') };
  };

/** Tokens and the description of an issuer are a few kilobytes. */
const longestAnswer = 4 * 1024 * 1024;

const formType = 'application/x-www-form-urlencoded';

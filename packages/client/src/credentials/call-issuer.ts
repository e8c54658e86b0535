/**
 * Talks to an OpenID Connect issuer: one request on one connection, which is closed again. Renewals are an hour apart.
 */
import type { Clock } from '@reeve/machinery';
import { socketTransport } from '../transport/socket-transport.ts';
import type { TlsSettings } from '../transport/tls-settings.ts';
import type { IssuerCall } from './oidc-credential.ts';

/** Calls over sockets, believing the authorities given. */
export const issuerCaller =
  (clock: Clock, tls: TlsSettings): IssuerCall =>
  async ({ url, form }) => {
    const { origin, pathname, search } = new URL(url);
    await using transport = socketTransport({ clock, server: origin, tls });
    const { status, body } = await transport.request({
      method: form === undefined ? 'GET' : 'POST',
      path: pathname + search,
      headers: { accept: 'application/json', ...(form !== undefined && { 'content-type': formType }) },
      ...(form !== undefined && { body: Buffer.from(form) }),
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return { status, text: Buffer.concat(chunks).toString('utf8') };
  };

const formType = 'application/x-www-form-urlencoded';

/**
 * Requests to registries, over undici: proxies of the environment are used, redirections are left to the caller. An edge.
 */
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { WebRequest, WebResponse } from './machine.ts';

/** The longest time that a registry may be silent. */
const silenceMs = 60_000;

/** Sends requests; the library is loaded with the first. */
export function webRequests(
  authorities: () => Promise<string | undefined>,
): (request: WebRequest) => Promise<WebResponse> {
  let dispatcher: Promise<Dispatcher> | undefined;
  return async ({ method, url, headers, body, signal }) => {
    dispatcher ??= makeDispatcher(authorities);
    const { request } = await import('undici');
    const content = typeof body === 'function' ? Readable.from(body(), { objectMode: false }) : body;
    const answer = await request(url, {
      method,
      headers,
      ...(content !== undefined && { body: content }),
      dispatcher: await dispatcher,
      ...(signal !== undefined && { signal }),
    });
    const named = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(', ')] as const],
    );
    return { status: answer.statusCode, headers: Object.fromEntries(named), body: answer.body };
  };
}

async function makeDispatcher(authorities: () => Promise<string | undefined>): Promise<Dispatcher> {
  const { EnvHttpProxyAgent } = await import('undici');
  const { rootCertificates } = await import('node:tls');
  const extra = await authorities();
  return new EnvHttpProxyAgent({
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    keepAliveTimeout: 4000,
    ...(extra !== undefined && { connect: { ca: [...rootCertificates, extra] } }),
  });
}

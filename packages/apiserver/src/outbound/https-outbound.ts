/**
 * Calls over sockets. Connections are kept for the next call with the same trust and identity, and a call on a kept connection that turns out to be closed is made
 * again on a new one. Proxies named in the environment are not asked.
 */
import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { checkServerIdentity, rootCertificates } from 'node:tls';
import { goNetworkProblem } from './go-network-problem.ts';
import { OutboundError, type Outbound, type OutboundRequest, type OutboundResponse } from './outbound.ts';

/** A way out that has to be closed, as connections are kept. */
export interface HttpsOutbound extends Outbound {
  close(): void;
}

const kept = { keepAlive: true, maxFreeSockets: 64, timeout: 90_000 };

export function httpsOutbound(): HttpsOutbound {
  const agents = { https: new HttpsAgent({ ...kept, maxCachedSessions: 100 }), http: new HttpAgent(kept) };
  return {
    open: async (request) => {
      try {
        return await open(request, agents);
      } catch (error) {
        if (request.signal?.aborted) throw request.signal.reason;
        if (!(error instanceof StaleConnection)) throw error;
        return await open(request, undefined);
      }
    },
    close: () => {
      agents.https.destroy();
      agents.http.destroy();
    },
  };
}

/** A connection was kept and had been closed by the other side. */
class StaleConnection extends Error {}

type Agents = { readonly https: HttpsAgent; readonly http: HttpAgent };

function open(request: OutboundRequest, agents: Agents | undefined): Promise<OutboundResponse> {
  const url = new URL(request.url);
  return new Promise((resolve, reject) => {
    const sent = send(url, request, agents);
    const fail = (error: unknown): void => {
      if (sent.reusedSocket && isClosed(error)) return reject(new StaleConnection());
      reject(new OutboundError(goNetworkProblem(error, url, request), error));
    };
    sent.once('error', fail);
    sent.once('response', (answer) => {
      sent.off('error', fail);
      sent.on('error', () => {}); // told by the body
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bodyOf(answer, url, request) });
    });
    sent.end(request.body);
  });
}

function send(url: URL, request: OutboundRequest, agents: Agents | undefined): ClientRequest {
  const { method, headers, body, connectTo, signal } = request;
  const isTls = url.protocol === 'https:';
  const host = connectTo?.host ?? url.hostname.replace(/^\[|\]$/g, '');
  const options: RequestOptions = {
    method,
    host,
    port: connectTo?.port ?? (url.port || (isTls ? 443 : 80)),
    path: `${url.pathname}${url.search}`,
    headers: {
      host: /^[a-z]+:\/\/([^/?#]*)/.exec(request.url)?.[1] ?? url.host,
      ...(body && { 'content-length': String(body.length) }),
      ...headers,
    },
    ...(signal && { signal }),
  };
  if (!isTls) return httpRequest({ ...options, agent: agents?.http ?? false });
  return httpsRequest({ ...options, ...tlsOptions(url, request), agent: agents?.https ?? false });
}

function tlsOptions(url: URL, { tls = {} }: OutboundRequest): RequestOptions {
  const { ca, cert, key, serverName, isUnverified } = tls;
  const name = serverName ?? url.hostname.replace(/^\[|\]$/g, '');
  return {
    ca: ca ?? [...rootCertificates],
    ...(cert !== undefined && key !== undefined && { cert, key }),
    servername: isIP(name) === 0 ? name : '',
    rejectUnauthorized: !isUnverified,
    checkServerIdentity: (_host, certificate) => checkServerIdentity(name, certificate),
  };
}

async function* bodyOf(
  answer: IncomingMessage,
  url: URL,
  request: OutboundRequest,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    for await (const chunk of answer) yield chunk as Uint8Array;
  } catch (error) {
    if (request.signal?.aborted) throw request.signal.reason;
    throw new OutboundError(goNetworkProblem(error, url, request), error);
  } finally {
    answer.destroy();
  }
}

/** The other side had closed the connection before the call: it refuses what comes. One that reads the call and then hangs up was asked, and is not asked again. */
const isClosed = (error: unknown): boolean =>
  ['read', 'write'].includes(String((error as NodeJS.ErrnoException).syscall));

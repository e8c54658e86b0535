/**
 * A webhook for tests: an HTTPS server on loopback that notes every review and answers as it is told.
 */
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { issueCertificate, makeAuthority, type CertificateTerms } from '@reeve/certificates';

/** A review, of admission or of conversion. */
export interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: ReviewRequest;
}

export type ReviewRequest = Readonly<Record<string, unknown>> & { readonly uid: string };

/** A call as it came in. */
export interface NotedCall {
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingMessage['headers'];
  readonly review: Review;
}

/** What the webhook does: answers with an object as `response` or as the whole body, with bytes, or not at all. */
export type Reply =
  | { readonly response: object }
  | { readonly body: object }
  | { readonly bytes: Uint8Array; readonly status?: number; readonly headers?: Readonly<Record<string, string>> }
  | 'hang'
  | 'close';

export interface TestWebhook extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** The authority of the certificate, in base64. */
  readonly caBundle: string;
  /** All calls so far, in their order. */
  readonly calls: readonly NotedCall[];
  /** What calls to a path get; `allow` without anything said. */
  on(path: string, reply: (review: Review) => Reply): void;
  forget(): void;
}

const day = 86_400_000;

/** Starts one. `terms` changes its certificate: names, dates. */
export async function startTestWebhook(terms: Partial<CertificateTerms> = {}): Promise<TestWebhook> {
  const now = Date.UTC(2026, 10, 20);
  const dates = { notBefore: now - 400 * day, notAfter: now + 4000 * day };
  const authority = await makeAuthority({ name: 'webhooks of a test', ...dates });
  const names = ['127.0.0.1', 'localhost', 'hooks.default.svc'];
  const { cert, key } = await issueCertificate(authority, {
    commonName: 'hooks',
    use: 'server',
    names,
    ...dates,
    ...terms,
  });
  const calls: NotedCall[] = [];
  const replies = new Map<string, (review: Review) => Reply>();
  const server = createServer({ cert, key }, (request, response) => void serve(request, response));
  server.keepAliveTimeout = 600_000; // a client that calls while an idle connection is closed sees a failure that nobody meant
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    port,
    caBundle: Buffer.from(authority.cert).toString('base64'),
    calls,
    on: (path, reply) => void replies.set(path, reply),
    forget: () => void calls.splice(0),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const review = JSON.parse(Buffer.concat(chunks).toString()) as Review;
    const [path = '', query = ''] = (request.url ?? '').split('?');
    calls.push({ path, query, headers: request.headers, review });
    send(response, review, replies.get(path)?.(review) ?? { response: { allowed: true } });
  }
}

function send(response: ServerResponse, review: Review, reply: Reply): void {
  if (reply === 'hang') return;
  if (reply === 'close') return void response.destroy();
  if ('bytes' in reply) return void response.writeHead(reply.status ?? 200, reply.headers).end(reply.bytes);
  const { apiVersion, kind } = review;
  const body =
    'body' in reply ? reply.body : { apiVersion, kind, response: { uid: review.request.uid, ...reply.response } };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

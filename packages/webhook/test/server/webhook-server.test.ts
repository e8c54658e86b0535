import { once } from 'node:events';
import { Agent, request as httpsRequest } from 'node:https';
import { createServer } from 'node:net';
import { connect } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixedCertificates, issueCertificate, makeAuthority } from '@reeve/certificates';
import type { CertificatePair, CertificateSource } from '@reeve/certificates';
import { admissionEndpoint, allowed, WebhookServer } from '@reeve/webhook';
import type { WebhookServerOptions } from '@reeve/webhook';
import { requestOf, reviewOf } from '../reviews.ts';

const dates = { notBefore: Date.UTC(2020, 0, 1), notAfter: Date.UTC(2120, 0, 1) };
let authority: CertificatePair;
let one: CertificatePair;
let two: CertificatePair;
let client: CertificatePair;

beforeAll(async () => {
  authority = await makeAuthority({ name: 'test', ...dates });
  const issue = (commonName: string, use: 'server' | 'client') =>
    issueCertificate(authority, {
      commonName,
      use,
      names: use === 'server' ? ['localhost', '127.0.0.1'] : [],
      ...dates,
    });
  [one, two, client] = [await issue('one', 'server'), await issue('two', 'server'), await issue('client', 'client')];
});

const endpoint = (path: string) => admissionEndpoint({ path, purpose: 'validation', handle: () => allowed() });

/** Runs a server for a test. */
async function serving(
  options: Partial<WebhookServerOptions>,
  use: (server: WebhookServer) => Promise<void>,
): Promise<void> {
  const server = new WebhookServer({
    port: 0,
    hostname: '127.0.0.1',
    certificates: fixedCertificates(one),
    ...options,
  });
  server.handler.register(endpoint('/before'));
  const stop = new AbortController();
  const running = server.run(stop.signal);
  try {
    await server.ready(stop.signal);
    await use(server);
  } finally {
    stop.abort();
    await running;
  }
}

interface Asked {
  readonly path?: string;
  readonly agent?: Agent;
  readonly servername?: string;
  readonly identity?: CertificatePair;
  readonly body?: string;
}

/** Sends a review as an API server does. */
function ask(
  server: WebhookServer,
  {
    path = '/before',
    agent,
    servername = 'localhost',
    identity,
    body = JSON.stringify(reviewOf(requestOf())),
  }: Asked = {},
) {
  return new Promise<{ status: number; body: string; subject: string }>((resolve, reject) => {
    const request = httpsRequest(
      {
        host: '127.0.0.1',
        port: server.port,
        path,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        ca: authority.cert,
        servername,
        agent: agent ?? false,
        ...identity,
      },
      (response) => {
        const { CN = '' } = (response.socket as TLSSocket).getPeerCertificate().subject ?? {};
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text, subject: String(CN) }));
      },
    );
    request.once('error', reject);
    request.end(body);
  });
}

describe('a webhook server', () => {
  test('serves paths that are registered before and after its start, once each · CR-101', async () => {
    await serving({}, async (server) => {
      expect((await ask(server)).status).toBe(200);
      expect((await ask(server, { path: '/after' })).status).toBe(404);
      server.handler.register(endpoint('/after'));
      expect((await ask(server, { path: '/after' })).status).toBe(200);
      expect(() => server.handler.register(endpoint('/after'))).toThrow(/registered already/);
    });
    await serving({ tls: { maxVersion: 'TLSv1.2' } }, async ({ port }) => {
      const socket = connect({ host: '127.0.0.1', port, ca: authority.cert, servername: 'localhost' });
      await once(socket, 'secureConnect');
      expect(socket.getProtocol()).toBe('TLSv1.2'); // the user's option of TLS counts
      socket.destroy();
    });
    await serving({ tls: { SNICallback: undefined, ...two } }, async (server) => {
      expect((await ask(server)).subject).toBe('two'); // and so does the user's certificate
    });
  });

  test('uses a new certificate from the next connection on, and drops none', async () => {
    const source = new ReplaceableCertificates(one);
    await serving({ certificates: source }, async (server) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      expect((await ask(server, { agent })).subject).toBe('one');
      source.replace(two);
      expect((await ask(server, { agent })).subject).toBe('one'); // the same connection
      expect((await ask(server)).subject).toBe('two');
      agent.destroy();
    });
  });

  test('refuses callers without a certificate where it asks for one', async () => {
    await serving({ clientAuthorities: authority.cert }, async (server) => {
      await expect(ask(server)).rejects.toThrow(/certificate|ECONNRESET|socket hang up|EPIPE/i);
      expect((await ask(server, { identity: client })).status).toBe(200);
    });
  });

  test('says that it cannot listen, and where', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const server = new WebhookServer({ port, hostname: '127.0.0.1', certificates: fixedCertificates(one) });
    await expect(server.run(new AbortController().signal)).rejects.toMatchObject({
      code: 'REEVE_WEBHOOK_SERVER',
      message: expect.stringContaining(String(port)),
    });
    taken.close();
  });

  test('ends the requests that are under way before it ends', async () => {
    let release: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (release = resolve));
    let answer: () => void = () => undefined;
    const stop = new AbortController();
    const server = new WebhookServer({ port: 0, hostname: '127.0.0.1', certificates: fixedCertificates(one) });
    server.handler.register(
      admissionEndpoint({
        path: '/slow',
        purpose: 'validation',
        handle: async () => {
          release();
          await new Promise<void>((resolve) => (answer = resolve));
          return allowed();
        },
      }),
    );
    const running = server.run(stop.signal);
    await server.ready(stop.signal);
    const asked = ask(server, { path: '/slow' });
    await begun;
    stop.abort();
    answer();
    expect((await asked).status).toBe(200);
    await running;
  });

  test('ends with a bug where it is told not to survive one', async () => {
    const server = new WebhookServer({
      port: 0,
      hostname: '127.0.0.1',
      certificates: fixedCertificates(one),
      survivesBugs: false,
    });
    server.handler.register(
      admissionEndpoint({
        path: '/bug',
        purpose: 'validation',
        handle: () => {
          throw new TypeError('a bug');
        },
      }),
    );
    const stop = new AbortController();
    const running = server.run(stop.signal);
    running.catch(() => undefined);
    await server.ready(stop.signal);
    const { body } = await ask(server, { path: '/bug' });
    expect(JSON.parse(body).response.status.code).toBe(500);
    await expect(running).rejects.toThrow('a bug');
  });

  test('closes the connection of a body that is too long, and goes on', async () => {
    await serving({ limits: { maxAdmissionBytes: 1000 } }, async (server) => {
      const long = await ask(server, {
        body: JSON.stringify(reviewOf({ ...requestOf(), padding: 'x'.repeat(100_000) })),
      }).catch(() => ({ status: 413 }));
      expect(long.status).toBe(413);
      expect((await ask(server)).status).toBe(200);
    });
  });
});

class ReplaceableCertificates implements CertificateSource {
  current: CertificatePair;
  readonly #listeners = new Set<(pair: CertificatePair) => void>();

  constructor(current: CertificatePair) {
    this.current = current;
  }

  onChange(listener: (pair: CertificatePair) => void): Disposable {
    this.#listeners.add(listener);
    listener(this.current);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  replace(pair: CertificatePair): void {
    this.current = pair;
    for (const listener of this.#listeners) listener(pair);
  }
}

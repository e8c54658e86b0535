/**
 * A registry on loopback for tests, after the distribution specification: blobs and manifests in memory, uploads, mounts, and where asked for a token server,
 * refusals and redirections. What it was asked is kept.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the registry behaves. */
export interface TestRegistryOptions {
  /** Wants a password (`basic`) or a token of its token server (`bearer`). */
  readonly auth?: 'basic' | 'bearer';
  /** Lists what refers to an image by itself. */
  readonly listsReferrers?: boolean;
  /** Blobs are at another address. */
  readonly redirectsBlobs?: boolean;
  /** Answers that come first, before anything is done. */
  readonly refusals?: { status: number; headers?: Record<string, string> }[];
}

export const user = 'ann';
export const password = 'pass:word';
export const refreshToken = 'refresh-me';

export class TestRegistry implements AsyncDisposable {
  readonly blobs = new Map<string, Buffer>();
  readonly manifests = new Map<string, { type: string; text: string }>();
  /** `METHOD /path` of each request, and whether it showed a credential. */
  readonly requests: { line: string; authorization: string | undefined }[] = [];
  readonly #server: Server;
  readonly #options: TestRegistryOptions;
  readonly #refusals: { status: number; headers?: Record<string, string> }[];

  private constructor(options: TestRegistryOptions) {
    this.#options = options;
    this.#refusals = [...(options.refusals ?? [])];
    this.#server = createServer((request, response) => {
      void this.#answer(request, response);
    });
  }

  static async start(options: TestRegistryOptions = {}): Promise<TestRegistry> {
    const registry = new TestRegistry(options);
    await new Promise<void>((ready) => registry.#server.listen(0, '127.0.0.1', ready));
    return registry;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  lines(method: string): string[] {
    return this.requests.map(({ line }) => line).filter((line) => line.startsWith(method));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const { authorization } = request.headers;
    this.requests.push({ line: `${method} ${url}`, authorization });
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    const { pathname, searchParams } = new URL(url, `http://${this.host}`);
    const send = (status: number, headers: Record<string, string> = {}, content: string | Buffer = ''): void => {
      response.writeHead(status, headers);
      response.end(method === 'HEAD' ? undefined : content);
    };
    if (pathname === '/token') return this.#token({ request, body, searchParams, send });
    const refusal = this.#refusals.shift();
    if (refusal) return send(refusal.status, refusal.headers);
    if (pathname.startsWith('/elsewhere/')) return send(200, {}, this.blobs.get(pathname.slice('/elsewhere/'.length)));
    if (!this.#isAllowed(authorization)) return send(401, { 'www-authenticate': this.#challenge(pathname) });
    const [, name = '', kind = '', rest = ''] = /^\/v2\/(.+?)\/(manifests|blobs)\/(.*)$/.exec(pathname) ?? [];
    if (kind === 'manifests')
      return this.#manifest({
        method,
        key: `${name} ${rest}`,
        name,
        type: request.headers['content-type'] ?? '',
        body,
        send,
      });
    if (kind === 'blobs') return this.#blob({ method, name, rest, searchParams, body, send });
    return send(404);
  }

  #challenge(path: string): string {
    const [, name = ''] = /^\/v2\/(.+?)\/(?:manifests|blobs)\//.exec(path) ?? [];
    if (this.#options.auth === 'basic') return 'Basic realm="test"';
    return `Bearer realm="http://${this.host}/token",service="test, registry",scope="repository:${name}:pull,push"`;
  }

  #isAllowed(authorization: string | undefined): boolean {
    if (this.#options.auth === undefined) return true;
    if (this.#options.auth === 'basic') return authorization === basic;
    return authorization === 'Bearer the-token';
  }

  #token({
    request,
    body,
    searchParams,
    send,
  }: {
    request: IncomingMessage;
    body: Buffer;
    searchParams: URLSearchParams;
    send: Send;
  }): void {
    const form = new URLSearchParams(body.toString());
    const scope = searchParams.get('scope') ?? form.get('scope') ?? '';
    const isKnown =
      request.headers.authorization === basic ||
      (form.get('grant_type') === 'refresh_token' && form.get('refresh_token') === refreshToken);
    if (!isKnown || !/^repository:[\w/]+:pull(,push)?$/.test(scope)) return send(401, {}, 'no');
    return send(
      200,
      {},
      JSON.stringify(form.has('grant_type') ? { access_token: 'the-token' } : { token: 'the-token' }),
    );
  }

  #manifest({
    method,
    key,
    name,
    type,
    body,
    send,
  }: {
    method: string;
    key: string;
    name: string;
    type: string;
    body: Buffer;
    send: Send;
  }): void {
    if (method === 'PUT') {
      const text = body.toString();
      const { subject } = JSON.parse(text) as { subject?: { digest: string } };
      this.manifests.set(key, { type, text });
      this.manifests.set(`${name} ${digestOf(body)}`, { type, text });
      return send(201, subject && this.#options.listsReferrers ? { 'oci-subject': subject.digest } : {});
    }
    const found = this.manifests.get(key);
    if (!found) return send(404, {}, '{"errors":[{"code":"MANIFEST_UNKNOWN","message":"not here"}]}');
    return send(200, { 'content-type': found.type }, found.text);
  }

  #blob({
    method,
    name,
    rest,
    searchParams,
    body,
    send,
  }: {
    method: string;
    name: string;
    rest: string;
    searchParams: URLSearchParams;
    body: Buffer;
    send: Send;
  }): void {
    const mount = searchParams.get('mount');
    if (method === 'POST' && mount !== null && this.blobs.has(`${searchParams.get('from')} ${mount}`)) {
      this.blobs.set(`${name} ${mount}`, this.blobs.get(`${searchParams.get('from')} ${mount}`) as Buffer);
      return send(201);
    }
    if (method === 'POST') return send(202, { location: `/v2/${name}/blobs/uploads/1?state=a%2Fb` });
    if (method === 'PUT') {
      if (searchParams.get('digest') !== digestOf(body) || searchParams.get('state') !== 'a/b')
        return send(400, {}, '{"errors":[{"code":"DIGEST_INVALID","message":"it has another digest"}]}');
      this.blobs.set(`${name} ${digestOf(body)}`, body);
      return send(201);
    }
    const found = this.blobs.get(`${name} ${rest}`);
    if (!found) return send(404);
    if (method === 'HEAD' || !this.#options.redirectsBlobs) return send(200, {}, found);
    this.blobs.set(rest, found);
    return send(307, { location: `http://localhost:${this.host.split(':')[1]}/elsewhere/${rest}` });
  }
}

type Send = (status: number, headers?: Record<string, string>, content?: string | Buffer) => void;

const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

export const digestOf = (content: Buffer | string): string =>
  `sha256:${createHash('sha256').update(content).digest('hex')}`;

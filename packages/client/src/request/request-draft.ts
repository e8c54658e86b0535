/**
 * A request put together step by step. The first mistake sticks and comes out when the request is looked at or sent; the steps after
 * it do nothing.
 * Upstream: the building half of client-go rest.Request.
 */
import {
  InvalidInputError,
  stringifyJson,
  type ApiRequest,
  type GroupVersion,
  type TransportRequest,
} from '@reeve/machinery';
import type { RequestBackoff } from '../transport/with-retries.ts';
import type { WarningHandler } from '../transport/with-warnings.ts';
import { acceptOf, type Representation } from './media-type.ts';
import { paramPairs, withQuery, type Params, type ParamValue } from './query.ts';
import { RequestPath } from './request-path.ts';
import type { RestSettings } from './rest-settings.ts';
import type { RateLimiter, SendPolicy } from './send-policy.ts';

/** How a request wants to be sent. */
export interface SendManners extends Omit<SendPolicy, 'host'> {
  readonly timeoutMs: number | undefined;
  readonly onWarning: WarningHandler | undefined;
}

/** A request in the making. Every step gives back the request. */
export class RequestDraft {
  readonly #path: RequestPath;
  readonly #params: (readonly [string, string])[] = [];
  readonly #headers = new Map<string, string | readonly string[]>();
  #method: string;
  #body: Uint8Array | undefined;
  #manners: SendManners;
  #mistake: Error | undefined;

  readonly #server: string;

  constructor(settings: RestSettings, method: string, prefix: string) {
    this.#method = method.toUpperCase();
    this.#path = new RequestPath(prefix);
    const { server, limiter, maxRetries, timeoutMs, onWarning } = settings;
    this.#server = server;
    this.#manners = { limiter, maxRetries, timeoutMs, onWarning };
    this.#headers.set('accept', acceptOf('object'));
  }

  /** The HTTP method. */
  verb(method: string): this {
    this.#method = method.toUpperCase();
    return this;
  }

  /** The resource, in lower case as in URLs: `pods`. */
  resource(resource: string): this {
    return this.#step(() => this.#path.set('resource', resource));
  }

  /** The namespace. An empty one means all of them, which only a list can mean. */
  namespace(namespace: string): this {
    return this.#step(() => this.#path.set('namespace', namespace));
  }

  /** The namespace, if the resource is in one; nothing otherwise. */
  namespaceIfScoped(namespace: string, isNamespaced: boolean): this {
    return isNamespaced ? this.namespace(namespace) : this;
  }

  /** The name of the object. */
  name(name: string): this {
    return this.#step(() => this.#path.set('name', name));
  }

  /** The subresource: `status`, or several segments below a proxy. */
  subresource(...segments: readonly string[]): this {
    return this.#step(() => this.#path.set('subresource', segments.join('/')));
  }

  /** Adds segments in front of namespace and resource. */
  prefix(...segments: readonly string[]): this {
    return this.#step(() => this.#path.addPrefix(segments));
  }

  /** Adds segments after everything else. */
  suffix(...segments: readonly string[]): this {
    return this.#step(() => this.#path.addSuffix(segments));
  }

  /** Replaces the path of the group and version by another, as in `absPath('/healthz')`. */
  absPath(...segments: readonly string[]): this {
    return this.#step(() => this.#path.setAbsolute(segments));
  }

  /** Replaces path and parameters by those of a URI as a server gave it. */
  requestURI(uri: string): this {
    return this.#step(() => {
      const [path = '', query = ''] = uri.split(/\?(.*)/s);
      this.#path.setEscaped(path);
      this.#params.push(...new URLSearchParams(query));
    });
  }

  /** Adds a query parameter. */
  param(name: string, value: ParamValue): this {
    return this.params({ [name]: value });
  }

  /** Adds query parameters; undefined ones are left out. */
  params(params: Params): this {
    this.#params.push(...paramPairs(params));
    return this;
  }

  /** Adds the options of a verb, such as `{ labelSelector, limit }`, as query parameters. */
  versionedParams(options: Params): this {
    return this.params(options);
  }

  /** The same in a version of the options. There is `v1` only, and anything else is refused. */
  specificallyVersionedParams(options: Params, { version }: Pick<GroupVersion, 'version'>): this {
    if (version === 'v1') return this.params(options);
    return this.#step(() => {
      throw new InvalidInputError(version, `Options have no version "${version}": write v1, or use params()`);
    });
  }

  /** Sets a header, with several values if needed. */
  setHeader(name: string, ...values: readonly string[]): this {
    this.#headers.set(name.toLowerCase(), values.length === 1 ? (values[0] ?? '') : values);
    return this;
  }

  /** In what shape the answer shall come: whole objects, their metadata, or a table. */
  as(representation: Representation): this {
    return this.setHeader('accept', acceptOf(representation));
  }

  /** Gives the server and the client so long. Nothing limits a watch or a stream. */
  timeout(timeoutMs: number): this {
    this.#manners = { ...this.#manners, timeoutMs };
    return timeoutMs > 0 ? this.param('timeout', `${timeoutMs}ms`) : this;
  }

  /** How often to try again when the server says when to come back, instead of what the transport does. */
  maxRetries(maxRetries: number): this {
    this.#manners = { ...this.#manners, maxRetries: Math.max(0, maxRetries) };
    return this;
  }

  /** Waits as the manager says before each attempt. */
  backOff(backoff: RequestBackoff): this {
    this.#manners = { ...this.#manners, backoff };
    return this;
  }

  /** Waits for the limiter before each attempt. Watches are not held back. */
  throttle(limiter: RateLimiter): this {
    this.#manners = { ...this.#manners, limiter };
    return this;
  }

  /** Who hears of warnings in the answer. */
  warningHandler(onWarning: WarningHandler): this {
    this.#manners = { ...this.#manners, onWarning };
    return this;
  }

  /** The body: bytes and text as they are, everything else as JSON. */
  body(body: unknown): this {
    return this.#step(() => {
      this.#body =
        body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : stringifyJson(body));
      if (!this.#headers.has('content-type')) this.setHeader('content-type', 'application/json');
    });
  }

  /** The whole URL, as it would be sent: path and query alone where the client does not know the address of its server. Throws the first mistake. */
  url(): string {
    return this.#server + this.#pathAndQuery();
  }

  #pathAndQuery(): string {
    if (this.#mistake !== undefined) throw this.#mistake;
    return withQuery(this.#path.toPath(this.#method), this.#params);
  }

  /** How the request wants to be sent. */
  protected manners(): SendManners {
    return this.#manners;
  }

  /** The request as it goes out. Throws the first mistake. */
  protected drafted(): TransportRequest {
    const headers = Object.fromEntries(this.#headers);
    return { method: this.#method, path: this.#pathAndQuery(), headers, ...(this.#body && { body: this.#body }) };
  }

  /** What the request is about, for messages. */
  protected about(): ApiRequest {
    const { namespace, resource, name } = this.#path.parts;
    const key = name === undefined ? undefined : [namespace, name].filter(Boolean).join('/');
    return { verb: this.#method.toLowerCase(), ...(resource && { kind: resource }), ...(key && { key }) };
  }

  /** Does a step, unless an earlier one was a mistake. */
  #step(step: () => void): this {
    try {
      if (this.#mistake === undefined) step();
    } catch (error) {
      this.#mistake = error instanceof Error ? error : new Error('the request cannot be made', { cause: error });
    }
    return this;
  }
}

/**
 * Where fluent requests begin: a way to a server, and optionally the group and version that paths are relative to.
 * Upstream: client-go rest.RESTClient.
 */
import { nodeHost, urlSegment } from '@reeve/machinery';
import type { GroupVersion, Host, Transport, TransportRequest } from '@reeve/machinery';
import type { RateLimiter } from './send-policy.ts';
import { contentTypeOfPatch, type PatchType } from './patch-type.ts';
import { Request } from './request.ts';
import type { RestSettings } from './rest-settings.ts';
import type { WarningHandler } from '../transport/with-warnings.ts';

/** How requests are made and sent. */
export interface RestClientOptions {
  readonly transport: Transport;
  /** The address of the server, such as `https://10.0.0.1:6443`, with which `url()` begins. */
  readonly server?: string;
  readonly host?: Host;
  /** The group and version that paths are relative to; without it they start at the root. */
  readonly apiVersion?: GroupVersion;
  /** Headers of every request. */
  readonly headers?: TransportRequest['headers'];
  /** Limits every request but watches and streams. No limit unless given. */
  readonly timeoutMs?: number;
  /** How often to try again when the server says when to come back; left to the transport unless given. */
  readonly maxRetries?: number;
  readonly rateLimiter?: RateLimiter;
  readonly onWarning?: WarningHandler;
}

/** Makes requests. */
export class RestClient {
  readonly #settings: RestSettings;
  readonly #apiVersion: GroupVersion | undefined;

  constructor({
    transport,
    server = '',
    host = nodeHost(),
    apiVersion,
    headers,
    timeoutMs,
    maxRetries,
    rateLimiter,
    onWarning,
  }: RestClientOptions) {
    this.#settings = {
      transport,
      server: server.replace(/\/+$/u, ''),
      host,
      headers,
      timeoutMs,
      maxRetries,
      limiter: rateLimiter,
      onWarning,
    };
    this.#apiVersion = apiVersion;
  }

  /** The group and version that paths are relative to. */
  apiVersion(): GroupVersion | undefined {
    return this.#apiVersion;
  }

  /** The limiter that requests wait for. */
  rateLimiter(): RateLimiter | undefined {
    return this.#settings.limiter;
  }

  /** A request with any HTTP method. */
  verb(method: string): Request {
    return new Request(this.#settings, method, prefixOf(this.#apiVersion));
  }

  get(): Request {
    return this.verb('GET');
  }

  post(): Request {
    return this.verb('POST');
  }

  put(): Request {
    return this.verb('PUT');
  }

  /** A patch of a type, which becomes its content type. */
  patch(type: PatchType): Request {
    return this.verb('PATCH').setHeader('content-type', contentTypeOfPatch[type]);
  }

  delete(): Request {
    return this.verb('DELETE');
  }
}

function prefixOf(apiVersion: GroupVersion | undefined): string {
  if (apiVersion === undefined) return '';
  const { group, version } = apiVersion;
  return `${group === '' ? '/api' : `/apis/${urlSegment('group', group)}`}/${urlSegment('version', version)}`;
}

/**
 * The server without its sockets: one request in, one answer out. Whatever goes wrong inside becomes a Status; nothing a client sends ends the process.
 */
import { AuthorizationFailure, authorizeRequest } from '../authorization/request-access.ts';
import { NoSuchPath } from '../error/no-such-path.ts';
import { internalError, methodNotAllowed, noSuchResource, StatusError, type ResourceRegistry } from '@reeve/registry';
import { negotiate } from '../negotiate/representation.ts';
import type { Discovery } from '../discovery/discovery.ts';
import {
  isStream,
  type ApiRequest,
  type AuthenticatedRequest,
  type ApiResponse,
  type PlainResponse,
} from '../request/api-request.ts';
import type { RequestInfo } from '../request/request-info.ts';
import type { RequestMetrics } from '../metrics/request-metrics.ts';
import type { SubresourceHandlers } from '../resource/subresource-view.ts';
import { statusResponse } from '../respond/respond.ts';
import { withRetryAfter } from '../respond/retry-after.ts';
import type { EngineContext } from './engine-context.ts';
import { health, text } from './health.ts';
import { serveResource, withWarnings } from './serve-resource.ts';
import { versionInfo } from './version.ts';

/** Answers paths that are neither resources nor discovery: documents, metrics. */
export type PathHandler = (request: AuthenticatedRequest) => ApiResponse | undefined | Promise<ApiResponse | undefined>;

export interface ApiEngineOptions {
  readonly context: EngineContext;
  readonly discovery: Discovery;
  readonly gitVersion: string;
  readonly handlers: SubresourceHandlers;
  readonly paths: readonly PathHandler[];
  readonly metrics: RequestMetrics;
  /** Rejects when writes could not be recorded. */
  checkStorage(): Promise<void>;
  /** Told of what should not have happened: a bug of ours. */
  onBug(error: unknown, request: AuthenticatedRequest): void;
}

export class ApiEngine {
  readonly #options: ApiEngineOptions;
  #isReady = true;

  constructor(options: ApiEngineOptions) {
    this.#options = options;
  }

  /** From here on the server is not ready: what watches health stops sending. */
  retire(): void {
    this.#isReady = false;
  }

  /** Serves one request; never rejects. */
  async handle(request: AuthenticatedRequest): Promise<ApiResponse> {
    const response = await this.#answer(request);
    const { metrics } = this.#options;
    const info = this.#measured(request.info);
    metrics.count(info, response.status);
    if (!isStream(response)) return response;
    const ended = metrics.watching(info);
    request.signal.addEventListener('abort', ended, { once: true });
    return response;
  }

  /** What a request is counted as: names that nobody serves are all one, or there would be as many series as anybody likes. */
  #measured(info: RequestInfo): RequestInfo {
    if (!info.isResource) return info;
    const { group, version, plural, subresource } = info;
    const resource = this.#options.context.registry.find(group, version, plural);
    if (resource === undefined) return { isResource: false, verb: info.verb, path: group === '' ? '/api' : '/apis' };
    return subresource === undefined || resource.subresources.has(subresource)
      ? info
      : { ...info, subresource: undefined };
  }

  async #answer(request: AuthenticatedRequest): Promise<ApiResponse> {
    try {
      return await this.#serve(request);
    } catch (error) {
      if (request.signal.aborted) return text(499, 'the client went away\n');
      if (error instanceof NoSuchPath) return text(404, '404 page not found\n');
      if (error instanceof AuthorizationFailure) return text(500, `${error.message}\n`);
      if (!(error instanceof StatusError)) this.#options.onBug(error, request);
      return this.refusal(
        error instanceof StatusError ? error : internalError(error instanceof Error ? error.message : String(error)),
        request,
      );
    }
  }

  async #serve(request: AuthenticatedRequest): Promise<ApiResponse> {
    const { context, handlers } = this.#options;
    const { info } = request;
    const judging = authorizeRequest(
      context.authorizer,
      request.user,
      request,
      request.audit && ((decision, reason) => noteDecision(request, decision, reason)),
    );
    if (judging !== undefined) await judging;
    if (hasEmptyParts(request.path)) throw this.#unknown(request.path);
    if (!info.isResource) return this.#serveOther(request);
    if (!context.registry.hasVersion(info.group, info.version))
      throw context.registry.hasGroup(info.group) && !context.registry.isCustomGroup(info.group)
        ? noSuchResource()
        : new NoSuchPath();
    return serveResource(context, request, info, handlers);
  }

  async #serveOther(request: AuthenticatedRequest): Promise<ApiResponse> {
    const { discovery, paths } = this.#options;
    const { path, query } = request;
    const found = await discovery.answer(request);
    if (found === undefined && isUnknownVersion(path, this.#options.context.registry)) throw noSuchResource();
    if (found && request.method !== 'GET' && path !== '/apis') throw methodNotAllowed();
    if (isVersion(path) && request.method !== 'GET') throw methodNotAllowed();
    const answer = found ?? (await this.#health(path, query)) ?? this.#version(path);
    if (answer) return answer;
    for (const handler of paths) {
      const response = await handler(request);
      if (response) return response;
    }
    return text(404, '404 page not found\n');
  }

  #health(path: string, query: URLSearchParams): Promise<PlainResponse> | undefined {
    const { checkStorage } = this.#options;
    return health(path, query, { isReady: this.#isReady, checkStorage });
  }

  /** A path that is nobody's: known groups say so with a Status. */
  #unknown(path: string): Error {
    const { registry } = this.#options.context;
    const [, root, group = ''] = path.split('/');
    const isKnown =
      root === 'api' || (root === 'apis' && group !== '' && registry.hasGroup(group) && !registry.isCustomGroup(group));
    return isKnown ? noSuchResource() : new NoSuchPath();
  }

  #version(path: string): PlainResponse | undefined {
    if (!isVersion(path)) return undefined;
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(versionInfo(this.#options.gitVersion), undefined, 2)),
    };
  }

  /** Errors go out in a form that the client takes, JSON where it takes nothing we have. */
  async refusal(
    refusal: StatusError,
    { headers, query }: Pick<ApiRequest, 'headers' | 'query'>,
  ): Promise<PlainResponse> {
    const { status } = refusal;
    const chosen = negotiate(headers['accept'], { hasProtobuf: true, shapes: [] }, query, headers['user-agent']);
    const { protobuf } = this.#options.context.statusCodec;
    const toProtobuf = () => protobuf?.encode(status as never) ?? new Uint8Array();
    return withWarnings(
      withRetryAfter(
        await statusResponse(status, chosen instanceof StatusError ? undefined : chosen, toProtobuf),
        refusal,
      ),
      refusal.warnings,
    );
  }
}

/** What was decided, and why, for the audit event. */
function noteDecision(request: AuthenticatedRequest, decision: string, reason: string): void {
  request.annotate('authorization.k8s.io/decision', decision);
  request.annotate('authorization.k8s.io/reason', reason);
}

/** Empty parts are nobody's names, except at the end, and for all namespaces. */
const hasEmptyParts = (path: string): boolean => {
  if (!path.includes('//')) return false;
  const isOfApi = /^\/(api\/|apis\/[^/]|version\/)/.test(path);
  return (isOfApi ? path.replace(/\/+$/, '').replace('/namespaces//', '/') : path).includes('//');
};

const isVersion = (path: string): boolean => /^\/version\/*$/.test(path);

/** A version that a known group does not have is refused as a resource is. */
function isUnknownVersion(path: string, registry: ResourceRegistry): boolean {
  const [root, group = '', version, ...rest] = path.split('/').filter((part) => part !== '');
  if (root === 'api') return version === undefined && group !== '';
  return root === 'apis' && version !== undefined && rest.length === 0 && registry.hasGroup(group);
}

/**
 * The objects of a kind on a server: all of them, those of a namespace, or those that selectors let through.
 * Upstream: client-go tools/cache NewListWatchFromClient.
 */
import { apiErrorFromResponse } from '@reeve/machinery';
import type { AnyKind, FieldQuery, LabelQuery, Transport, TransportResponse } from '@reeve/machinery';
import { textOf } from '../bytes/byte-text.ts';
import { readAll } from '../bytes/chunk-reader.ts';
import type { ListerWatcher, ListRequest, WatchRequest } from './lister-watcher.ts';

/** Which objects, and on which server. */
export interface KindListerWatcherOptions {
  readonly transport: Transport;
  readonly kind: AnyKind;
  /** Only this namespace; all of them unless given. */
  readonly namespace?: string | undefined;
  /** Only objects with these labels, as a selector. */
  readonly labels?: string | LabelQuery | undefined;
  /** Only objects with these fields, as a selector. */
  readonly fields?: string | FieldQuery | undefined;
  /** True asks for the metadata of the objects and nothing else. */
  readonly metadataOnly?: boolean;
  /** False when the server, or a proxy before it, cannot stream initial events. */
  readonly supportsStreaming?: boolean;
}

/** Lists and watches a kind over a transport. */
export function kindListerWatcher(options: KindListerWatcherOptions): ListerWatcher {
  const { transport, kind, metadataOnly = false, supportsStreaming = true } = options;
  const path = kind.path(options.namespace === undefined ? {} : { namespace: options.namespace });
  const selectors = selectorsOf(options);
  const ask = async (verb: 'list' | 'watch', query: QueryPart[], signal: AbortSignal) => {
    const search = queryString([...selectors, ...query]);
    const headers = { accept: acceptOf(verb, metadataOnly) };
    const response = await transport.request({ method: 'GET', path: `${path}${search}`, headers, signal });
    if (response.status !== 200) throw await refusal(response, kind, verb, signal);
    return { bytes: response.body };
  };
  return {
    kind,
    metadataOnly,
    supportsStreaming,
    list: (request, signal) => ask('list', listQuery(request), signal),
    watch: (request, signal) => ask('watch', watchQuery(request), signal),
  };
}

type QueryPart = readonly [name: string, value: string | number | boolean | undefined];

const selectorsOf = ({ labels, fields }: KindListerWatcherOptions): QueryPart[] => [
  ['labelSelector', labels?.toString()],
  ['fieldSelector', fields?.toString()],
];

const listQuery = (request: ListRequest): QueryPart[] => [
  ['resourceVersion', request.resourceVersion],
  ['resourceVersionMatch', request.resourceVersionMatch],
  ['limit', request.limit],
  ['continue', request.continue],
];

const watchQuery = (request: WatchRequest): QueryPart[] => [
  ['watch', true],
  ['allowWatchBookmarks', request.allowWatchBookmarks || undefined],
  ['resourceVersion', request.resourceVersion],
  ['resourceVersionMatch', request.resourceVersionMatch],
  ['sendInitialEvents', request.sendInitialEvents],
  ['timeoutSeconds', request.timeoutSeconds],
];

/** Empty values and zeros mean the same as no value, and are left out. */
function queryString(parts: readonly QueryPart[]): string {
  const words = parts.flatMap(([name, value]) =>
    value === undefined || value === '' || value === 0 ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return words.length === 0 ? '' : `?${words.join('&')}`;
}

/** A server that does not know partial metadata, such as an old aggregated one, answers with whole objects. */
function acceptOf(verb: 'list' | 'watch', metadataOnly: boolean): string {
  if (!metadataOnly) return 'application/json';
  const as = verb === 'list' ? 'PartialObjectMetadataList' : 'PartialObjectMetadata';
  return `application/json;as=${as};g=meta.k8s.io;v=v1,application/json`;
}

/** The error that an answer stands for. A refusal without a body that can be read, or with one that is too long, is still a refusal. */
async function refusal(response: TransportResponse, kind: AnyKind, verb: string, signal: AbortSignal): Promise<Error> {
  const { status, headers } = response;
  const body = await readAll(response.body, 'refusal', signal).then(textOf, () => '');
  signal.throwIfAborted();
  const retryAfter = [headers['retry-after'] ?? []].flat()[0];
  return apiErrorFromResponse({ httpStatus: status, method: 'GET', body, retryAfter }, { verb, kind });
}

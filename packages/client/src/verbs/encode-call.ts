/**
 * From a call to the request on the wire: method, path, parameters, headers, body. Pure, and strict: what cannot be right is refused
 * here, before anything is sent.
 */
import { InvalidInputError, fieldManager, stringifyJson, type TransportRequest } from '@reeve/machinery';
import { acceptOf, type Representation } from '../request/media-type.ts';
import { contentTypeOfPatch } from '../request/patch-type.ts';
import { withParams, type Params } from '../request/query.ts';
import { isWrite, type AnyOptions, type ApiCall, type ApiVerb } from './api-call.ts';
import type { Propagation } from './options.ts';
import { fieldSelectorText, labelSelectorText } from './selectors.ts';

/** The request for a call, which the signal ends. */
export function encodeCall(call: ApiCall, signal?: AbortSignal): TransportRequest {
  const body = bodyOf(call);
  const method = call.verb === 'connect' ? 'GET' : methods[call.verb];
  const path = withParams(withParams(pathOf(call), paramsOf(call)), call.params ?? none);
  const headers = headersOf(call, body);
  const request: Writable<TransportRequest> = { method, path, headers };
  if (body !== undefined) request.body = body;
  if (signal !== undefined) request.signal = signal;
  return request;
}

/** For filling in what is there: a copy for each field would cost more than the rest. */
type Writable<T> = { -readonly [Field in keyof T]: T[Field] };

function headersOf(call: ApiCall, body: Uint8Array | undefined): NonNullable<TransportRequest['headers']> {
  const accept = call.verb === 'connect' ? '*/*' : acceptOf(representationOf(call));
  const headers = body === undefined ? { accept } : { accept, 'content-type': contentTypeOf(call) };
  return call.headers === undefined ? headers : { ...headers, ...call.headers };
}

const methods: Readonly<Record<Exclude<ApiVerb, 'connect'>, string>> = {
  get: 'GET',
  list: 'GET',
  watch: 'GET',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  apply: 'PATCH',
  delete: 'DELETE',
  deleteCollection: 'DELETE',
};

/** A new object is posted to the collection, where it may not have a name yet. */
function pathOf({ verb, kind, namespace, name, subresource }: ApiCall): string {
  const isCollection = verb === 'list' || verb === 'watch' || verb === 'deleteCollection';
  const isNew = verb === 'create' && subresource === undefined;
  if (!isNew) return kind.path(isCollection ? { namespace } : { namespace, name: name ?? '', subresource });
  if (kind.scope === 'Namespaced') kind.path({ namespace, name: name ?? 'new' }); // refuses to be without a namespace
  return kind.path({ namespace });
}

function paramsOf(call: ApiCall): Params {
  const { verb, options } = call;
  if (verb === 'get') return { resourceVersion: options.resourceVersion };
  if (verb === 'list') return { ...selectionOf(options), ...pagingOf(options) };
  if (verb === 'watch') return { watch: true, ...selectionOf(options), ...watchingOf(options) };
  if (verb === 'deleteCollection') return { ...selectionOf(options), ...pagingOf(options) };
  return isWrite(call) && verb !== 'delete' ? writingOf(call) : none;
}

const none: Params = {};

const selectionOf = ({ labels, fields, timeoutSeconds }: AnyOptions): Params => ({
  labelSelector: labelSelectorText(labels),
  fieldSelector: fieldSelectorText(fields),
  timeoutSeconds,
});

const pagingOf = ({ limit, continue: token, resourceVersion, resourceVersionMatch }: AnyOptions): Params => ({
  limit: limit || undefined,
  continue: token || undefined,
  resourceVersion,
  resourceVersionMatch,
});

/** A streaming list must say which versions will do. */
const watchingOf = ({
  resourceVersion,
  resourceVersionMatch,
  allowBookmarks = true,
  sendInitialEvents,
}: AnyOptions): Params => ({
  resourceVersion,
  allowWatchBookmarks: allowBookmarks || undefined,
  sendInitialEvents,
  resourceVersionMatch: resourceVersionMatch ?? (sendInitialEvents === undefined ? undefined : 'NotOlderThan'),
});

function writingOf({ verb, kind, patchType, options }: ApiCall): Params {
  const { dryRun, fieldManager: manager, fieldValidation, force } = options;
  const isApply = verb === 'apply' || patchType === 'apply';
  if (isApply && manager === undefined) {
    throw new InvalidInputError(
      'fieldManager',
      `A ${kind.kind} is to be applied without a field manager: give { fieldManager: 'my-program' }, or use client.withFieldManager('my-program')`,
    );
  }
  return {
    dryRun: dryRun ? 'All' : undefined,
    fieldManager: manager === undefined ? undefined : fieldManager(manager),
    fieldValidation: isApply ? undefined : fieldValidation,
    force: isApply ? force : undefined,
  };
}

function bodyOf(call: ApiCall): Uint8Array | undefined {
  const { verb, body } = call;
  const content = verb === 'delete' || verb === 'deleteCollection' ? deleteOptionsOf(call.options) : body;
  return content === undefined ? undefined : Buffer.from(stringifyJson(content));
}

const deleteOptionsOf = (options: AnyOptions): object => ({
  apiVersion: 'v1',
  kind: 'DeleteOptions',
  gracePeriodSeconds: options.gracePeriodSeconds,
  propagationPolicy: propagationOf(options),
  preconditions: options.preconditions,
  dryRun: options.dryRun ? ['All'] : undefined,
});

/** What happens to owned objects, by either of its names; two that differ are refused. */
export function propagationOf({ propagation, propagationPolicy }: AnyOptions): Propagation | undefined {
  if (propagation !== undefined && propagationPolicy !== undefined && propagation !== propagationPolicy)
    throw new InvalidInputError(
      propagationPolicy,
      `propagation is ${propagation} and propagationPolicy is ${propagationPolicy}: both are the same option, give one of them`,
    );
  return propagation ?? propagationPolicy;
}

function contentTypeOf({ verb, patchType }: ApiCall): string {
  if (verb === 'apply') return contentTypeOfPatch.apply;
  return verb === 'patch' && patchType !== undefined ? contentTypeOfPatch[patchType] : 'application/json';
}

function representationOf({ verb, shape }: ApiCall): Representation {
  if (shape === 'table') return 'Table';
  if (shape !== 'metadata') return 'object';
  return verb === 'list' || verb === 'deleteCollection' ? 'PartialObjectMetadataList' : 'PartialObjectMetadata';
}

/**
 * Serves one request for a resource: finds it, negotiates, runs the verb, and encodes the answer.
 */
import {
  methodNotAllowed,
  noSuchResource,
  notFound,
  notSupportedOn,
  StatusError,
  type ApiObject,
  type ServedResource,
  type Verb,
} from '@reeve/registry';
import { NoSuchPath } from '../error/no-such-path.ts';
import {
  contentTypeOf,
  negotiate,
  streamTypes,
  type Offer,
  type Representation,
  type Shape,
} from '../negotiate/representation.ts';
import type { AuthenticatedRequest, ApiResponse } from '../request/api-request.ts';
import type { ResourceRequest } from '../request/request-info.ts';
import { subresourceView, type SubresourceHandlers } from '../resource/subresource-view.ts';
import { partialMetadata } from '../respond/partial-metadata.ts';
import { listResponse } from '../respond/list-response.ts';
import { objectResponse, statusResponse } from '../respond/respond.ts';
import { warningHeader } from '../respond/warning-header.ts';
import { writtenResponse } from '../respond/written-response.ts';
import { includeObject, tableOf } from '../respond/table.ts';
import type { Call } from '../verbs/call.ts';
import { areComponents, getComponent, listComponents } from '../verbs/component-statuses.ts';
import { create } from '../verbs/create.ts';
import { deleteCollection } from '../verbs/delete-collection.ts';
import { deletedStatus, deleteObject } from '../verbs/delete.ts';
import { get } from '../verbs/get.ts';
import { list } from '../verbs/list.ts';
import { patch } from '../verbs/patch.ts';
import { update } from '../verbs/update.ts';
import { watch } from '../verbs/watch.ts';
import type { EventEncoder } from '../watch/event-encoder.ts';
import { jsonEvents, shapedEvents } from '../watch/json-events.ts';
import { protobufEvents } from '../watch/protobuf-events.ts';
import type { EngineContext } from './engine-context.ts';

const objectShapes: readonly Shape[] = ['Table', 'PartialObjectMetadata'];
const listShapes: readonly Shape[] = ['Table', 'PartialObjectMetadataList'];
/** A watch is asked for as a list by some and as objects by others. */
const watchShapes: readonly Shape[] = ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'];

export async function serveResource(
  context: EngineContext,
  request: AuthenticatedRequest,
  info: ResourceRequest,
  handlers: SubresourceHandlers,
): Promise<ApiResponse> {
  const resource = context.registry.find(info.group, info.version, info.plural);
  if (resource === undefined) throw context.registry.isCustomGroup(info.group) ? new NoSuchPath() : noSuchResource();
  const target = info.subresource === undefined ? resource : subresourceView(resource, info.subresource);
  if (target === undefined)
    throw resource.isCustom && info.name !== undefined ? notFound(resource, info.name) : noSuchResource();
  checkScope(resource, info);
  const verbs =
    info.subresource === undefined
      ? resource.verbs
      : (resource.subresources.get(info.subresource)?.verbs ?? new Set<Verb>());
  if (!verbs.has(info.verb) || !isSensible(request.method, info))
    throw (resource.isCustom && info.subresource !== undefined) || (info.verb === 'watch' && verbs.has('list'))
      ? withWarningsOf(resource, notSupportedOn(info.verb, resource))
      : methodNotAllowed();
  const call: Call = {
    context,
    request,
    info,
    resource: target,
    representation: representationFor(request, info, target),
    warnings: target.strategy.deprecation === undefined ? [] : [target.strategy.deprecation],
  };
  const handler = info.subresource === undefined ? undefined : handlers.find(resource, info.subresource);
  try {
    return withWarnings(handler ? await handler(call, resource) : await runVerb(call), call.warnings);
  } catch (error) {
    if (error instanceof StatusError) error.warnings = call.warnings;
    throw error;
  }
}

function withWarningsOf({ strategy: { deprecation } }: ServedResource, error: StatusError): StatusError {
  if (deprecation !== undefined) error.warnings = [deprecation];
  return error;
}

function runVerb(call: Call): Promise<ApiResponse> {
  const name = call.info.name ?? '';
  switch (call.info.verb) {
    case 'get':
      return areComponents(call.resource)
        ? objectResponse(call, 200, getComponent(name))
        : get(call, name).then((found) => objectResponse(call, 200, found));
    case 'list':
      return areComponents(call.resource)
        ? componentsResponse(call)
        : list(call).then((listed) => listResponse(call, listed));
    case 'watch':
      return watch(call, encoderFor(call), watchContentType(call.representation));
    case 'create':
      return (
        call.context.createHandlers.get(`${call.resource.group}/${call.resource.plural}`)?.(call) ??
        create(call).then((object) => writtenResponse(call, 201, object))
      );
    case 'update':
      return update(call, name).then(({ object, isCreated }) => writtenResponse(call, isCreated ? 201 : 200, object));
    case 'patch':
      return patch(call, name).then(({ object, isCreated }) => writtenResponse(call, isCreated ? 201 : 200, object));
    case 'delete':
      return runDelete(call, name);
    case 'deletecollection':
      return deleteCollection(call).then(({ listed, objects }) =>
        listResponse(call, { ...listed, continueToken: undefined, remainingItemCount: undefined }, objects),
      );
  }
}

function componentsResponse(call: Call): Promise<ApiResponse> {
  const { listed, objects } = listComponents(call);
  return listResponse(call, listed, objects);
}

async function runDelete(call: Call, name: string): Promise<ApiResponse> {
  const { object, isGone, options } = await deleteObject(call, name);
  const status = !isGone && options.orphanDependents === false ? 202 : 200;
  if (!isGone || call.resource.strategy.returnsDeleted) return objectResponse(call, status, { object });
  return statusResponse(
    deletedStatus(object, call.resource),
    { ...call.representation, shape: 'object' },
    () => call.context.statusCodec.protobuf?.encode(deletedStatus(object, call.resource) as never) ?? new Uint8Array(),
  );
}

/** Objects are written by name, collections by creating in them. */
function isSensible(method: string, { name, subresource }: ResourceRequest): boolean {
  switch (method) {
    case 'GET':
    case 'DELETE':
      return true;
    case 'POST':
      return name === undefined || subresource !== undefined;
    case 'PUT':
    case 'PATCH':
      return name !== undefined;
    default:
      return false;
  }
}

/** Cluster-scoped resources do not live under a namespace, and nothing is written to all namespaces at once. */
function checkScope(resource: ServedResource, info: ResourceRequest): void {
  const isNamespacesItself = resource.group === '' && resource.plural === 'namespaces';
  if (resource.scope === 'Cluster') {
    if (info.namespace === undefined || isNamespacesItself) return;
    throw resource.isCustom ? new NoSuchPath() : noSuchResource();
  }
  if (info.namespace !== undefined || info.verb === 'list' || info.verb === 'watch') return;
  throw info.name === undefined ? methodNotAllowed() : noSuchResource();
}

function representationFor(
  request: AuthenticatedRequest,
  { verb, subresource }: ResourceRequest,
  resource: ServedResource,
): Representation {
  const chosen = negotiate(
    request.headers['accept'],
    isKept(resource, subresource) ? offerOf(verb, resource) : { ...offerOf(verb, resource), shapes: metadataOnly },
    request.query,
    request.headers['user-agent'],
  );
  if (chosen instanceof StatusError) throw chosen;
  return chosen;
}

/** What is asked and answered at once, such as a review or a token, has no Table. */
const isKept = ({ verbs }: ServedResource, subresource = ''): boolean =>
  verbs.has('get') && !['binding', 'eviction', 'token'].includes(subresource);

const metadataOnly: readonly Shape[] = ['PartialObjectMetadata'];

/** Offers that were made before: each resource has the same ones for all requests. */
const offers = new WeakMap<ServedResource, Map<Verb, Offer>>();

function offerOf(verb: Verb, resource: ServedResource): Offer {
  let known = offers.get(resource);
  if (known === undefined) offers.set(resource, (known = new Map()));
  let offer = known.get(verb);
  if (offer === undefined) known.set(verb, (offer = newOffer(verb, resource)));
  return offer;
}

function newOffer(verb: Verb, resource: ServedResource): Offer {
  const hasProtobuf = resource.codec.protobuf !== undefined;
  const isList = verb === 'list' || verb === 'deletecollection';
  const types = [
    'application/json',
    'application/yaml',
    'application/vnd.kubernetes.protobuf',
    ...(isList || verb === 'watch' ? streamTypes : []),
  ];
  return {
    hasProtobuf,
    shapes: verb === 'watch' ? watchShapes : isList ? listShapes : objectShapes,
    goType: goTypeOf(resource, isList),
    ...(verb === 'watch' && { encodings: ['json', 'protobuf'] as const }),
    ...(!resource.isCustom && { representations: types }),
  };
}

/** The type of an answer inside the real server, which some refusals name. */
function goTypeOf({ group, kind, listKind, isCustom }: ServedResource, isList: boolean): string {
  if (isCustom) return isList ? '*unstructured.UnstructuredList' : '*unstructured.Unstructured';
  return `*${group === '' ? 'core' : group.split('.')[0]}.${isList ? listKind : kind}`;
}

function encoderFor(call: Call): EventEncoder {
  const { resource, representation, context } = call;
  const { shape, metaVersion, encoding } = representation;
  if (shape === 'Table') return tableEvents(call);
  const isMetadata = shape !== 'object';
  const form = isMetadata ? `metadata ${metaVersion}` : 'object';
  const show = (object: ApiObject) => (isMetadata ? partialMetadata(object, metaVersion) : object);
  if (encoding === 'protobuf')
    return protobufEvents(
      resource,
      { codec: isMetadata ? context.metadataCodec : resource.codec, show, form },
      context.statusCodec,
    );
  return isMetadata ? shapedEvents(resource, show, form) : jsonEvents(resource);
}

/** Rows; the columns come with the first event only. */
function tableEvents({ resource, representation, context, request }: Call): EventEncoder {
  const include = includeObject(request.query);
  let hasColumns = true;
  return shapedEvents(resource, (object) => {
    const table = tableOf({
      resource,
      objects: [object], // a bookmark too, though its row says nothing
      version: representation.metaVersion,
      metadata: { resourceVersion: object.metadata.resourceVersion ?? '' },
      include,
      now: context.host.clock.now(),
      hasColumns,
    });
    hasColumns = false;
    return table;
  });
}

function watchContentType(representation: Representation): string {
  return representation.encoding === 'protobuf'
    ? 'application/vnd.kubernetes.protobuf;stream=watch'
    : contentTypeOf(representation);
}

export function withWarnings<T extends ApiResponse>(response: T, warnings: readonly string[]): T {
  if (warnings.length === 0) return response;
  return { ...response, headers: { ...response.headers, warning: warningHeader(warnings) } };
}

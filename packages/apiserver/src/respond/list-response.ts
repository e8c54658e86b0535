/**
 * Answers with many objects. Short ones are made at once; the others are made item by item while they are sent, so that a list costs what its client reads, not
 * what it holds. Objects never change, so the whole list is of one revision however long it takes. Upstream: the streaming encoders of apimachinery's
 * runtime/serializer.
 */
import { stringifyJson } from '@reeve/machinery';
import { StoredObject, type ApiObject, type ObjectCodec, type ServedResource } from '@reeve/registry';
import { envelopeAround, itemPrefix } from '../codec/protobuf-envelope.ts';
import { contentTypeOf, type Representation } from '../negotiate/representation.ts';
import type { ApiResponse } from '../request/api-request.ts';
import type { Call } from '../verbs/call.ts';
import type { Listed } from '../verbs/list.ts';
import { encoded, yamlForm } from './encode.ts';
import { partialMetadata } from './partial-metadata.ts';
import { includeObject, tableHead, tableOf, tableRow, type TableListMeta } from './table.ts';

/** A longer body is made while it is sent. */
const wholeBytes = 128 * 1024;
/** Encoding for the length alone lets others run after so many bytes. */
const bytesPerTurn = 1024 * 1024;

type Pieces = Iterator<Uint8Array, void, void>;

export async function listResponse(call: Call, listed: Listed, objects?: readonly ApiObject[]): Promise<ApiResponse> {
  const metadata = metadataOf(call, listed);
  if ((objects ?? listed.items).length === 0) return emptyList(call, metadata);
  const headers = { 'content-type': contentTypeOf(call.representation) };
  const pieces = await piecesOf(call, metadata, objects ?? listed.items);
  const begun: Uint8Array[] = [];
  let bytes = 0;
  for (let next = pieces.next(); !next.done; next = pieces.next()) {
    begun.push(next.value);
    bytes += next.value.length;
    if (bytes > wholeBytes) return { status: 200, headers, pieces: oneAfterTheOther(begun, pieces) };
  }
  return { status: 200, headers, body: Buffer.concat(begun) };
}

function* oneAfterTheOther(begun: readonly Uint8Array[], rest: Pieces): Generator<Uint8Array, void, void> {
  yield* begun;
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}

function metadataOf({ representation, resource }: Call, listed: Listed): TableListMeta {
  const hasContinue = listed.continueToken !== undefined || (resource.isCustom && representation.shape === 'object');
  return {
    ...(listed.resourceVersion !== '' && { resourceVersion: listed.resourceVersion }),
    ...(hasContinue && { continue: listed.continueToken ?? '' }),
    ...(listed.remainingItemCount !== undefined && { remainingItemCount: listed.remainingItemCount }),
  };
}

/** All of a list that comes before its items. */
function headOf({ representation, resource }: Call, metadata: TableListMeta) {
  const { shape, metaVersion } = representation;
  return shape === 'object'
    ? { kind: resource.listKind, apiVersion: resource.apiVersion, metadata }
    : { kind: 'PartialObjectMetadataList', apiVersion: `meta.k8s.io/${metaVersion}`, metadata };
}

function emptyList(call: Call, metadata: TableListMeta): Promise<ApiResponse> {
  const { representation, resource } = call;
  if (representation.shape === 'Table')
    return encoded(200, tableOf({ ...rowOptions(call), objects: [], metadata, hasColumns: true }), representation);
  const list = { ...headOf(call, metadata), items: representation.shape === 'object' ? [] : null };
  const { protobuf } = representation.shape === 'object' ? resource.codec : call.context.metadataCodec;
  const toProtobuf = () => protobuf?.encodeList({ metadata, items: [] }) ?? new Uint8Array();
  return encoded(200, list, representation, toProtobuf);
}

const rowOptions = ({ resource, representation, context, request }: Call) => ({
  resource,
  version: representation.metaVersion,
  include: includeObject(request.query),
  now: context.host.clock.now(),
});

type Source = readonly (StoredObject | ApiObject)[];

async function piecesOf(call: Call, metadata: TableListMeta, source: Source): Promise<Pieces> {
  const { representation, resource, context } = call;
  const { shape, encoding, metaVersion } = representation;
  if (shape === 'Table') {
    const options = rowOptions(call);
    const head = tableHead({ ...options, metadata, hasColumns: true });
    return textOf(
      head,
      'rows',
      mapped(source, resource, (object) => tableRow(object, options)),
      representation,
    );
  }
  const isWhole = shape === 'object';
  const head = headOf(call, metadata);
  const show = isWhole ? (object: ApiObject) => object : (object: ApiObject) => partialMetadata(object, metaVersion);
  const codec = isWhole ? resource.codec : context.metadataCodec;
  if (encoding === 'protobuf' && codec.protobuf)
    return protobufOf(call, head, codec.protobuf, () => mapped(source, resource, show));
  if (isWhole && encoding === 'json' && !representation.isPretty) return sharedJson(resource, head, source);
  const inList = isWhole ? (object: ApiObject) => itemOf(object, resource) : show;
  return textOf(head, 'items', mapped(source, resource, inList), representation);
}

/** Each object as its version has it, made when it is asked for. */
function* mapped<T>(
  source: Source,
  { storage }: ServedResource,
  map: (object: ApiObject) => T,
): Generator<T, void, void> {
  for (const item of source) yield map(isStored(item) ? storage.fromStorage(item.object) : item);
}

const isStored = (item: StoredObject | ApiObject): item is StoredObject => item instanceof StoredObject;

/** Built-in items leave out what the list says already, custom ones repeat it. */
function itemOf(object: ApiObject, { isCustom }: ServedResource): object {
  if (isCustom) return object;
  const { apiVersion: _apiVersion, kind: _kind, ...rest } = object;
  return rest;
}

/** The list as its items' own bytes, which readers share: no object is walked that was walked before. */
function* sharedJson(resource: ServedResource, head: object, source: Source): Generator<Uint8Array, void, void> {
  const prefix = resource.isCustom ? '' : '{';
  const [first, other] = [Buffer.from(prefix), Buffer.from(`,${prefix}`)];
  yield Buffer.from(`${stringifyJson(head).slice(0, -1)},"items":[`);
  for (const [index, item] of source.entries()) {
    const object = isStored(item) ? resource.storage.fromStorage(item.object) : item;
    if (isStored(item) && object === item.object) {
      yield index === 0 ? first : other;
      yield resource.isCustom ? item.passingJson : item.passingJson.subarray(typePrefix(object));
    } else yield Buffer.from(`${index === 0 ? '' : ','}${stringifyJson(itemOf(object, resource))}`);
  }
  yield Buffer.from(']}\n');
}

/** How much of an object's JSON says only what it is: its first two members are kind and apiVersion, as our codecs write them. */
function typePrefix({ kind, apiVersion }: ApiObject): number {
  return `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},`.length;
}

async function textOf(
  head: object,
  field: 'items' | 'rows',
  items: Iterable<object>,
  { encoding, isPretty }: Representation,
): Promise<Pieces> {
  if (encoding !== 'yaml') return isPretty ? prettyJson(head, field, items) : plainJson(head, field, items);
  const { stringify } = await import('yaml');
  return yamlText(head, field, items, (value) => stringify(value, yamlForm));
}

function* plainJson(head: object, field: string, items: Iterable<object>): Generator<Uint8Array, void, void> {
  let separator = `${stringifyJson(head).slice(0, -1)},"${field}":[`;
  for (const item of items) {
    yield Buffer.from(`${separator}${stringifyJson(item)}`);
    separator = ',';
  }
  yield Buffer.from(']}\n');
}

function* prettyJson(head: object, field: string, items: Iterable<object>): Generator<Uint8Array, void, void> {
  let separator = `${stringifyJson(head, { indent: 2 }).slice(0, -2)},\n  "${field}": [\n`;
  for (const item of items) {
    yield Buffer.from(`${separator}${indented(stringifyJson(item, { indent: 2 }), '    ')}`);
    separator = ',\n';
  }
  yield Buffer.from('\n  ]\n}\n');
}

function* yamlText(
  head: object,
  field: string,
  items: Iterable<object>,
  print: (value: unknown) => string,
): Generator<Uint8Array, void, void> {
  yield Buffer.from(`${print(head)}${field}:\n`);
  for (const item of items) yield Buffer.from(indented(print([item]), '  '));
}

/** Lines moved to the right; empty ones have nothing to move. No text of JSON or YAML that we print has a raw line end of another kind. */
const indented = (text: string, by: string): string => text.replace(/(^|\n)(?=[^\n])/g, `$1${by}`);

type ProtobufCodec = NonNullable<ObjectCodec['protobuf']>;

/** A message begins with its length, so that items are encoded once for their lengths and again when they are sent. */
async function protobufOf(
  { context: { host } }: Call,
  { kind, apiVersion, metadata }: ReturnType<typeof headOf>,
  codec: ProtobufCodec,
  items: () => Iterable<ApiObject>,
): Promise<Pieces> {
  const first = codec.encodeList({ metadata, items: [] });
  let length = first.length;
  let ofTurn = 0;
  for (const item of items()) {
    const bytes = codec.encode(item).length;
    length += itemPrefix(bytes).length + bytes;
    ofTurn += bytes;
    if (ofTurn < bytesPerTurn) continue;
    ofTurn = 0;
    await host.yield();
  }
  return protobufPieces(envelopeAround(apiVersion, kind, length), first, codec, items());
}

function* protobufPieces(
  { head, tail }: ReturnType<typeof envelopeAround>,
  first: Uint8Array,
  codec: ProtobufCodec,
  items: Iterable<ApiObject>,
): Generator<Uint8Array, void, void> {
  yield head;
  yield first;
  for (const item of items) {
    const bytes = codec.encode(item);
    yield itemPrefix(bytes.length);
    yield bytes;
  }
  yield tail;
}

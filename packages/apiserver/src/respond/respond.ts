/**
 * Answers about objects: one, a list, a Table, metadata only, or a Status, as the client asked.
 */
import type { Status } from '@reeve/machinery';
import type { ApiObject, ServedResource } from '@reeve/registry';
import { contentTypeOf, plainJson, type Representation } from '../negotiate/representation.ts';
import type { PlainResponse } from '../request/api-request.ts';
import type { Call } from '../verbs/call.ts';
import type { Found } from '../verbs/get.ts';
import type { Listed } from '../verbs/list.ts';
import { encoded } from './encode.ts';
import { partialMetadata } from './partial-metadata.ts';
import { includeObject, tableOf } from './table.ts';

const newline = Buffer.from('\n');

export async function objectResponse(
  call: Call,
  status: number,
  { object, json }: Partial<Found> & Pick<Found, 'object'>,
): Promise<PlainResponse> {
  const { representation, resource, context, request } = call;
  const now = context.host.clock.now();
  switch (representation.shape) {
    case 'object':
      if (json && representation.encoding === 'json' && !representation.isPretty) {
        return { status, headers: { 'content-type': 'application/json' }, body: Buffer.concat([json, newline]) };
      }
      return encoded(status, object, representation, () => protobufOf(resource, object));
    case 'Table':
      return encoded(
        status,
        tableOf({
          resource,
          objects: [object],
          version: representation.metaVersion,
          metadata: { resourceVersion: object.metadata.resourceVersion ?? '' },
          include: includeObject(request.query),
          now,
          hasColumns: true,
        }),
        representation,
      );
    case 'PartialObjectMetadata':
    case 'PartialObjectMetadataList': {
      const metadata = partialMetadata(object, representation.metaVersion);
      return encoded(
        status,
        metadata,
        representation,
        () => context.metadataCodec.protobuf?.encode(metadata) ?? new Uint8Array(),
      );
    }
  }
}

export async function listResponse(call: Call, listed: Listed, objects?: readonly ApiObject[]): Promise<PlainResponse> {
  const { representation, resource, context, request } = call;
  const metadata = {
    resourceVersion: listed.resourceVersion,
    ...((listed.continueToken !== undefined || (resource.isCustom && representation.shape === 'object')) && {
      continue: listed.continueToken ?? '',
    }),
    ...(listed.remainingItemCount !== undefined && { remainingItemCount: listed.remainingItemCount }),
  };
  const items = objects ?? listed.items.map(({ object }) => resource.storage.fromStorage(object));
  switch (representation.shape) {
    case 'object':
      if (
        representation.encoding === 'json' &&
        !representation.isPretty &&
        objects === undefined &&
        sharesBytes(listed, items)
      )
        return sharedList(resource, listed, metadata);
      return encoded(200, listObject(resource, metadata, items), representation, () =>
        listProtobuf(resource, metadata, items),
      );
    case 'Table':
      return encoded(
        200,
        tableOf({
          resource,
          objects: items,
          version: representation.metaVersion,
          metadata,
          include: includeObject(request.query),
          now: context.host.clock.now(),
          hasColumns: true,
        }),
        representation,
      );
    case 'PartialObjectMetadata':
    case 'PartialObjectMetadataList': {
      const shown = items.map((item) => partialMetadata(item, representation.metaVersion));
      const list = {
        kind: 'PartialObjectMetadataList',
        apiVersion: `meta.k8s.io/${representation.metaVersion}`,
        metadata,
        items: shown.length === 0 ? null : shown,
      };
      return encoded(
        200,
        list,
        representation,
        () => context.metadataCodec.protobuf?.encodeList({ metadata, items: shown }) ?? new Uint8Array(),
      );
    }
  }
}

/** A Status is always understood: as protobuf where only that was asked for, else as JSON. */
export function statusResponse(
  status: Status,
  representation: Representation = plainJson,
  toProtobuf?: () => Uint8Array,
): Promise<PlainResponse> {
  return encoded(status.code ?? 200, status, { ...representation, shape: 'object' }, toProtobuf);
}

const protobufOf = (resource: ServedResource, object: ApiObject): Uint8Array =>
  resource.codec.protobuf?.encode(object) ?? new Uint8Array();

/** Built-in items leave out what the list says already, custom ones repeat it. */
function listObject(
  resource: ServedResource,
  metadata: object,
  items: readonly ApiObject[],
): { apiVersion: string; kind: string; metadata: object; items: readonly object[] } {
  const shown = resource.isCustom ? items : items.map(({ apiVersion: _apiVersion, kind: _kind, ...rest }) => rest);
  return {
    kind: resource.listKind,
    apiVersion: resource.apiVersion,
    metadata,
    items: shown,
  };
}

function listProtobuf(resource: ServedResource, metadata: object, items: readonly ApiObject[]): Uint8Array {
  return resource.codec.protobuf?.encodeList({ metadata, items }) ?? new Uint8Array();
}

const sharesBytes = ({ items }: Listed, objects: readonly ApiObject[]): boolean =>
  items.every(({ object }, index) => object === objects[index]);

/** The list as its items' own bytes, which are made once: no object is walked. */
function sharedList(resource: ServedResource, { items }: Listed, metadata: object): PlainResponse {
  const head = `{"kind":${JSON.stringify(resource.listKind)},"apiVersion":${JSON.stringify(resource.apiVersion)},"metadata":${JSON.stringify(metadata)},"items":[`;
  const parts: Uint8Array[] = [Buffer.from(head)];
  for (const [index, stored] of items.entries()) {
    if (index > 0) parts.push(comma);
    if (resource.isCustom) parts.push(stored.json);
    else parts.push(opening, stored.json.subarray(typePrefix(stored.object)));
  }
  parts.push(ending);
  return { status: 200, headers: { 'content-type': contentTypeOf(plainJson) }, body: Buffer.concat(parts) };
}

const comma = Buffer.from(',');
const opening = Buffer.from('{');
const ending = Buffer.from(']}\n');

/** How much of an object's JSON says only what it is: its first two members are kind and apiVersion, as our codecs write them. */
function typePrefix({ kind, apiVersion }: ApiObject): number {
  return `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},`.length;
}

/**
 * Answers about one object: the object, its row of a Table, metadata only, or a Status, as the client asked.
 */
import type { Status } from '@reeve/machinery';
import type { ApiObject, ServedResource } from '@reeve/registry';
import { plainJson, type Representation } from '../negotiate/representation.ts';
import type { PlainResponse } from '../request/api-request.ts';
import type { Call } from '../verbs/call.ts';
import type { Found } from '../verbs/get.ts';
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

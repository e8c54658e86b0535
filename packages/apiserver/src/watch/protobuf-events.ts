/**
 * Watch events in protobuf: a length of four bytes, then the event, whose object is in an envelope. The event itself is in none.
 */
import { encodeWatchEvent, writeEnvelope } from '../codec/protobuf-envelope.ts';
import type { ApiObject, ObjectCodec, ServedResource } from '@reeve/registry';
import type { EventEncoder } from './event-encoder.ts';
import { bookmarkObject, withVersion } from './json-events.ts';

/** What goes into the envelopes: whole objects, or their metadata alone. `show` gives an object its shape, `codec` writes it. */
export interface ProtobufShape {
  readonly codec: ObjectCodec;
  show(object: ApiObject): ApiObject;
  /** The shape's name. */
  readonly form: string;
}

export function protobufEvents(
  { storage, apiVersion, kind }: ServedResource,
  { codec, show, form }: ProtobufShape,
  statusCodec: ObjectCodec,
): EventEncoder {
  const frame = (type: string, object: ApiObject): Buffer => framed(type, enveloped(show(object), codec));
  return {
    form: `protobuf ${form}`,
    change: (type, stored) => frame(type, storage.fromStorage(stored.object)),
    departure: (before, resourceVersion) =>
      frame('DELETED', withVersion(storage.fromStorage(before.object), resourceVersion)),
    bookmark: (resourceVersion, annotations) =>
      frame('BOOKMARK', bookmarkObject(apiVersion, kind, resourceVersion, annotations)),
    error: (status) => framed('ERROR', enveloped(status as unknown as ApiObject, statusCodec)),
  };
}

function enveloped(object: ApiObject, { protobuf }: ObjectCodec): Uint8Array {
  const { apiVersion = '', kind = '' } = object;
  return writeEnvelope({ apiVersion, kind, raw: protobuf?.encode(object) ?? new Uint8Array() });
}

function framed(type: string, object: Uint8Array): Buffer {
  const event = encodeWatchEvent(type, object);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(event.length);
  return Buffer.concat([length, event]);
}

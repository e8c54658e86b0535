/**
 * The envelope around protobuf bodies: four bytes of magic, then a message that says what the object is and holds its bytes. Watch events hold such envelopes,
 * but come without one.
 * Upstream: apimachinery runtime.Unknown and runtime/serializer/protobuf; meta/v1 WatchEvent.
 */
import { Buffer } from 'node:buffer';
import { InvalidInputError } from '@reeve/machinery';
import { bytesWire } from './value-type.ts';
import { WireReader } from './wire-reader.ts';
import { WireWriter } from './wire-writer.ts';

export interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  /** The object's own message. */
  readonly raw: Uint8Array;
}

/** Opens an envelope; its bytes are not copied. What is none is an `InvalidInputError`. */
export function readEnvelope(bytes: Uint8Array): Envelope {
  const body = withoutMagic(bytes);
  const reader = new WireReader(body);
  const found: { apiVersion: string; kind: string; raw: Uint8Array } = {
    apiVersion: '',
    kind: '',
    raw: new Uint8Array(),
  };
  while (reader.position < reader.end) {
    const number = reader.field('Unknown');
    if (number === typeMetaNumber) readTypeMeta(reader.expect(bytesWire, 'TypeMeta'), found);
    else if (number === rawNumber) found.raw = reader.expect(bytesWire, 'Raw').bytes();
    else reader.skip();
  }
  return found;
}

/** Closes an envelope. */
export function writeEnvelope({ apiVersion, kind, raw }: Envelope): Buffer {
  const { head, tail } = envelopeAround(apiVersion, kind, raw.length);
  return Buffer.concat([head, raw, tail]);
}

/** What an envelope has before and behind the object's own message, of which only the length is known yet. */
export function envelopeAround(apiVersion: string, kind: string, rawLength: number): { head: Buffer; tail: Buffer } {
  const writer = new WireWriter(apiVersion.length + kind.length + 64);
  writer.varint(rawLength);
  writer.tag(rawNumber, bytesWire);
  writeTypeMeta(writer, apiVersion, kind);
  writer.plain(magic);
  return { head: writer.take(), tail };
}

/** How one of the items of a list begins: its message follows. */
export function itemPrefix(length: number): Buffer {
  const writer = new WireWriter(16);
  writer.varint(length);
  writer.tag(itemsNumber, bytesWire);
  return writer.take();
}

/** A watch event around an object, which is an envelope. */
export function encodeWatchEvent(type: string, object: Uint8Array): Buffer {
  const writer = new WireWriter(object.length + type.length + 32);
  const mark = writer.length;
  writer.bytes(object);
  writer.tag(eventRawNumber, bytesWire);
  writer.lengthSince(mark);
  writer.tag(eventObjectNumber, bytesWire);
  writer.string(type);
  writer.tag(eventTypeNumber, bytesWire);
  return writer.take();
}

const magic = Buffer.from('6b387300', 'hex');

/** The numbers of the messages' fields. */
const typeMetaNumber = 1;
const rawNumber = 2;
const contentEncodingNumber = 3;
const contentTypeNumber = 4;
const apiVersionNumber = 1;
const kindNumber = 2;
const itemsNumber = 2;
const eventTypeNumber = 1;
const eventObjectNumber = 2;
const eventRawNumber = 1;

/** Two empty texts: encoding and type of the content. */
const tail = Buffer.from([contentEncodingNumber * 8 + bytesWire, 0, contentTypeNumber * 8 + bytesWire, 0]);

function withoutMagic(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) throw new InvalidInputError('', 'empty data');
  if (!magic.equals(bytes.subarray(0, magic.length))) {
    throw new InvalidInputError(
      '',
      `provided data does not appear to be a protobuf message, expected prefix [${[...magic].join(' ')}]`,
    );
  }
  if (bytes.length === magic.length) throw new InvalidInputError('', 'empty body');
  return bytes.subarray(magic.length);
}

function readTypeMeta(reader: WireReader, found: { apiVersion: string; kind: string }): void {
  const outer = reader.enter();
  while (reader.position < reader.end) {
    const number = reader.field('TypeMeta');
    if (number === apiVersionNumber) found.apiVersion = reader.expect(bytesWire, 'APIVersion').string();
    else if (number === kindNumber) found.kind = reader.expect(bytesWire, 'Kind').string();
    else reader.skip();
  }
  reader.leave(outer);
}

function writeTypeMeta(writer: WireWriter, apiVersion: string, kind: string): void {
  const mark = writer.length;
  writer.string(kind);
  writer.tag(kindNumber, bytesWire);
  writer.string(apiVersion);
  writer.tag(apiVersionNumber, bytesWire);
  writer.lengthSince(mark);
  writer.tag(typeMetaNumber, bytesWire);
}

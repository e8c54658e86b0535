/**
 * Values to bytes, in the encoding that the client chose.
 */
import { stringifyJson } from '@reeve/machinery';
import { writeEnvelope } from '../codec/protobuf-envelope.ts';
import { contentTypeOf, type Representation } from '../negotiate/representation.ts';
import type { PlainResponse } from '../request/api-request.ts';

/** An answer whose value is given as JSON, and as protobuf where there is such a form. */
export async function encoded(
  status: number,
  value: object,
  representation: Representation,
  toProtobuf?: () => Uint8Array,
): Promise<PlainResponse> {
  return {
    status,
    headers: { 'content-type': contentTypeOf(representation) },
    body: await bytesOf(value, representation, toProtobuf),
  };
}

/** Long lines stay whole, and parts that objects share are written out each time. */
export const yamlForm = { lineWidth: 0, aliasDuplicateObjects: false } as const;

async function bytesOf(
  value: object,
  { encoding, isPretty }: Representation,
  toProtobuf?: () => Uint8Array,
): Promise<Uint8Array> {
  if (encoding === 'yaml') {
    const { stringify } = await import('yaml');
    return Buffer.from(stringify(value, yamlForm));
  }
  if (encoding === 'protobuf' && toProtobuf) {
    const { apiVersion = '', kind = '' } = value as { apiVersion?: string; kind?: string };
    return writeEnvelope({ apiVersion, kind, raw: toProtobuf() });
  }
  return Buffer.from(`${stringifyJson(value, isPretty ? { indent: 2 } : {})}\n`);
}

/**
 * Bodies that a real server gave back in both encodings (`node tools/differential/record-bodies.mjs`): the codec has to make the one of the other,
 * byte for byte.
 */
import { readFileSync } from 'node:fs';
import { parseApiVersion, type JsonObject } from '@reeve/machinery';
import { loadTypeTable } from '@reeve/kinds';
import { readEnvelope, TypedCodecs, writeEnvelope } from '@reeve/apiserver';
import { describe, expect, test } from 'vitest';

type Codec = ReturnType<TypedCodecs['forKind']>;

interface RecordedBody {
  readonly path: string;
  readonly json: JsonObject & { readonly apiVersion: string; readonly kind: string };
  /** In base64. */
  readonly protobuf: string;
}

const recorded: RecordedBody[] = JSON.parse(
  readFileSync(new URL('fixtures/recorded-bodies.json', import.meta.url), 'utf8'),
);
const codecs = new TypedCodecs(await loadTypeTable());

describe.each(recorded)('the body of $path', ({ json, protobuf }) => {
  const bytes = Buffer.from(protobuf, 'base64');
  const { apiVersion, kind } = json;
  const codec = codecFor(apiVersion, kind);

  test('is read from protobuf, with its fields in order · N3', () => {
    const envelope = readEnvelope(bytes);

    expect(envelope).toMatchObject({ apiVersion, kind });
    expect(textOf({ kind, apiVersion, ...codec.protobuf?.decode(envelope.raw) })).toBe(textOf(asInProtobuf(json)));
  });

  test('is written to protobuf · N4', () => {
    const raw = encode(json, codec);

    expect(writeEnvelope({ apiVersion, kind, raw }).toString('hex')).toBe(bytes.toString('hex'));
  });

  test('is as Go prints it, and so passes through the JSON codec untouched', () => {
    const { object, unknownFields } = codec.decode(json);

    expect(object).toBe(json);
    expect(unknownFields).toEqual([]);
  });

  test('comes out of the JSON codec in order when its keys are not in order', () => {
    const { object, unknownFields } = codec.decode(reversed(json) as JsonObject);

    expect(textOf(object)).toBe(textOf(json));
    expect(unknownFields).toEqual([]);
  });
});

function codecFor(apiVersion: string, kind: string): Codec {
  const { group, version } = parseApiVersion(apiVersion);
  return codecs.forKind(group, version, kind);
}

function encode(json: RecordedBody['json'], codec: Codec): Uint8Array {
  if (!json.kind.endsWith('List')) return codec.protobuf?.encode(json as never) ?? new Uint8Array();
  const items = codecFor(json.apiVersion, json.kind.slice(0, -'List'.length));
  return items.protobuf?.encodeList(json as never) ?? new Uint8Array();
}

/** Protobuf says of no object inside another what kind it is; the server adds it to the claims of stateful sets when it answers in JSON. */
function asInProtobuf(json: JsonObject): JsonObject {
  const { volumeClaimTemplates, ...spec } = { ...(json['spec'] as JsonObject | undefined) };
  if (!Array.isArray(volumeClaimTemplates)) return json;
  const claims = (volumeClaimTemplates as JsonObject[]).map(({ kind: _kind, apiVersion: _version, ...claim }) => claim);
  return { ...json, spec: inOrderOf(json['spec'] as JsonObject, { ...spec, volumeClaimTemplates: claims }) };
}

const inOrderOf = (order: JsonObject, object: JsonObject): JsonObject =>
  Object.fromEntries(Object.keys(order).map((key) => [key, object[key] ?? null]));

/** The text shows the order of fields, which a comparison of objects does not. */
const textOf = (value: unknown): string => JSON.stringify(value, undefined, 1);

/** The value with the keys of typed objects back to front; what Go leaves as it is stays as it is. */
function reversed(value: unknown, key = ''): unknown {
  if (raw.has(key)) return value;
  if (Array.isArray(value)) return value.map((item) => reversed(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, item]) => [name, reversed(item, name)] as const)
      .toReversed(),
  );
}

const raw: ReadonlySet<string> = new Set(['fieldsV1', 'parameters', 'data', 'default', 'example']);

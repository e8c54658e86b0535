/**
 * The object in a request's body: its encoding understood, its kind compared with what the URL asks for, its oddities noted.
 */
import { InvalidInputError, isJsonObject, parseJsonWithNotes, type JsonObject } from '@reeve/machinery';
import { badRequest, unsupportedMediaType } from '../error/status-error.ts';
import { parseMediaType } from '../negotiate/media-type.ts';
import { readEnvelope } from '../codec/protobuf-envelope.ts';
import type { ObjectCodec } from '../resource/object-codec.ts';
import type { ApiObject } from '../resource/served-resource.ts';
import type { ApiRequest } from './api-request.ts';
import { goJsonError } from './go-json-error.ts';

/** What the body must be: a kind with its codec, as messages name it. */
export interface ExpectedKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly codec: ObjectCodec;
  /** Custom resources must say what they are; built-ins may leave it to the URL. */
  readonly isCustom: boolean;
}

export interface Body {
  readonly object: ApiObject;
  /** `unknown field "spec.x"` and `duplicate field "spec.y"`, in document order. */
  readonly oddities: readonly string[];
}

interface Parsed {
  readonly value: JsonObject;
  readonly duplicates: readonly string[];
  readonly floats: ReadonlySet<string> | undefined;
}

/** Decodes the body of a create or update. */
export async function readBody(request: ApiRequest, expected: ExpectedKind): Promise<Body> {
  const encoding = bodyEncoding(request.headers['content-type'], expected.codec);
  if (encoding === 'protobuf') return readProtobuf(request.body, expected);
  const { value, duplicates, floats } = await parseText(request.body, encoding, expected);
  return fromJson(value, duplicates, expected, floats);
}

/** An object given as parsed JSON: a body, or the outcome of a patch. */
export function fromJson(
  value: JsonObject,
  duplicates: readonly string[],
  expected: ExpectedKind,
  floats?: ReadonlySet<string>,
): Body {
  checkKind(value, expected);
  const { object, unknownFields } = expected.codec.decode(value, floats);
  return {
    object: typed(object, expected),
    oddities: [
      ...unknownFields.map((field) => `unknown field "${field}"`),
      ...duplicates.map((field) => `duplicate field "${field}"`),
    ],
  };
}

/** The object with what it is at its head: readers of lists rely on that order. */
function typed(
  { apiVersion: _apiVersion, kind: _kind, metadata, ...rest }: ApiObject,
  { apiVersion, kind }: ExpectedKind,
): ApiObject {
  return { kind, apiVersion, metadata: metadata ?? {}, ...rest };
}

function bodyEncoding(contentType: string | undefined, codec: ObjectCodec): 'json' | 'yaml' | 'protobuf' {
  const type = contentType === undefined || contentType === '' ? 'application/json' : parseMediaType(contentType)?.type;
  if (type === 'application/json') return 'json';
  if (type === 'application/yaml') return 'yaml';
  if (type === 'application/vnd.kubernetes.protobuf' && codec.protobuf) return 'protobuf';
  throw unsupportedMediaType([
    'application/json',
    'application/yaml',
    ...(codec.protobuf ? ['application/vnd.kubernetes.protobuf'] : []),
  ]);
}

function readProtobuf(body: Uint8Array, expected: ExpectedKind): Body {
  const { codec } = expected;
  try {
    const { apiVersion, kind, raw } = readEnvelope(body);
    checkKind({ apiVersion: apiVersion || expected.apiVersion, kind: kind || expected.kind }, expected);
    const object = codec.protobuf?.decode(raw);
    return { object: typed(object as ApiObject, expected), oddities: [] };
  } catch (error) {
    if (error instanceof InvalidInputError)
      throw badRequest(`${title(expected)} cannot be handled as a ${expected.kind}: ${error.message}`);
    throw error;
  }
}

async function parseText(body: Uint8Array, encoding: 'json' | 'yaml', expected: ExpectedKind): Promise<Parsed> {
  if (encoding === 'yaml') return { value: await parseYaml(body, expected), duplicates: [], floats: undefined };
  try {
    const { value, duplicates, floats } = parseJsonWithNotes(body);
    if (!isJsonObject(value))
      throw new InvalidInputError(
        '',
        `json: cannot unmarshal ${jsonType(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
      );
    return { value: value, duplicates: [...duplicates].map(dotted), floats };
  } catch (error) {
    if (error instanceof InvalidInputError)
      throw unparsable(goJsonError(Buffer.from(body).toString('utf8')) ?? error.message, expected);
    throw error;
  }
}

async function parseYaml(body: Uint8Array, expected: ExpectedKind): Promise<JsonObject> {
  const { parse } = await import('yaml');
  try {
    const value: unknown = parse(Buffer.from(body).toString('utf8'), { maxAliasCount: 100, intAsBigInt: false });
    if (!isJsonObject(value)) throw new InvalidInputError('', 'the document is not a mapping');
    return value as JsonObject;
  } catch (error) {
    throw unparsable(error instanceof Error ? error.message : String(error), expected);
  }
}

function checkKind(value: { readonly apiVersion?: unknown; readonly kind?: unknown }, expected: ExpectedKind): void {
  const { apiVersion, kind } = value;
  if (expected.isCustom && (typeof kind !== 'string' || kind === ''))
    throw badRequest(`Object 'Kind' is missing in '${JSON.stringify(value)}'`);
  const actualKind = typeof kind === 'string' && kind !== '' ? kind : expected.kind;
  const actualVersion = typeof apiVersion === 'string' && apiVersion !== '' ? apiVersion : expected.apiVersion;
  if (actualVersion !== expected.apiVersion && actualKind === expected.kind) {
    throw badRequest(
      `the API version in the data (${actualVersion}) does not match the expected API version (${expected.apiVersion})`,
    );
  }
  if (actualKind !== expected.kind) {
    const version = actualVersion.slice(actualVersion.indexOf('/') + 1);
    throw badRequest(
      `${actualKind} in version ${JSON.stringify(version)} cannot be handled as a ${expected.kind}: converting (v1.${actualKind}) to (v1.${expected.kind}): unknown conversion`,
    );
  }
}

function unparsable(problem: string, { kind }: ExpectedKind) {
  return badRequest(
    `the object provided is unrecognized (must be of type ${kind}): couldn't get version/kind; json parse error: ${problem}`,
  );
}

const title = ({ kind, apiVersion }: ExpectedKind): string =>
  `${kind} in version ${JSON.stringify(apiVersion.slice(apiVersion.indexOf('/') + 1))}`;

/** `/spec/ports/0/name` as `spec.ports[0].name`. */
function dotted(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((token, index) =>
      /^[0-9]+$/.test(token)
        ? `[${token}]`
        : `${index === 0 ? '' : '.'}${token.replaceAll('~1', '/').replaceAll('~0', '~')}`,
    )
    .join('');
}

function jsonType(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value === 'boolean' ? 'bool' : typeof value;
}

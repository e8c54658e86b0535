/**
 * The object in a request's body: its encoding understood, its kind compared with what the URL asks for, its oddities noted.
 */
import { InvalidInputError, isJsonObject, parseJsonWithNotes, setOwn, type JsonObject } from '@reeve/machinery';
import {
  badRequest,
  goJsonError,
  isTooDeep,
  StatusError,
  unsupportedMediaType,
  type ApiObject,
  type ObjectCodec,
} from '@reeve/registry';
import { parseMediaType } from '../negotiate/media-type.ts';
import { readEnvelope } from '../codec/protobuf-envelope.ts';
import type { ApiRequest } from './api-request.ts';
import { bodyExcerpt } from './body-excerpt.ts';
import { checkKind, jsonType, typeProblem, type ExpectedKind } from './check-kind.ts';
import { dottedPath } from './dotted-path.ts';
import { inDocumentOrder } from './document-order.ts';
import { replaceLoneSurrogates } from './lone-surrogates.ts';
import { parseYamlBody, type YamlBody } from './yaml-body.ts';

export interface Body {
  readonly object: ApiObject;
  /** `unknown field "spec.x"` and `duplicate field "spec.y"`, in document order. */
  readonly oddities: readonly string[];
}

interface Parsed {
  readonly value: JsonObject;
  readonly duplicates: readonly string[];
  readonly floats: ReadonlySet<string> | undefined;
  /** Keys that come twice in YAML, as its parser tells them. */
  readonly yamlNotes?: readonly string[];
}

/** Decodes the body of a create or update. */
export async function readBody(request: Pick<ApiRequest, 'headers' | 'body'>, expected: ExpectedKind): Promise<Body> {
  const encoding = bodyEncoding(request.headers['content-type'], expected.codec);
  if (encoding === 'protobuf') return readProtobuf(request.body, expected);
  const { value, duplicates, floats, yamlNotes = [] } = await parseText(request.body, encoding, expected);
  const { object, oddities } = asWritten(request.body, () => fromJson(value, duplicates, expected, floats));
  return { object, oddities: yamlNotes.length === 0 ? oddities : [...yamlNotes, ...oddities] };
}

/** A number beyond 64-bit floats is refused as it stands in the body. */
function asWritten<T>(body: Uint8Array, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof StatusError) || !error.message.includes('number Infinity')) throw error;
    const numbers =
      Buffer.from(body)
        .toString()
        .match(/-?[0-9][0-9.]*(?:[eE][+-]?[0-9]+)?/gu) ?? [];
    const written = numbers.find((text) => !Number.isFinite(Number(text))) ?? 'Infinity';
    throw badRequest(error.message.replace('number Infinity', `number ${written}`));
  }
}

/** An object given as parsed JSON: a body, or the outcome of a patch. */
export function fromJson(
  value: JsonObject,
  duplicates: readonly string[],
  expected: ExpectedKind,
  floats?: ReadonlySet<string>,
): Body {
  checkKind(value, expected);
  const { object, unknownFields } = expected.codec.decode(value, floats, true);
  if (unknownFields.length === 0 && duplicates.length === 0)
    return { object: asKind(object, value, expected), oddities: none };
  const unknown = unknownFields.map((path) => ({ path, text: `unknown field "${path}"` }));
  const twice = duplicates.map((path) => ({ path, text: `duplicate field "${path}"` }));
  const all = expected.isCustom
    ? [...twice, ...unknown]
    : inDocumentOrder(value, [...unknown, ...twice], ({ path }) => path);
  return {
    object: asKind(object, value, expected),
    oddities: all.map(({ text }) => text),
  };
}

const none: readonly string[] = [];

function asKind(object: ApiObject, value: JsonObject, expected: ExpectedKind): ApiObject {
  return expected.isCustom ? typed(object, expected) : withEmptyManagers(typed(object, expected), value);
}

/** An empty list of managers, which no built-in object has, asks for forgetting them; it must not be lost with other empty lists. */
function withEmptyManagers(object: ApiObject, { metadata }: JsonObject): ApiObject {
  const managers = isJsonObject(metadata) ? metadata['managedFields'] : undefined;
  const isEmpty = Array.isArray(managers) && managers.length === 0;
  return isEmpty ? { ...object, metadata: { ...object.metadata, managedFields: [] } } : object;
}

/** The object with what it is at its head: readers of lists rely on that order. */
function typed(object: ApiObject, { apiVersion, kind }: ExpectedKind): ApiObject {
  const headed: Record<string, unknown> = { kind, apiVersion, metadata: object.metadata ?? {} };
  for (const name in object)
    if (name !== 'kind' && name !== 'apiVersion' && name !== 'metadata') setOwn(headed, name, object[name]);
  return headed as ApiObject;
}

function bodyEncoding(contentType: string | undefined, codec: ObjectCodec): 'json' | 'yaml' | 'protobuf' {
  if (contentType === undefined || contentType === '' || contentType === 'application/json') return 'json';
  const type = parseMediaType(contentType)?.type;
  if (type === 'application/json') return 'json';
  if (type === 'application/yaml') return 'yaml';
  if (type === 'application/vnd.kubernetes.protobuf' && codec.protobuf) return 'protobuf';
  throw unsupportedMediaType(['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf']);
}

function readProtobuf(body: Uint8Array, expected: ExpectedKind): Body {
  const { apiVersion, kind, raw } = attempt(
    () => readEnvelope(body),
    (problem) => unparsable(problem, body, expected),
  );
  checkKind({ apiVersion, kind }, expected);
  const object = attempt(
    () => expected.codec.protobuf?.decode(raw),
    (problem) => badRequest(`${title(expected)} cannot be handled as a ${expected.kind}: ${problem}`),
  );
  return { object: typed(object as ApiObject, expected), oddities: [] };
}

/** Input that cannot be read becomes a refusal. */
function attempt<T>(read: () => T, refuse: (problem: string) => StatusError): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidInputError) throw refuse(error.message);
    throw error;
  }
}

async function parseText(body: Uint8Array, encoding: 'json' | 'yaml', expected: ExpectedKind): Promise<Parsed> {
  const whole = encoding === 'json' ? replaceLoneSurrogates(body) : body;
  const text = Buffer.from(whole.buffer, whole.byteOffset, whole.length).toString('utf8'); // bytes that are no text are replaced, as Go's decoder does
  if (encoding === 'yaml') {
    const { value, duplicates } = await parseYaml(text, body, expected);
    return { value: asObject(value, body, expected), duplicates: [], floats: undefined, yamlNotes: duplicates };
  }
  if (isTooDeep(text)) throw unparsable(`${versionProblem}exceeded max depth`, body, expected);
  const { value, duplicates, floats } = attempt(
    () => parseJsonWithNotes(text),
    (problem) =>
      unparsable(`${versionProblem}${goJsonError(Buffer.from(body).toString('latin1')) ?? problem}`, body, expected),
  );
  const object = asObject(value, body, expected);
  refuseUnreadableType(object, body, expected);
  return { value: object, duplicates: duplicates.size === 0 ? none : [...duplicates].map(dottedPath), floats };
}

/** What a body is must be told in texts, and its version in at most two parts. */
function refuseUnreadableType(value: JsonObject, body: Uint8Array, expected: ExpectedKind): void {
  const problem = typeProblem(value);
  if (problem !== undefined) throw unparsable(`${versionProblem}${problem}`, body, expected);
  const version = value['apiVersion'];
  if (typeof version === 'string' && version.split('/').length > 2)
    throw unparsable(`unexpected GroupVersion string: ${version}`, body, expected);
}

const versionProblem = "couldn't get version/kind; json parse error: ";

/** Nothing at all counts as an empty object. */
function asObject(value: unknown, body: Uint8Array, expected: ExpectedKind): JsonObject {
  if (isJsonObject(value)) return value as JsonObject;
  if (value === null && expected.isCustom && body.length > 0)
    throw unparsable("Object 'Kind' is missing in 'null'", body, expected);
  if (value === null || value === undefined) return {};
  const target =
    'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
  throw unparsable(
    `${versionProblem}json: cannot unmarshal ${jsonType(value)} into Go value of type ${target}`,
    body,
    expected,
  );
}

async function parseYaml(text: string, body: Uint8Array, expected: ExpectedKind): Promise<YamlBody> {
  try {
    return await parseYamlBody(text);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw unparsable(`yaml: ${error.message}`, body, expected);
  }
}

function unparsable(problem: string, body: Uint8Array, { kind }: ExpectedKind): StatusError {
  return badRequest(`the object provided is unrecognized (must be of type ${kind}): ${problem} (${bodyExcerpt(body)})`);
}

const title = ({ kind, apiVersion }: ExpectedKind): string =>
  `${kind} in version ${JSON.stringify(apiVersion.slice(apiVersion.indexOf('/') + 1))}`;

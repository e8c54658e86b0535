/**
 * Changes an object by a patch: JSON Patch, merge patch or, for built-in kinds, strategic merge patch. The patch is tried again on a newer version when
 * somebody else was faster and the patch does not name a version.
 */
import {
  applyJsonPatch,
  canonicalJson,
  applyMergePatch,
  applyStrategicMergePatch,
  hasCode,
  InvalidInputError,
  isJsonObject,
  parseJsonWithNotes,
  parseJsonPatch,
  ReeveError,
  type JsonObject,
} from '@reeve/machinery';
import { badRequest, StatusError, unsupportedMediaType } from '../error/status-error.ts';
import { parseMediaType } from '../negotiate/media-type.ts';
import { DecodeError } from '../codec/decode-error.ts';
import { invalid, causeOf, printFieldError } from '../error/field-error.ts';
import { kindProblem, wrongField } from '../request/check-kind.ts';
import { dottedPath } from '../request/dotted-path.ts';
import { goJsonError } from '../request/go-json-error.ts';
import { fromJson, type Body } from '../request/read-body.ts';
import { parseWriteOptions, type WriteOptions } from '../request/write-options.ts';
import type { ApiObject, ServedResource } from '../resource/served-resource.ts';
import { judgeOddities } from '../write/field-oddities.ts';
import { checkName, checkNamespace } from '../write/system-fields.ts';
import { goValue } from '../managed-fields/go-value.ts';
import { apply } from './apply.ts';
import { goKind } from './go-kind.ts';
import { readJsonPatch } from './json-patch-document.ts';
import { replace, type Updated } from './update.ts';
import type { Call } from './call.ts';

const jsonPatchType = 'application/json-patch+json';
const mergePatchType = 'application/merge-patch+json';
const strategicType = 'application/strategic-merge-patch+json';
const applyType = 'application/apply-patch+yaml';
/** How the real server reads JSON Patch where the standard is stricter. */
const serverRules = { negativeIndices: true, absentIsNull: true };

/** Patches the object and gives it back as stored; an apply may create it. */
export async function patch(call: Call, name: string): Promise<Updated> {
  const type = patchType(call);
  if (type === applyType) return apply(call, name);
  const { change, isDryRun } = readPatch(call);
  return { object: await replace(call, name, change, isDryRun), isCreated: false };
}

/** The patch in a request, of any type but apply, as a function of the object. */
export function readPatch(call: Call): { change: (old: ApiObject) => ApiObject; isDryRun: boolean } {
  const type = patchType(call);
  const options = parseWriteOptions(call.request.query, 'PatchOptions');
  const document = parsePatch(call.request.body, type);
  const understood = patchOf(call, type, document.value, options);
  const twice = type === jsonPatchType ? [] : document.duplicates.map((path) => `duplicate field "${path}"`);
  const noticed = [...understood.oddities, ...twice];
  return {
    change: (old) => decodeResult(call, { ...understood, oddities: noticed }, old, options),
    isDryRun: options.isDryRun,
  };
}

/** Whether a request is an apply. */
export const isApply = (call: Call): boolean => patchType(call) === applyType;

/** The types of patch that a resource takes. */
export function patchTypes({ resource }: Pick<Call, 'resource'>): string[] {
  return [jsonPatchType, mergePatchType, ...(resource.patchSchema ? [strategicType] : []), applyType];
}

function patchType(call: Call): string {
  const type = parseMediaType(call.request.headers['content-type'] ?? '')?.type ?? '';
  const known = patchTypes(call);
  if (known.includes(type)) return type;
  if (call.resource.isCustom || type === strategicType) throw unsupportedMediaType(known);
  throw new StatusError(415, 'UnsupportedMediaType', '415: Unsupported Media Type');
}

/** A patch as it was understood. */
interface Patch {
  /** What it makes of an object. */
  change(old: ApiObject): unknown;
  /** What is odd about the patch itself. */
  readonly oddities: readonly string[];
  /** How a refusal quotes it, where it does not quote what came of it. */
  quoted?(): string;
}

/** The patch, with everything that is wrong about it said at once. */
function patchOf(call: Call, type: string, document: unknown, { fieldValidation }: WriteOptions): Patch {
  if (type === jsonPatchType) {
    const { operations, oddities } = readJsonPatch(document, fieldValidation);
    return {
      change: (old) => refusedAs422(() => applyJsonPatch(old, parseJsonPatch(operations), serverRules)),
      oddities,
    };
  }
  if (document === null) return emptyPatch(type);
  if (!isJsonObject(document))
    throw badRequest(
      `${prefixOf(type)}json: cannot unmarshal ${goKind(document)} into Go value of type map[string]interface {}`,
    );
  if (type === mergePatchType) return { change: (old) => applyMergePatch(old, document), oddities: [] };
  const schema = call.resource.patchSchema ?? {};
  return {
    change: (old) => refusedAs422(() => applyStrategicMergePatch(old, document, schema)),
    oddities: [],
    quoted: () => goValue(document),
  };
}

/** Null is no merge patch; as a strategic one it changes nothing. */
function emptyPatch(type: string): Patch {
  if (type === mergePatchType) throw badRequest('Invalid JSON Patch');
  return { change: (old) => old, oddities: [] };
}

/** Strategic patches are refused without an introduction. */
const prefixOf = (type: string): string => (type === strategicType ? '' : 'error decoding patch: ');

function parsePatch(body: Uint8Array, type: string): { value: unknown; duplicates: readonly string[] } {
  try {
    const { value, duplicates } = parseJsonWithNotes(body);
    return { value, duplicates: [...duplicates].map(dottedPath) };
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw badRequest(`${prefixOf(type)}${goJsonError(Buffer.from(body).toString('latin1')) ?? error.message}`);
  }
}

/** A patch that cannot be applied to this object. */
function refusedAs422<T>(attempt: () => T): T {
  try {
    return attempt();
  } catch (error) {
    if (
      error instanceof ReeveError &&
      (error instanceof InvalidInputError ||
        hasCode(error, 'REEVE_PATCH_TEST_FAILED') ||
        hasCode(error, 'REEVE_PATCH_PATH_MISSING'))
    ) {
      throw new StatusError(422, 'Invalid', 'the server rejected our request due to an error in our request', {});
    }
    throw error;
  }
}

/** The outcome of a patch is an object like any other that comes in. */
function decodeResult(call: Call, given: Patch, old: ApiObject, { fieldValidation }: WriteOptions): ApiObject {
  const { resource } = call;
  const result = given.change(old) as JsonObject;
  const refuse = (problem: string) => badPatch(given.quoted?.() ?? canonicalJson(result), problem);
  const { object, oddities: unknown } = decodePatched(result, resource, refuse);
  const oddities = [...given.oddities, ...unknown];
  if (oddities.length > 0 && fieldValidation === 'Strict')
    throw refuse(`strict decoding error: ${oddities.join(', ')}`);
  judgeOddities(oddities, fieldValidation, resource, call.warnings);
  const { name = '', namespace } = old.metadata;
  checkName(object, name);
  checkNamespace(object, resource, namespace);
  return resource.strategy.defaults({
    ...object,
    metadata: {
      ...object.metadata,
      name: object.metadata.name ?? name,
      ...(namespace && { namespace: object.metadata.namespace ?? namespace }),
    },
  });
}

/** A patch that makes of the object what its kind cannot hold is refused as a patch, with what came of it. */
function decodePatched(result: JsonObject, resource: ServedResource, refuse: (problem: string) => StatusError): Body {
  const { apiVersion, kind } = result;
  if (resource.isCustom && typeof apiVersion === 'string' && apiVersion !== resource.apiVersion)
    throw wrongField(result, 'apiVersion', apiVersion, resource.apiVersion);
  if (!resource.isCustom && apiVersion === undefined) return ofNoVersion(result);
  if (!resource.isCustom && (apiVersion !== resource.apiVersion || (kind ?? resource.kind) !== resource.kind))
    throw refuse(
      kindProblem(typeof apiVersion === 'string' ? apiVersion : '', typeof kind === 'string' ? kind : '', resource),
    );
  try {
    return fromJson(result, [], resource);
  } catch (error) {
    throw error instanceof DecodeError ? refuse(error.problem) : error;
  }
}

/** Without a version, none of the fields of an object means anything. */
function ofNoVersion(result: JsonObject): Body {
  const unknown = Object.keys(result).filter((name) => name !== 'kind');
  return {
    object: { metadata: {} },
    oddities: unknown.toSorted().map((name) => `unknown field ${JSON.stringify(name)}`),
  };
}

function badPatch(quoted: string, problem: string): StatusError {
  const error = invalid('patch', quoted, problem);
  return new StatusError(422, 'Invalid', ` "" is invalid: ${printFieldError(error)}`, { causes: [causeOf(error)] });
}

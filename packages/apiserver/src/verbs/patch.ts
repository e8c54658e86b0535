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
  parseJsonWithNotes,
  parseJsonPatch,
  ReeveError,
  type JsonObject,
} from '@reeve/machinery';
import { badRequest, StatusError, tooLarge, unsupportedMediaType } from '../error/status-error.ts';
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
import { replace } from './update.ts';
import type { Call } from './call.ts';

const jsonPatchType = 'application/json-patch+json';
const mergePatchType = 'application/merge-patch+json';
const strategicType = 'application/strategic-merge-patch+json';
const applyType = 'application/apply-patch+yaml';
const maxOperations = 10_000;
/** How the real server reads JSON Patch where the standard is stricter. */
const serverRules = { negativeIndices: true, absentIsNull: true };

/** Patches the object and gives it back as stored. */
export async function patch(call: Call, name: string): Promise<ApiObject> {
  const type = patchType(call);
  const options = parseWriteOptions(call.request.query, 'PatchOptions');
  const { document, duplicates } = parsePatch(call.request.body);
  const change = changeOf(call, type, document);
  const noticed = type === jsonPatchType ? [] : duplicates.map((path) => `duplicate field "${path}"`);
  return replace(call, name, (old) => decodeResult(call, change(old), old, options, noticed), options.isDryRun);
}

/** The types of patch that a resource takes. */
export function patchTypes({ resource }: Pick<Call, 'resource'>): string[] {
  return [jsonPatchType, mergePatchType, ...(resource.patchSchema ? [strategicType] : [])];
}

function patchType(call: Call): string {
  const type = parseMediaType(call.request.headers['content-type'] ?? '')?.type ?? '';
  const known = patchTypes(call);
  if (known.includes(type)) return type;
  if (call.resource.isCustom || type === strategicType || type === applyType)
    throw unsupportedMediaType([...known, applyType]);
  throw new StatusError(415, 'UnsupportedMediaType', '415: Unsupported Media Type');
}

/** The patch as a function of the object, with everything that is wrong about the patch itself said at once. */
function changeOf(call: Call, type: string, document: unknown): (old: ApiObject) => unknown {
  if (type === jsonPatchType) return jsonPatchChange(document);
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${goKind(document)} into Go value of type map[string]interface {}`,
    );
  if (type === mergePatchType) return (old) => applyMergePatch(old, document);
  const schema = call.resource.patchSchema ?? {};
  return (old) => refusedAs422(() => applyStrategicMergePatch(old, document, schema));
}

function parsePatch(body: Uint8Array): { document: unknown; duplicates: readonly string[] } {
  try {
    const { value, duplicates } = parseJsonWithNotes(body);
    return { document: value, duplicates: [...duplicates].map(dottedPath) };
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw badRequest(`error decoding patch: ${goJsonError(Buffer.from(body).toString('latin1')) ?? error.message}`);
  }
}

function jsonPatchChange(document: unknown): (old: ApiObject) => unknown {
  if (!Array.isArray(document))
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${goKind(document)} into Go value of type jsonpatch.Patch`,
    );
  if (document.length > maxOperations) {
    throw tooLarge(
      `Request entity too large: The allowed maximum operations in a JSON patch is ${maxOperations}, got ${document.length}`,
    );
  }
  return (old) => refusedAs422(() => applyJsonPatch(old, parseJsonPatch(document), serverRules));
}

/** What Go calls a JSON value. */
function goKind(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : value === null ? 'null' : typeof value;
}

/** A patch that cannot be applied to this object. */
function refusedAs422<T>(apply: () => T): T {
  try {
    return apply();
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
function decodeResult(
  call: Call,
  result: unknown,
  old: ApiObject,
  { fieldValidation }: WriteOptions,
  noticed: readonly string[],
): ApiObject {
  const { resource } = call;
  const { object, oddities: unknown } = decodePatched(result as JsonObject, resource);
  const oddities = [...noticed, ...unknown];
  if (oddities.length > 0 && fieldValidation === 'Strict')
    throw badPatch(result as JsonObject, `strict decoding error: ${oddities.join(', ')}`);
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
function decodePatched(result: JsonObject, resource: ServedResource): Body {
  const { apiVersion, kind } = result;
  if (resource.isCustom && typeof apiVersion === 'string' && apiVersion !== resource.apiVersion)
    throw wrongField(result, 'apiVersion', apiVersion, resource.apiVersion);
  if (!resource.isCustom && (apiVersion !== resource.apiVersion || kind !== resource.kind))
    throw badPatch(
      result,
      kindProblem(typeof apiVersion === 'string' ? apiVersion : '', typeof kind === 'string' ? kind : '', resource),
    );
  try {
    return fromJson(result, [], resource);
  } catch (error) {
    throw error instanceof DecodeError ? badPatch(result, error.problem) : error;
  }
}

function badPatch(result: JsonObject, problem: string): StatusError {
  const error = invalid('patch', canonicalJson(result), problem);
  return new StatusError(422, 'Invalid', ` "" is invalid: ${printFieldError(error)}`, { causes: [causeOf(error)] });
}

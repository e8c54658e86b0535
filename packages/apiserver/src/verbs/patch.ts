/**
 * Changes an object by a patch: JSON Patch, merge patch or, for built-in kinds, strategic merge patch. The patch is tried again on a newer version when
 * somebody else was faster and the patch does not name a version.
 */
import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  hasCode,
  InvalidInputError,
  isJsonObject,
  parseJsonPatch,
  parseJsonWithNotes,
  ReeveError,
} from '@reeve/machinery';
import { badRequest, StatusError, unsupportedMediaType, type ApiObject } from '@reeve/registry';
import { parseMediaType } from '../negotiate/media-type.ts';
import { dottedPath } from '../request/dotted-path.ts';
import { replaceLoneSurrogates } from '../request/lone-surrogates.ts';
import { parseWriteOptions, type WriteOptions } from '../request/write-options.ts';
import { goValue } from '../managed-fields/go-value.ts';
import { apply } from './apply.ts';
import { goKind } from './go-kind.ts';
import { readJsonPatch } from './json-patch-document.ts';
import { outcomeOf, type Patch } from './patch-outcome.ts';
import { orProblem, outcomeProblem } from './strategic-problem.ts';
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
  return { object: await replace(call, name, change, { isDryRun }), isCreated: false };
}

/** The patch in a request, of any type but apply, as a function of the object. */
export function readPatch(call: Call): { change: (old: ApiObject) => ApiObject; isDryRun: boolean } {
  const type = patchType(call);
  const options = parseWriteOptions(call.request.query, 'PatchOptions');
  const document = parsePatch(call.request.body);
  const understood = patchOf(call, type, document.value, options);
  const twice = type === jsonPatchType ? [] : document.duplicates.map((path) => `duplicate field "${path}"`);
  const noticed = [...understood.oddities, ...twice];
  return {
    change: (old) => outcomeOf(call, { ...understood, oddities: noticed }, old, options),
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
  if (type === mergePatchType)
    return { change: (old) => refusedAs422(() => applyMergePatch(old, document)), oddities: [] };
  const schema = call.resource.patchSchema ?? {};
  return {
    change: (old) => refusedAs422(() => orProblem(() => applyStrategicMergePatch(old, document, schema))),
    oddities: [],
    ignoresKind: true,
    quoted: () => goValue(document),
    worded: outcomeProblem,
  };
}

/** Null is no merge patch; as a strategic one it changes nothing. */
function emptyPatch(type: string): Patch {
  if (type === mergePatchType) throw badRequest('Invalid JSON Patch');
  return { change: (old) => old, oddities: [] };
}

/** Strategic patches are refused without an introduction. */
const prefixOf = (type: string): string => (type === strategicType ? '' : 'error decoding patch: ');

function parsePatch(body: Uint8Array): { value: unknown; duplicates: readonly string[] } {
  try {
    const { value, duplicates } = parseJsonWithNotes(replaceLoneSurrogates(body));
    return { value, duplicates: [...duplicates].map(dottedPath) };
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw badRequest('invalid JSON patch');
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

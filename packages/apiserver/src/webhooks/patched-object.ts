/**
 * The patch of a mutating webhook: reads it, applies it, and reads what comes of it as an object of its kind. Refusals have the words of the real server's patch
 * library. Upstream: evanphx/json-patch, and the end of callAttrMutatingHook.
 */
import { InvalidInputError, isJsonObject, parseJson, type JsonObject } from '@reeve/machinery';
import { goJsonError, internalError, textAt, type ApiObject, type Fields, type ObjectForm } from '@reeve/registry';
import { applyOperation, PatchProblem } from '../admission/go-json-patch.ts';
import { DecodeError } from '../codec/decode-error.ts';
import { fromJson } from '../request/read-body.ts';

/** The operations of a patch. `refuse` throws the refusal of what is none. */
export function readPatch(text: string, refuse: (problem: string) => never): readonly Fields[] {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    if (error instanceof InvalidInputError) refuse(goJsonError(text) ?? error.message);
    throw error;
  }
  if (!Array.isArray(value)) refuse(`json: cannot unmarshal ${jsonType(value)} into Go value of type jsonpatch.Patch`);
  const odd = (value as readonly unknown[]).find((each) => !isJsonObject(each));
  if (odd !== undefined) refuse(`json: cannot unmarshal ${jsonType(odd)} into Go value of type jsonpatch.Operation`);
  return value as readonly Fields[];
}

const jsonType = (value: unknown): string =>
  Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;

/** The object that a patch makes of another, with defaults. Throws an internal error where it cannot be applied, or makes no object of the kind. */
export function applyPatch(object: ApiObject, operations: readonly Fields[], form: ObjectForm): ApiObject {
  let document: unknown = object;
  for (const operation of operations) document = applied(document, operation);
  if (!isJsonObject(document)) throw internalError("Object 'Kind' is missing");
  return form.strategy.defaults(decoded(document as JsonObject, form));
}

function applied(document: unknown, operation: Fields): unknown {
  try {
    return applyOperation(document, operation);
  } catch (error) {
    throw error instanceof PatchProblem ? internalError(error.message) : error;
  }
}

/** What came of a patch, as an object of the kind; fields that the kind does not have are dropped. */
function decoded(document: JsonObject, form: ObjectForm): ApiObject {
  const apiVersion = textAt(document, 'apiVersion') || form.apiVersion;
  const kind = textAt(document, 'kind') || form.kind;
  const isOther = apiVersion !== form.apiVersion || kind !== form.kind;
  if (isOther)
    throw internalError(`converting (${apiVersion}.${kind}) to (${form.apiVersion}.${form.kind}): unknown conversion`);
  try {
    const whole = { ...document, apiVersion: form.apiVersion, kind: form.kind };
    return fromJson(whole, [], form).object;
  } catch (error) {
    if (error instanceof DecodeError) throw internalError(error.problem);
    throw error;
  }
}

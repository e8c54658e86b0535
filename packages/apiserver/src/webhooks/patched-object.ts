/**
 * The patch of a mutating webhook: reads it, applies it, and reads what comes of it as an object of its kind. Refusals have the words of the real server's patch
 * library. Upstream: evanphx/json-patch, and the end of callAttrMutatingHook.
 */
import {
  applyJsonPatch,
  hasCode,
  InvalidInputError,
  isJsonObject,
  parseJson,
  parseJsonPatch,
  ReeveError,
  type JsonObject,
} from '@reeve/machinery';
import { goJsonError, internalError, textAt, type ApiObject, type Fields, type ObjectForm } from '@reeve/registry';
import { DecodeError } from '../codec/decode-error.ts';
import { fromJson } from '../request/read-body.ts';

/** How the real server reads JSON Patch where the standard is stricter. */
const serverRules = { negativeIndices: true, absentIsNull: true };

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
    return applyJsonPatch(document, parseJsonPatch([operation]), serverRules);
  } catch (error) {
    const isKnown =
      error instanceof ReeveError &&
      (error instanceof InvalidInputError ||
        hasCode(error, 'REEVE_PATCH_TEST_FAILED') ||
        hasCode(error, 'REEVE_PATCH_PATH_MISSING'));
    if (!isKnown) throw error;
    throw internalError(patchProblem(document, operation) ?? error.message);
  }
}

function patchProblem(document: unknown, operation: Fields): string | undefined {
  const [op, path, from] = [textAt(operation, 'op'), textAt(operation, 'path'), textAt(operation, 'from')];
  if (!['add', 'remove', 'replace', 'move', 'copy', 'test'].includes(op)) return `Unexpected kind: ${op || 'unknown'}`;
  if (typeof operation['path'] !== 'string') return `${op} operation failed to decode path: missing value`;
  const hasParent = parentOf(document, path) !== undefined;
  switch (op) {
    case 'add':
      return hasParent
        ? `error in add for path: '${path}': ${indexProblem(path)}`
        : `add operation does not apply: doc is missing path: "${path}": missing value`;
    case 'remove':
      if (!hasParent) return `remove operation does not apply: doc is missing path: "${path}": missing value`;
      return Array.isArray(parentOf(document, path))
        ? `error in remove for path: '${path}': ${indexProblem(path)}`
        : `error in remove for path: '${path}': Unable to remove nonexistent key: ${lastOf(path)}: missing value`;
    case 'replace':
      return `replace operation does not apply: doc is missing ${hasParent ? 'key' : 'path'}: ${path}: missing value`;
    case 'test':
      return hasParent
        ? `testing value ${path} failed: test failed`
        : `test operation does not apply: is missing path: ${path}: missing value`;
    default:
      return parentOf(document, from) === undefined
        ? `${op} operation does not apply: doc is missing from path: ${from}: missing value`
        : hasParent
          ? undefined
          : `${op} operation does not apply: doc is missing destination path: ${path}: missing value`;
  }
}

const indexProblem = (path: string): string =>
  `Unable to access invalid index: ${lastOf(path)}: invalid index referenced`;

const stepsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

const lastOf = (path: string): string => stepsOf(path).at(-1) ?? '';

/** The object or list that a path leads into. */
function parentOf(document: unknown, path: string): unknown {
  let found = document;
  for (const step of stepsOf(path).slice(0, -1)) {
    if (Array.isArray(found)) found = (found as unknown[])[Number(step)];
    else if (isJsonObject(found) && Object.hasOwn(found, step)) found = found[step];
    else return undefined;
  }
  return Array.isArray(found) || isJsonObject(found) ? found : undefined;
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

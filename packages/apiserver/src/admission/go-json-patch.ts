/**
 * JSON Patch as admission applies it, with the refusals of the real server's patch library. Upstream: evanphx/json-patch.
 */
import { applyJsonPatch, hasCode, InvalidInputError, isJsonObject, parseJsonPatch, ReeveError } from '@reeve/machinery';
import { textAt, type Fields } from '@reeve/registry';

/** A patch that cannot be applied. */
export class PatchProblem extends Error {
  /** True where a test of the patch did not hold. */
  readonly isTest: boolean;

  constructor(message: string, isTest: boolean) {
    super(message);
    this.isTest = isTest;
  }
}

/** How the real server reads JSON Patch where the standard is stricter. */
const serverRules = { negativeIndices: true, absentIsNull: true };

/** The document after one operation. Throws `PatchProblem`. */
export function applyOperation(document: unknown, operation: Fields): unknown {
  try {
    return applyJsonPatch(document, parseJsonPatch([operation]), serverRules);
  } catch (error) {
    const isTest = hasCode(error, 'REEVE_PATCH_TEST_FAILED');
    const isKnown = isTest || error instanceof InvalidInputError || hasCode(error, 'REEVE_PATCH_PATH_MISSING');
    if (!(error instanceof ReeveError) || !isKnown) throw error;
    throw new PatchProblem(patchProblem(document, operation) ?? error.message, isTest);
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

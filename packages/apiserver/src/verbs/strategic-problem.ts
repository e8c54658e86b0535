/**
 * How the real server answers a strategic merge patch that makes no sense. It finds few of the mistakes to be the client's; the others come out of the
 * merge as they are, with a status of 500. Upstream: interpretStrategicMergePatchError of apiserver, and the errors of apimachinery strategicpatch.
 */
import { isJsonArray, isJsonObject, PatchFormatError, type ReadonlyJson } from '@reeve/machinery';
import { badRequest, StatusError } from '@reeve/registry';
import { goType, goValue } from '../managed-fields/go-value.ts';

/** Runs a merge; what is wrong with the patch is thrown as the server words it, where that is known. */
export function orProblem<T>(merge: () => T): T {
  try {
    return merge();
  } catch (error) {
    throw error instanceof PatchFormatError ? (answerTo(error) ?? error) : error;
  }
}

function answerTo({ problem, found }: PatchFormatError): StatusError | undefined {
  const format = formatProblem.exec(problem)?.[0];
  if (format !== undefined) return badRequest(format);
  const words = wordsFor(problem, found);
  return words === undefined ? undefined : new StatusError(500, '', words, { hasDetails: false });
}

/** Directives without the name of their field, and retained keys that are no list. */
const formatProblem =
  /^invalid patch format of (?:(?:setElementOrder|primitive) list(?=: write)|retainKeys(?=: expected a list))/;

function wordsFor(problem: string, found: ReadonlyJson): string | undefined {
  if (problem.startsWith('unknown patch type: ') && isJsonObject(found))
    return `unknown patch type: ${goText(found['$patch'])} in map: ${goValue(found)}`;
  const [, key] = /does not contain declared merge key: (.*)$/.exec(problem) ?? [];
  if (key !== undefined) return `map: ${goValue(found)} does not contain declared merge key: ${key}`;
  if (problem.startsWith('list element types are not identical'))
    return `list element types are not identical: ${goValue(found)}`;
  if (/^invalid patch format of \w+ list: expected a list/.test(problem))
    return `expected a []interface {}, but received a ${goType(found)}`;
  if (problem.startsWith('the order in the patch list') && isJsonArray(found))
    return `The order in patch list:\n${goValue(found[0])}\n doesn't match $setElementOrder list:\n${goValue(found[1])}\n`;
  return undefined;
}

/** `%s`, which is for texts and says so of everything else. */
function goText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isJsonArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (isJsonObject(value))
    return `map[${Object.keys(value)
      .toSorted()
      .map((key) => `${key}:${goText(value[key])}`)
      .join(' ')}]`;
  if (value === null || value === undefined) return '%!s(<nil>)';
  const type = typeof value === 'boolean' ? 'bool' : Number.isInteger(Number(value)) ? 'int64' : 'float64';
  return `%!s(${type}=${goValue(value)})`;
}

/** What cannot be read of an outcome: strategic patches are not decoded from JSON, and say it in other words. */
export function outcomeProblem(problem: string): string {
  const [, type] =
    /^json: cannot unmarshal (string|bool|object) into Go struct field \S+ of type \[\]/.exec(problem) ?? [];
  return type === undefined ? problem : `cannot restore slice from ${type === 'object' ? 'map' : type}`;
}

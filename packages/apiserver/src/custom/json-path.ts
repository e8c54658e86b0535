/**
 * The JSONPath of printer columns and selectable fields: members, indexes, wildcards and filters. Compiled once, and linear to run.
 * Upstream: client-go util/jsonpath, as far as a definition may use it.
 */
import { InvalidInputError, isJsonArray, isJsonObject, parseJson } from '@reeve/machinery';

export type JsonPath = (value: unknown) => unknown[];

/** Compiles a path such as `.spec.ports[?(@.name=="web")].port`. */
export function compileJsonPath(path: string): JsonPath {
  const steps = stepsOf(path);
  return (value) => steps.reduce<unknown[]>((found, step) => found.flatMap(step), [value]);
}

type Step = (value: unknown) => unknown[];

const token =
  /^(?:\.\.|\.?([A-Za-z_$][\w$/-]*(?:\\\.[\w$/-]+)*)|\.?\[(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(-?\d+)|(\*)|\?\((.*?)\))\]|\.(\*))/;

function stepsOf(path: string): Step[] {
  const steps: Step[] = [];
  let rest = path.replace(/^\{(.*)\}$/, '$1').replace(/^\$/, '');
  while (rest !== '' && rest !== '.') {
    const match = token.exec(rest);
    if (match === null || match[0] === '..')
      throw new InvalidInputError(
        path,
        `cannot read the JSONPath ${JSON.stringify(path)} at ${JSON.stringify(rest)}: write members as .name, indexes as [0] and filters as [?(@.name=="x")]`,
      );
    const [all, name, single, double, index, everyItem, filter, everyMember] = match;
    steps.push(
      stepOf(
        {
          name: name?.replaceAll('\\.', '.') ?? (single ?? double)?.replaceAll(/\\(.)/g, '$1'),
          index,
          isEvery: Boolean(everyItem ?? everyMember),
          filter,
        },
        path,
      ),
    );
    rest = rest.slice(all.length);
  }
  return steps;
}

function stepOf(
  {
    name,
    index,
    isEvery,
    filter,
  }: { name: string | undefined; index: string | undefined; isEvery: boolean; filter: string | undefined },
  path: string,
): Step {
  if (name !== undefined) return (value) => (isJsonObject(value) && Object.hasOwn(value, name) ? [value[name]] : []);
  if (isEvery) return (value) => (isJsonArray(value) ? [...value] : isJsonObject(value) ? Object.values(value) : []);
  if (index !== undefined)
    return (value) => (isJsonArray(value) ? [value.at(Number(index))].filter((item) => item !== undefined) : []);
  return filterStep(filter ?? '', path);
}

function filterStep(filter: string, path: string): Step {
  const [, left, operator, right] = /^\s*@(\.[^=!<>]+?)\s*(?:(==|!=|<=|>=|<|>)\s*(.+?))?\s*$/.exec(filter) ?? [];
  if (left === undefined)
    throw new InvalidInputError(
      path,
      `cannot read the filter ${JSON.stringify(filter)} in the JSONPath ${JSON.stringify(path)}: compare a member with a value, as in @.type=="Ready"`,
    );
  const member = compileJsonPath(left);
  if (operator === undefined || right === undefined)
    return (value) => items(value).filter((item) => member(item).length > 0);
  const wanted = literal(right);
  return (value) => items(value).filter((item) => member(item).some((found) => compare(found, operator, wanted)));
}

const items = (value: unknown): unknown[] => (isJsonArray(value) ? [...value] : isJsonObject(value) ? [value] : []);

function literal(text: string): unknown {
  if (/^'.*'$/.test(text)) return text.slice(1, -1);
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function compare(found: unknown, operator: string, wanted: unknown): boolean {
  switch (operator) {
    case '==':
      return found === wanted;
    case '!=':
      return found !== wanted;
    case '<':
      return (found as number) < (wanted as number);
    case '<=':
      return (found as number) <= (wanted as number);
    case '>':
      return (found as number) > (wanted as number);
    default:
      return (found as number) >= (wanted as number);
  }
}

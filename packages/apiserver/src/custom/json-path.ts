/**
 * The JSONPath of printer columns and selectable fields. What finds a value more than once (`..` and unions) is refused: a short path of them could find more than the server can hold.
 */
import { followJsonPath, InvalidInputError, parseJsonPath, type JsonPathStep } from '@reeve/machinery';

export type JsonPath = (value: unknown) => unknown[];

/** Compiles a path such as `.spec.ports[?(@.name=="web")].port`. */
export function compileJsonPath(path: string): JsonPath {
  const steps = parseJsonPath(path.replace(/^\{(.*)\}$/s, '$1'));
  if (steps.some(findsAgain))
    throw new InvalidInputError(
      path,
      `cannot use the JSONPath ${JSON.stringify(path)} here: write members as .name, indexes as [0] and filters as [?(@.name=="x")]`,
    );
  return (value) => followJsonPath(steps, value);
}

function findsAgain(step: JsonPathStep): boolean {
  if (step.type === 'below' || step.type === 'union') return true;
  if (step.type !== 'filter') return false;
  const { left, right } = step.filter;
  return [left, right].some((operand) => operand !== undefined && 'steps' in operand && operand.steps.some(findsAgain));
}

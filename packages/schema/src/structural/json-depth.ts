/**
 * How deep JSON nests, measured without recursion, so that what recurses over a schema afterwards cannot exhaust the stack.
 */
import type { ReadonlyJson } from '@reeve/machinery';

/** The deepest nesting of a schema as JSON. A level of fields takes two: `properties`, and the name. */
export const maxSchemaDepth = 1_000;

/** True if the value nests deeper than the limit. Values that contain themselves do. */
export function isDeeperThan(value: ReadonlyJson, limit: number): boolean {
  let level: ReadonlyJson[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}

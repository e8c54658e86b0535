/**
 * Quantities and times in the fields of built-in kinds, and of whoever names theirs alike, compared by value: a server
 * answers `1` to whoever wrote `1000m`, and that is no change.
 * Upstream: the functions for Quantity, Time and MicroTime in equality.Semantic.
 */
import { isQuantity, parseQuantity } from '../syntax/quantity/parse-quantity.ts';
import { parseMicroTime } from '../syntax/micro-time.ts';
import type { JsonScalar } from '../json/json-value.ts';
import type { ValuePath } from '../json/value-path.ts';
import { pathMatcher } from '../json/value-path.ts';

/** True if two scalars are the same amount, in whatever notation. */
export function sameQuantity(a: JsonScalar, b: JsonScalar): boolean {
  const [first, second] = [String(a), String(b)];
  return isQuantity(first) && isQuantity(second) && parseQuantity(first).equals(parseQuantity(second));
}

/** True if two scalars are the same moment, in whatever zone and precision. */
export function sameMoment(a: JsonScalar, b: JsonScalar): boolean {
  const first = momentOf(a);
  return first !== undefined && first === momentOf(b);
}

/** Compares quantities and times where built-in kinds have them. The default of `semanticEqual`. */
export function kubernetesScalars(a: JsonScalar, b: JsonScalar, path: ValuePath): boolean {
  return (isQuantityPlace(path) && sameQuantity(a, b)) || (isTimePlace(path) && sameMoment(a, b));
}

function momentOf(scalar: JsonScalar): bigint | undefined {
  if (typeof scalar !== 'string') return undefined;
  try {
    return parseMicroTime(scalar);
  } catch {
    return undefined; // no time, so not the same time as anything
  }
}

const isQuantityPlace = pathMatcher([
  '/**/limits/*',
  '/**/requests/*',
  '/**/capacity/*',
  '/**/allocatable/*',
  '/**/allocatedResources/*',
  '/**/hard/*',
  '/**/used/*',
  '/**/overhead/*',
  '/spec/limits/*/*/*',
  '/**/emptyDir/sizeLimit',
  '/**/resourceFieldRef/divisor',
]);

const timeFields = new Set(
  (
    'creationTimestamp deletionTimestamp firstTimestamp lastTimestamp expirationTimestamp startedAt finishedAt timeAdded ' +
    'startTime completionTime renewTime acquireTime eventTime lastObservedTime lastTransitionTime lastUpdateTime ' +
    'lastProbeTime lastHeartbeatTime lastScheduleTime lastSuccessfulTime'
  ).split(' '),
);

function isTimePlace(path: ValuePath): boolean {
  return timeFields.has(String(path.at(-1)));
}

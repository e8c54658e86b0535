/**
 * Labels of an object: what selectors look at. Objects are never changed; where there is nothing to do the very same
 * object comes back, so `!==` says "changed". Values are not validated here, the server does.
 */
import { labelsOf } from './accessors.ts';
import type { HasMetadata } from './accessors.ts';
import { includesAll, merged, unlessBare, valueIn, without } from './string-map.ts';
import { withMetadata } from './with-metadata.ts';

/** The value of one label, undefined when the object does not have it. */
export const labelOf = (object: HasMetadata, key: string): string | undefined => valueIn(labelsOf(object), key);

/** True when the object carries all of these labels with these values. */
export const hasLabels = (object: HasMetadata, labels: Readonly<Record<string, string>>): boolean =>
  includesAll(labelsOf(object), labels);

/** The object with these labels added or replaced; its other labels stay. */
export function withLabels<O extends HasMetadata>(object: O, labels: Readonly<Record<string, string>>): O {
  const before = labelsOf(object);
  const after = merged(before, labels);
  return after === before ? object : withMetadata(object, { labels: after });
}

/** The object without these labels. */
export function withoutLabels<O extends HasMetadata>(object: O, ...keys: readonly string[]): O {
  const before = labelsOf(object);
  const after = without(before, keys);
  return after === before ? object : withMetadata(object, { labels: unlessBare(after) });
}

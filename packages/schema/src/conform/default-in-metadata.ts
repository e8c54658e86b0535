/**
 * The default of a field inside the metadata of an embedded object, as far as the server knows that field: a default for
 * something that metadata does not have never applies.
 * Upstream: apiserver/schema/defaulting PruneDefaults with its surrounding objects.
 */
import type { ReadonlyJson } from '@reeve/machinery';
import { isJsonArray, isJsonObject } from '@reeve/machinery';
import { coerceObjectMeta } from '../metadata/coerce-object-meta.ts';

/** What remains of a default at a place inside metadata; undefined if nothing does. */
export function defaultInMetadata(
  value: ReadonlyJson | undefined,
  place: readonly (string | number)[],
): ReadonlyJson | undefined {
  if (value === undefined) return undefined;
  const surrounding = place.reduceRight<ReadonlyJson>(
    (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
    value,
  );
  const { metadata } = coerceObjectMeta(surrounding, { malformed: 'drop' });
  return place.reduce<ReadonlyJson | undefined>((outer, step) => partOf(outer, step), metadata);
}

function partOf(value: ReadonlyJson | undefined, step: string | number): ReadonlyJson | undefined {
  if (typeof step === 'number') return isJsonArray(value) ? value[step] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

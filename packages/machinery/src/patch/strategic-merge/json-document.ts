/**
 * The door through which documents enter the patch functions: typed objects become the plain maps they are. A property
 * that is undefined counts as absent.
 */
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import { isJsonArray, isJsonObject } from '../../json/json-value.ts';
import type { ReadonlyJson, ReadonlyJsonObject } from '../../json/json-value.ts';
import { isDirective } from './directives.ts';
import { PatchPath } from './patch-path.ts';

/** The value as a map; a list, a scalar or null is refused. */
export function documentOf(value: object, role: string): ReadonlyJsonObject {
  if (isJsonObject(value)) return value;
  throw new InvalidInputError(
    typeof value,
    `the ${role} of a strategic merge patch must be a map, not a list or a scalar`,
  );
}

/** The value as a map that holds data only: a directive in it would act when a patch made from it is applied. */
export function plainDocumentOf(value: object, role: string): ReadonlyJsonObject {
  const document = documentOf(value, role);
  const waiting: [place: PatchPath, part: ReadonlyJson][] = [[PatchPath.root, document]];
  for (let next; (next = waiting.pop()) !== undefined;) {
    const [place, part] = next;
    for (const [key, inner] of partsOf(part)) {
      if (isDirective(key)) place.refuse(part, `${key} is a patch directive, not data: take it out of the ${role}`);
      if (typeof inner === 'object' && inner !== null) waiting.push([place.at(key), inner]);
    }
  }
  return document;
}

/** The keys and values of a map, without undefined ones. */
export function definedEntries(map: ReadonlyJsonObject): [string, ReadonlyJson][] {
  return Object.entries(map).filter(([, value]) => value !== undefined);
}

function partsOf(part: ReadonlyJson): [string, ReadonlyJson][] {
  if (isJsonArray(part)) return part.map((item, index) => [String(index), item]);
  return isJsonObject(part) ? Object.entries(part) : [];
}

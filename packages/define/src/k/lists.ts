/**
 * How lists and maps merge when several managers apply them.
 * Upstream: x-kubernetes-list-type, x-kubernetes-list-map-keys, x-kubernetes-map-type.
 */
import { z } from 'zod';
import type { ZodArray, ZodObject, ZodType } from 'zod';

/** The fields of an object that are scalars, and so can be keys. */
type KeyOf<Item extends ZodType> = Extract<keyof z.output<Item>, string>;

/** A list whose elements are told apart by the given fields; managers may own single elements. */
export const listMap = <Item extends ZodObject>(
  item: Item,
  keys: readonly [KeyOf<Item>, ...KeyOf<Item>[]],
): ZodArray<Item> => z.array(item).meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [...keys] });

/** A list whose elements are all different; managers may own single elements. */
export const set = <Item extends ZodType>(item: Item): ZodArray<Item> =>
  z.array(item).meta({ 'x-kubernetes-list-type': 'set' });

/** A list, object or map that is replaced as a whole: one manager owns all of it. */
export const atomic = <Schema extends ZodType>(schema: Schema): Schema => {
  const { type } = schema._zod.def;
  const key = type === 'array' ? 'x-kubernetes-list-type' : 'x-kubernetes-map-type';
  return schema.meta({ [key]: 'atomic' });
};

/** An object or map whose fields managers may own one by one: what is so without saying it. */
export const granular = <Schema extends ZodType>(schema: Schema): Schema =>
  schema.meta({ 'x-kubernetes-map-type': 'granular' });

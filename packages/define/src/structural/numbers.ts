/**
 * Numbers: the format says how wide an integer is, so the bounds that a library implies go, and bounds that people chose stay.
 */
import type { Place, Structural } from './structuralize.ts';

const int32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };
const float32 = 3.4028234663852886e38;

/** The keywords of a number that change; none for other types. */
export function numberKeywords(schema: Structural, _place: Place): Structural {
  if (schema['type'] === 'integer') return integerKeywords(schema);
  if (schema['type'] !== 'number') return {};
  if (isWhole(schema['enum'])) return { type: 'integer' };
  const isFloat32 = schema['minimum'] === -float32 && schema['maximum'] === float32;
  if (isFloat32) return { format: 'float', minimum: undefined, maximum: undefined };
  const isFloat64 = schema['maximum'] === Number.MAX_VALUE && schema['minimum'] === -Number.MAX_VALUE;
  return isFloat64 ? { format: 'double', minimum: undefined, maximum: undefined } : {};
}

const isWhole = (values: unknown): boolean => Array.isArray(values) && values.every((value) => Number.isInteger(value));

function integerKeywords(schema: Structural): Structural {
  const { minimum, maximum } = schema;
  const fits = isNumber(minimum) && isNumber(maximum) && minimum >= int32.min && maximum <= int32.max;
  const format = schema['format'] ?? (schema['enum'] === undefined ? (fits ? 'int32' : 'int64') : undefined);
  return {
    format,
    minimum: minimum === Number.MIN_SAFE_INTEGER || minimum === int32.min ? undefined : minimum,
    maximum: maximum === Number.MAX_SAFE_INTEGER || maximum === int32.max ? undefined : maximum,
  };
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

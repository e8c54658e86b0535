/** JSON values for property tests: awkward keys, awkward strings, integers on both sides of 2^53. */
import type { JsonValue } from '@reeve/machinery';
import * as fc from 'fast-check';

/** Any JSON value without bigints: what `JSON.parse` can return. */
export const ordinaryJson: fc.Arbitrary<JsonValue> = jsonOf(ordinaryScalar());

/** Any JSON value as reeve has it. A bigint is beyond the safe integers, since others are parsed as numbers. */
export const anyJson: fc.Arbitrary<JsonValue> = jsonOf(fc.oneof(ordinaryScalar(), bigInteger()));

/** JSON with few different keys and scalars, so that two values have much in common. */
export const similarJson: fc.Arbitrary<JsonValue> = jsonOf(
  fc.constantFrom<JsonValue>(0, 1, 'a', 'b', true, 12345678901234567890n),
  fc.constantFrom('a', 'b', 'c', '', 'x/y', '~0', '__proto__', '0'),
);

/** An object without nulls outside lists, which is what merge patches can express. */
export const similarObject = similarJson.map((value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { a: value },
);

function jsonOf(scalar: fc.Arbitrary<JsonValue>, key: fc.Arbitrary<string> = anyKey()): fc.Arbitrary<JsonValue> {
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar,
      fc.array(tie('value'), { maxLength: 5 }),
      fc.array(fc.tuple(key, tie('value')), { maxLength: 5 }).map(objectOf),
    ),
  }));
  return value;
}

/** `Object.fromEntries` defines properties, so that `__proto__` is one too. */
function objectOf(entries: [string, JsonValue][]): JsonValue {
  return Object.fromEntries(entries);
}

function anyKey(): fc.Arbitrary<string> {
  return fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', '', '0', 'a', 'a/b', 'a~b'));
}

function ordinaryScalar(): fc.Arbitrary<JsonValue> {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !isBig(value));
  return fc.oneof(
    fc.constantFrom<JsonValue>(null, true, false, 0, 1, -1),
    fc.maxSafeInteger(),
    number.map((value) => (Object.is(value, -0) ? 0 : value)),
    fc.string(),
    fc.string({ unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)) }),
    fc.constantFrom('\\', '"', '\\"', '1234567890123456789', '\u2028', '\ud800'),
  );
}

/** A float that prints as digits only: it would be read as an integer. */
function isBig(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21;
}

function bigInteger(): fc.Arbitrary<bigint> {
  const magnitude = fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n });
  return fc.oneof(
    magnitude,
    magnitude.map((value) => -value),
  );
}

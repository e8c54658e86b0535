import { isJsonArray, isJsonObject, isJsonScalar } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

describe('guards of JSON values', () => {
  const cases = [
    { name: 'an object', value: {}, is: 'object' },
    { name: 'an object without prototype', value: Object.create(null), is: 'object' },
    { name: 'an array', value: [], is: 'array' },
    { name: 'null', value: null, is: 'scalar' },
    { name: 'a string', value: '', is: 'scalar' },
    { name: 'a number', value: 0, is: 'scalar' },
    { name: 'a bigint', value: 1n, is: 'scalar' },
    { name: 'a boolean', value: false, is: 'scalar' },
    { name: 'a number that is not finite', value: Number.NaN, is: 'nothing' },
    { name: 'undefined', value: undefined, is: 'nothing' },
    { name: 'a function', value: () => {}, is: 'nothing' },
  ];

  test.each(cases)('$name is $is', ({ value, is }) => {
    expect({ object: isJsonObject(value), array: isJsonArray(value), scalar: isJsonScalar(value) }).toEqual({
      object: is === 'object',
      array: is === 'array',
      scalar: is === 'scalar',
    });
  });
});

import { fieldManager, fieldManagerProblems } from '@reeve/machinery';
import { expect, test } from 'vitest';
import { triedNames, upstreamValid } from './vectors.ts';

test('a field manager is what upstream takes for one', () => {
  const valid = triedNames().filter((name) => fieldManagerProblems(name).length === 0);
  expect(valid).toEqual(upstreamValid('fieldManager'));
});

test('the length is counted in bytes', () => {
  expect(fieldManagerProblems('é'.repeat(64))).toEqual([]);
  expect(fieldManagerProblems('é'.repeat(65))).toEqual(['must be no more than 128 characters']);
});

test('a character that does not print is named with its place', () => {
  expect(fieldManagerProblems('é\tb\u200b')).toEqual([
    'invalid character U+0009 (at position 2)',
    'invalid character U+200B (at position 4)',
  ]);
});

test('a checked name is a FieldManager, a bad one is refused with a name to write', () => {
  expect(fieldManager('website-controller')).toBe('website-controller');
  expect(() => fieldManager('')).toThrow(
    expect.objectContaining({ code: 'REEVE_INVALID_INPUT', message: expect.stringContaining('website-controller') }),
  );
  expect(() => fieldManager('a\nb')).toThrow('U+000A');
});

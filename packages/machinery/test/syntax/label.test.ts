import { isLabelKey, isLabelValue, labelKeyProblems, labelValueProblems } from '@reeve/machinery';
import { expect, test } from 'vitest';
import { triedNames, upstreamValid } from './vectors.ts';

test('keys and values of labels are what upstream takes for them', () => {
  expect(triedNames().filter((name) => isLabelKey(name))).toEqual(upstreamValid('qualifiedName'));
  expect(triedNames().filter((name) => isLabelValue(name))).toEqual(upstreamValid('labelValue'));
});

test('the empty value is good, the empty key is not', () => {
  expect(labelValueProblems('')).toEqual([]);
  expect(labelKeyProblems('')).not.toEqual([]);
});

test('a wrong value is explained with the regex', () => {
  expect(labelValueProblems('a b')).toEqual([
    "must be empty, or letters, digits, '-', '_' and '.', with a letter or digit first and last " +
      "(such as 'MyValue' or 'my_value' or '12345'; " +
      "regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
  ]);
});

import {
  dns1035LabelProblems,
  dns1123LabelProblems,
  dns1123SubdomainProblems,
  isDns1035Label,
  isDns1123Label,
  isDns1123Subdomain,
} from '@reeve/machinery';
import { expect, test } from 'vitest';
import { triedNames, upstreamValid } from './vectors.ts';

test.each([
  ['dns1123Label', isDns1123Label],
  ['dns1123Subdomain', isDns1123Subdomain],
  ['dns1035Label', isDns1035Label],
] as const)('%s holds for the names that upstream accepts, and as a prefix too', (rule, holds) => {
  const names = triedNames();
  expect(names.filter((name) => holds(name))).toEqual(upstreamValid(rule));
  expect(names.filter((name) => holds(name, { prefix: true }))).toEqual(upstreamValid(`${rule}Prefix`));
});

test('a wrong name is explained with the rule, an example and the regex', () => {
  expect(dns1123LabelProblems('My_Name')).toEqual([
    "must be a lowercase RFC 1123 label: lower case letters, digits and '-', with a letter or digit first and last " +
      "(such as 'my-name' or '123-abc'; regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
  ]);
  expect(dns1123SubdomainProblems('a..b').join()).toContain(
    "regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'",
  );
  expect(dns1035LabelProblems('1a').join()).toContain("regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?'");
});

test('a name that is too long and wrong has both problems', () => {
  expect(dns1123LabelProblems(`${'a'.repeat(63)}_`)).toHaveLength(2);
  expect(dns1123LabelProblems('a'.repeat(64))).toEqual(['must be no more than 63 characters']);
  expect(dns1123SubdomainProblems('a'.repeat(254))).toEqual(['must be no more than 253 characters']);
});

test('a label with dots is told that dots are the problem', () => {
  expect(dns1123LabelProblems('a.b')).toEqual(['must not contain dots']);
  expect(dns1123LabelProblems(`${'a'.repeat(63)}.b`)).toEqual([
    'must be no more than 63 characters',
    'must not contain dots',
  ]);
});

test('a long hostile name is refused at once', () => {
  expect(isDns1123Subdomain(`${'a-'.repeat(200_000)}_`)).toBe(false);
  expect(isDns1123Subdomain(`${'a.'.repeat(200_000)}_`)).toBe(false);
});

import * as fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, test } from 'vitest';
import { compilePattern } from '@reeve/cel';

const patterns = [
  '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
  '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$',
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$',
  '^(True|False|Unknown)$',
  '^.{2,3}$',
  '^\\s\\S$',
  '^[^\\s]+$',
  '\\w+@\\w+',
  '^(a|ab)(c|bcd)(d*)$',
  '^[a-c-]+$',
  '^[-a]+$',
  '^\\d{2,}?$',
  '(?i)^a+$',
  '^[[:alpha:]]$',
  '\\bab\\b',
  '^\\p{L}$',
  'a|^b$',
  '^a$|b',
  '^$',
  '',
  '$',
  'a\\$',
  '^[$^.]$',
  '^\\.\\/\\-\\[\\]$',
  '^(?:ab?){0,2}$',
  '^(?P<name>a)$',
  '^a{0}b$',
  '^\\x41$',
  '^é[à-ü]💡?$',
];

const characters = Array.from('abcdABCD019.-+@$^/[] \n\r\t\v\u00a0\u2028éü💡KEimM');

describe('a pattern means to us what it means to RE2', () => {
  for (const pattern of patterns) {
    test(`the pattern ${pattern}`, () => {
      const [ours, theirs] = [compilePattern(pattern), RE2JS.compile(pattern)];
      const text = fc.array(fc.constantFrom(...characters), { maxLength: 8 }).map((each) => each.join(''));
      fc.assert(
        fc.property(text, (each) => {
          expect(ours(each)).toBe(theirs.test(each));
        }),
        { seed: 42, numRuns: 2000 },
      );
    });
  }
});

describe('a pattern made of random parts means to us what it means to RE2', () => {
  const atom = fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '\\d', 'c', '\\.');
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      atom,
      fc.tuple(tie('tree'), tie('tree')).map(([one, other]) => one + other),
      fc.tuple(tie('tree'), tie('tree')).map(([one, other]) => `(${one}|${other})`),
      fc
        .tuple(tie('tree'), fc.constantFrom('*', '+', '?', '{1,2}', '{2}', '*?'))
        .map(([part, times]) => `(${part})${times}`),
    ),
  }));
  const anchored = fc.tuple(fc.constantFrom('^', ''), tree, fc.constantFrom('$', '')).map((parts) => parts.join(''));

  test('whether it runs natively or not', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.', '1', '\n'), maxLength: 6 });
    fc.assert(
      fc.property(anchored, fc.array(text, { minLength: 5, maxLength: 20 }), (pattern, texts) => {
        const [ours, theirs] = [compilePattern(pattern), RE2JS.compile(pattern)];
        expect(texts.map(ours)).toEqual(texts.map((each) => theirs.test(each)));
      }),
      { seed: 42, numRuns: 1500 },
    );
  });
});

// A backtracking engine would need years for each of these.
const hazards = [
  ['^(a+)+$', 'a'],
  ['^(a|a)*$', 'a'],
  ['^(a*)*$', 'a'],
  ['^(a|aa)+$', 'a'],
  ['^(a?){40}a{40}$', 'a'],
  ['^([a-z]+,?)*$', 'a'],
  ['^(.*a){20}$', 'a'],
  ['(x+x+)+y', 'x'],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
  ['^([ab]*a)*$', 'a'],
] as const;

describe('a pattern takes time linear in the text', () => {
  for (const [pattern, letter] of hazards) {
    test(`the pattern ${pattern}`, () => {
      expect(compilePattern(pattern)(`${letter.repeat(3000)}!`)).toBe(false);
    });
  }
});

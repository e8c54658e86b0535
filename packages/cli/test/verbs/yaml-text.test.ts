import fc from 'fast-check';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { yamlDocument } from '@reeve/cli';

test('what is printed reads back as it was', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }).filter((value) => Buffer.from(value).toString() === value),
    fc.constantFrom(
      'yes',
      'no',
      'on',
      '~',
      '',
      '0x1f',
      '1e3',
      '1:30',
      '2026-01-01',
      '- a',
      '? b',
      'a: b',
      'a #b',
      ' x',
      'x ',
      'a\nb',
      'a\n',
      '\n',
      'a\n\n',
      ' a\nb',
      '#',
      '*x',
      '---',
      '|',
      '>',
      '%',
      '@',
      '"',
      "'",
    ),
    fc
      .array(fc.constantFrom('word', 'another', ' ', ':'), { minLength: 20, maxLength: 60 })
      .map((words) => words.join(' ')),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(text, tie('value'), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'metadata'), value), (object) => {
      expect(parse(yamlDocument(object))).toEqual(object);
    }),
    { seed: 42, numRuns: 300 },
  );
});

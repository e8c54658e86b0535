import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeTexts } from '@reeve/scaffold';

const names = { mine: 'yours', theirs: 'reeve 2' };

test('changes of different places are both kept', () => {
  const base = 'one\ntwo\nthree\nfour\nfive\n';
  expect(mergeTexts(base, 'ONE\ntwo\nthree\nfour\nfive\n', 'one\ntwo\nthree\nfour\nFIVE\nsix\n', names)).toEqual({
    text: 'ONE\ntwo\nthree\nfour\nFIVE\nsix\n',
    conflicts: 0,
  });
});

test('a place that both changed is kept twice, between marks', () => {
  expect(mergeTexts('a\nb\nc\n', 'a\nmine\nc\n', 'a\ntheirs\nc', names)).toEqual({
    text: 'a\n<<<<<<< yours\nmine\nc\n=======\ntheirs\nc\n>>>>>>> reeve 2\n',
    conflicts: 1,
  });
});

test('without a base, what both have stays and what differs is a conflict', () => {
  expect(mergeTexts(undefined, 'a\nx\nb\n', 'a\ny\nb\n', names)).toEqual({
    text: 'a\n<<<<<<< yours\nx\n=======\ny\n>>>>>>> reeve 2\nb\n',
    conflicts: 1,
  });
});

const text = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd\n'), { maxLength: 8 }).map((lines) => lines.join(''));

test('who changed nothing takes what the other has, and no line of either is lost', () => {
  fc.assert(
    fc.property(text, text, text, (base, mine, theirs) => {
      expect(mergeTexts(base, base, theirs, names)).toEqual({ text: theirs, conflicts: 0 });
      expect(mergeTexts(base, mine, base, names)).toEqual({ text: mine, conflicts: 0 });
      expect(mergeTexts(base, mine, mine, names)).toEqual({ text: mine, conflicts: 0 });
      const merged = mergeTexts(base, mine, theirs, names).text.split('\n');
      const isNew = (line: string): boolean => line !== '' && !base.split('\n').includes(line);
      for (const line of [...mine.split('\n'), ...theirs.split('\n')].filter(isNew)) expect(merged).toContain(line);
    }),
    { seed: 31, numRuns: 1000 },
  );
});

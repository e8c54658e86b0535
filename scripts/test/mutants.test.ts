/**
 * The list of defects: what makes an entry stale, and what a sample draws.
 */
import { expect, test } from 'vitest';
import { drawSample, readMutants, staleProblems } from '../../tools/mutants/mutant-list.mjs';
import { temporaryRepository } from './temporary-repository.ts';

const entry = {
  id: 'low-one',
  defect: 'One is two.',
  file: 'packages/low/src/index.ts',
  find: 'one = 1',
  replace: 'one = 2',
  tests: ['packages/low/test/low.test.ts'],
};

/** The problems with a list of one entry, in a repository with its file and its test. */
const problemsOf = (change: Partial<typeof entry>, source = '\nexport const one = 1;\n'): string[] => {
  using repository = temporaryRepository({
    'lists/low.json': [{ ...entry, ...change }],
    [entry.file]: source,
    'packages/low/test/low.test.ts': '',
  });
  const mutants = readMutants({ root: repository.root, lists: `${repository.root}/lists` });
  return staleProblems(mutants, repository.root);
};

test('a defect whose text occurs once, with tests that are there, is not stale, and knows its line', () => {
  using repository = temporaryRepository({ 'lists/low.json': [entry], [entry.file]: '\nexport const one = 1;\n' });
  const [mutant] = readMutants({ root: repository.root, lists: `${repository.root}/lists` });
  expect(mutant).toMatchObject({ package: 'low', line: 2 });
  expect(problemsOf({})).toEqual([]);
});

const stale: Record<string, readonly [Partial<typeof entry>, RegExp, string?]> = {
  'a text that is no longer there': [{ find: 'three' }, /low-one: the text occurs 0 times/],
  'a text that is there twice': [{}, /low-one: the text occurs 2 times/, 'one = 1; one = 1;'],
  'a file that is gone': [{ file: 'packages/low/src/gone.ts' }, /there is no file packages\/low\/src\/gone\.ts/],
  'a test that is gone': [{ tests: ['packages/low/test/gone.test.ts'] }, /there is no test packages/],
  'no test': [{ tests: [] }, /names no test/],
  'a replacement that changes nothing': [{ replace: 'one = 1' }, /the replacement is the text itself/],
  'an id of another package': [{ id: 'high-one' }, /does not begin with low-/],
};
for (const [what, [change, problem, source]] of Object.entries(stale)) {
  test(`an entry with ${what} is stale, and the problem names it`, () => {
    expect(problemsOf(change, source).join('\n')).toMatch(problem);
  });
}

test('a sample of defects is the same for the same seed, has none twice, and is no larger than the list', () => {
  const all = Array.from({ length: 30 }, (_, at) => ({ ...entry, id: `low-${at}`, package: 'low', line: 1 }));
  const ids = (size: number, seed: number): string[] => drawSample(all, size, seed).map(({ id }) => id);
  expect(ids(10, 1)).toEqual(ids(10, 1));
  expect(ids(10, 1)).not.toEqual(ids(10, 2));
  expect(new Set(ids(40, 1)).size).toBe(30);
});

test('each defect of the committed list fits the sources', () => {
  expect(staleProblems(readMutants())).toEqual([]);
});

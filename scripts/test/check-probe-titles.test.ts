import { expect, test } from 'vitest';
import { probeTitleProblems } from '../check/probe-titles.mjs';
import { temporaryRepository } from './temporary-repository.ts';

const file = 'packages/apiserver/test/differential/transcripts/lists.json';
const recorded = (title: string, ...answers: object[]) =>
  temporaryRepository({ [file]: { [title]: { requests: '0', answers } } });

for (const title of ['a list before the oldest version is gone', 'a name that cannot be', 'a probe that is refused']) {
  test(`a probe titled "${title}" needs an answer that is a refusal`, () => {
    using repository = recorded(title, { status: 200 }, { status: 201 });
    expect(probeTitleProblems(repository.root)).toEqual([expect.stringContaining(`${file}: "${title}"`)]);
  });

  test(`a probe titled "${title}" may have one answer of 400 or more among others`, () => {
    using repository = recorded(title, { status: 201 }, { status: 410 });
    expect(probeTitleProblems(repository.root)).toEqual([]);
  });
}

test('an error that a watch told counts as a refusal', () => {
  using repository = recorded('a watch from a version that is gone', {
    status: 200,
    events: [{ type: 'ADDED' }, { type: 'ERROR' }],
  });
  expect(probeTitleProblems(repository.root)).toEqual([]);
});

test('a title that speaks of no refusal needs none', () => {
  using repository = recorded('a list at a version', { status: 200 });
  expect(probeTitleProblems(repository.root)).toEqual([]);
});

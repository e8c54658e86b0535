import { expect, test } from 'vitest';
import { textProblems } from '../check/tracked-text.mjs';
import { temporaryRepository } from './temporary-repository.ts';

const host = ['registry', 'npmjs', 'org'].join('.');
const home = ['', 'home', 'ada', 'reeve'].join('/');
const rootHome = ['', 'root', '.cache'].join('/');

const refused: Record<string, { files: Record<string, unknown>; problem: RegExp }> = {
  'the host name of a registry': {
    files: { 'notes.md': `one\nfrom https://${host}/x` },
    problem: /^notes\.md:2: names the package registry/,
  },
  'a home path': {
    files: { 'notes.md': `see ${home}/notes` },
    problem: /^notes\.md:1: holds an absolute path into a home folder/,
  },
  "root's home path": { files: { 'run.sh': `cache="${rootHome}"` }, problem: /^run\.sh:1: holds an absolute path/ },
  'a lockfile with download addresses': {
    files: { 'package-lock.json': `{ "resolved": "https://registry.example/x.tgz" }` },
    problem: /^package-lock\.json: holds download addresses/,
  },
};

for (const [name, { files, problem }] of Object.entries(refused)) {
  test(`refuses ${name}`, () => {
    using repository = temporaryRepository(files);
    expect(textProblems(repository.root, []).join('\n')).toMatch(problem);
  });
}

test('refuses the registry that this machine is set up with', () => {
  using repository = temporaryRepository({ 'notes.md': 'mirror.example.com' });
  expect(textProblems(repository.root, ['https://mirror.example.com/npm/'])).toHaveLength(1);
});

test('leaves other addresses and paths alone', () => {
  using repository = temporaryRepository({
    'notes.md': 'https://kubernetes.io and /etc/hosts and ./root/x and users/home/x',
  });
  expect(textProblems(repository.root, [])).toEqual([]);
});

test('does not look at ignored files', () => {
  using repository = temporaryRepository({ '.gitignore': 'node_modules\nout\n', 'out/log.txt': host });
  expect(textProblems(repository.root, [])).toEqual([]);
});

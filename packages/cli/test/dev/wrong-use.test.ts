import { describe, expect, test } from 'vitest';
import { Folder, reeve } from '../executable.ts';
import { textModule, websiteProgram } from '../website-program.ts';

const cases: readonly {
  readonly name: string;
  readonly args: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly code: number;
  readonly says: string | RegExp;
}[] = [
  {
    name: 'a file that is missing, with the one that was meant',
    args: ['dev', 'webiste.ts'],
    files: { 'website.ts': '' },
    code: 2,
    says: 'error: there is no file webiste.ts: did you mean website.ts? [REEVE_USAGE]\n',
  },
  {
    name: 'a file without a controller',
    args: ['dev', 'a.ts', '--port', '0'],
    files: { 'a.ts': 'export const answer: number = 42;\n' },
    code: 2,
    says: /^error: \S+a\.ts exports no controller and no webhook: it exports answer \[REEVE_NO_CONTROLLER\]\n {2}next: export what defineController/,
  },
  {
    name: 'a folder',
    args: ['dev', '.'],
    code: 2,
    says: 'error: . is a folder: name a file that exports a controller [REEVE_USAGE]\n',
  },
  {
    name: 'a file that is no program',
    args: ['render', 'notes.txt'],
    files: { 'notes.txt': '' },
    code: 2,
    says: 'error: notes.txt is no program: name a file that ends in .ts, .mts, .js, .mjs [REEVE_USAGE]\n',
  },
  {
    name: 'a program that throws when it is loaded, with the place',
    args: ['render', 'a.ts'],
    files: { 'a.ts': 'const x: number = 1;\nthrow new Error(`no more than ${x}`);\n' },
    code: 1,
    says: /a\.ts:2:7 cannot be loaded: no more than 1 \[REEVE_PROGRAM\]\n\n {2}1 \| const x: number = 1;\n> 2 \| throw/,
  },
  {
    name: 'a program that imports what is not there',
    args: ['render', 'a.ts'],
    files: { 'a.ts': "import './nowhere.ts';\n" },
    code: 1,
    says: /a\.ts cannot be loaded: Cannot find module '\S+nowhere\.ts' imported from \S+a\.ts \[REEVE_PROGRAM\]\n/,
  },
  {
    name: 'TypeScript that is more than types',
    args: ['render', 'a.ts'],
    files: { 'a.ts': 'enum Colour {\n  Red,\n}\n' },
    code: 1,
    says: /a\.ts:1:1 cannot be loaded: TypeScript enum is not supported in strip-only mode \[REEVE_PROGRAM\]/,
  },
  {
    name: 'a command without its file, where no project is',
    args: ['dev'],
    code: 2,
    says: 'error: which file? reeve dev FILE [REEVE_USAGE]\n  next: name a file, or make a project here: reeve init\n',
  },
  { name: 'a word too many', args: ['version', 'x'], code: 2, says: /too many arguments/ },
  {
    name: 'a port that is none',
    args: ['dev', 'website.ts', '--port', '70000'],
    files: { 'website.ts': websiteProgram, 'text.ts': textModule },
    code: 2,
    says: 'error: --port 70000 is not a number from 0 to 65535 [REEVE_USAGE]\n',
  },
  {
    name: 'a misspelled command',
    args: ['dve', 'website.ts'],
    code: 2,
    says: 'error: there is no command dve: did you mean dev? [REEVE_USAGE]\n  next: reeve dev --help\n',
  },
  {
    name: 'a kind that the cluster does not know',
    args: ['dev', 'a.ts', '--port', '0'],
    files: {
      'a.ts':
        "import { defineController, defineKind } from 'reeve';\n" +
        "const Garden = defineKind({ group: 'example.com', version: 'v1', kind: 'Garden', plural: 'gardens', scope: 'Namespaced' });\n" +
        'export default defineController({ for: Garden, async reconcile() {} });\n',
    },
    code: 1,
    says: /^error: the server serves no Garden of example\.com\/v1: .* \[REEVE_NO_MATCH\]\n/,
  },
  {
    name: 'a server that nobody runs',
    args: ['version', '--server', 'http://127.0.0.1:1'],
    code: 1,
    says: /^error: .*127\.0\.0\.1:1.* \[REEVE_CONNECTION_REFUSED\]\n/,
  },
];

describe('wrong use is one message and a documented exit code', { timeout: 60_000 }, () => {
  for (const { name, args, files, code, says } of cases) {
    test.concurrent(name, async () => {
      using folder = new Folder(files);
      const ended = await reeve(args, folder);
      expect({ code: ended.code, out: ended.out }).toEqual({ code, out: '' });
      expect(ended.err).toMatch(says);
      expect(ended.err.match(/^error: /gm)).toHaveLength(1);
    });
  }
});

import { describe, expect, test } from 'vitest';
import { docLinkProblems } from '../check/doc-links.mjs';
import { docModules } from '../check/doc-blocks.mjs';
import { docProblems } from '../check/docs.mjs';
import { temporaryRepository } from './temporary-repository.ts';

const block = (code: string, language = 'ts'): string => `\`\`\`${language}\n${code}\n\`\`\`\n`;

describe('the programs of a page', () => {
  test('are its ts blocks, and know their lines; blocks to be read are left alone', () => {
    const page = `# Title\n\n${block('const a = 1;')}\n${block('a b c', 'typescript')}\n${block('const b = 2;')}`;
    expect(docModules(page)).toEqual([
      { file: '1/block-1.ts', code: 'const a = 1;\n\n', line: 4 },
      { file: '1/block-2.ts', code: 'const b = 2;\n\n', line: 12 },
    ]);
  });

  test('have what is given behind them, until something else is', () => {
    const page = `${block('one;')}<!-- given: declare const x: string; -->\n${block('two;')}${block('three;')}<!-- given: -->\n${block('four;')}`;
    const given = 'declare const x: string;\n';
    expect(docModules(page).map(({ code }) => code)).toEqual([
      'one;\n\n',
      `two;\n${given}`,
      `three;\n${given}`,
      'four;\n\n',
    ]);
  });

  test('may have names, and a name that comes again begins another state with the other files in it', () => {
    const page = ['ts site.ts', 'ts test.ts', 'ts site.ts', 'ts']
      .map((language, at) => block(`${at};`, language))
      .join('');
    expect(docModules(page).map(({ file, code }) => `${file} ${code.trim()}`)).toEqual([
      '1/site.ts 0;',
      '1/test.ts 1;',
      '2/test.ts 1;',
      '2/site.ts 2;',
      '2/block-5.ts 3;',
    ]);
  });
});

test(
  'docs: refuses a program that does not compile by page and line, accepts one that does',
  { timeout: 30_000 },
  async () => {
    const site = block('export const site: string = "x";', 'ts site.ts');
    using bad = temporaryRepository({
      'README.md': `${site}\n${block("import { site } from './site.ts';\nexport const size: number = site;")}`,
      'docs/page.md': `text\n\n${block('absent();')}`,
    });
    using good = temporaryRepository({ 'README.md': `${site}\n${block('absent();', 'typescript')}` });
    expect(await docProblems(bad.root)).toEqual([
      expect.stringMatching(/^README\.md:7:14: error TS2322/),
      expect.stringMatching(/^docs\/page\.md:4:1: error TS2304/),
    ]);
    expect(await docProblems(good.root)).toEqual([]);
  },
);

test('docs: refuses links that lead nowhere, accepts files, folders, headings and other places', () => {
  using repository = temporaryRepository({
    'README.md':
      '# One\n\n[a](docs/a.md) [docs](docs) [one](#one) [b](docs/a.md#part-two-of-it) [web](https://example.com) `[x](y)`\n',
    'docs/a.md': '## Part two, of it\n\n[gone](b.md)\n\n```sh\n[code](code.md)\n```\n[up](../README.md#two)\n',
  });
  expect(docLinkProblems(repository.root)).toEqual([
    'docs/a.md:3: there is no b.md',
    'docs/a.md:8: there is no ../README.md#two',
  ]);
});

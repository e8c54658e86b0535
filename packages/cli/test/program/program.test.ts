import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { KubeObject } from '@reeve/machinery';
import { Folder, reeve } from '../executable.ts';

const definition = (kind: string): string =>
  `defineResource({ group: 'x.example.com', version: 'v1', kind: '${kind}', spec: z.object({}) })`;
const imports = "import { z } from 'zod';\nimport { defineController, defineResource } from 'reeve';\n";
const controller = (kind: string): string => `defineController({ for: ${kind}, reconcile() {} })`;

/** What a program is made of, by its definitions and the resources that it may read. */
async function parts(folder: Folder, file: string): Promise<{ definitions: string[]; reads: string[] }> {
  const { code, out, err } = await reeve(['render', file], folder);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const objects = parseAllDocuments(out).map(
    (document) => document.toJS() as KubeObject & { rules?: { resources: string[] }[] },
  );
  return {
    definitions: objects
      .filter(({ kind }) => kind === 'CustomResourceDefinition')
      .map(({ metadata }) => metadata.name ?? ''),
    reads: objects.find(({ kind }) => kind === 'ClusterRole')?.rules?.flatMap(({ resources }) => resources) ?? [],
  };
}

describe('a program', { timeout: 30_000 }, () => {
  test('exports controllers by name, as default and in lists; each counts once, with the definitions of its kinds', async () => {
    const text = `${imports}
const A = ${definition('Alpha')};
const B = ${definition('Beta')};
export const alpha = ${controller('A')};
export default [alpha, ${controller('B')}];
export const Gamma = ${definition('Gamma')};
export const answer = 42, nothing = null, call = () => {};
`;
    using folder = new Folder({ 'all.mjs': text });
    const { definitions, reads } = await parts(folder, 'all.mjs');
    expect(definitions.toSorted()).toEqual(['alphas.x.example.com', 'betas.x.example.com', 'gammas.x.example.com']);
    expect(reads).toEqual(expect.arrayContaining(['alphas', 'betas']));
  });

  test('imports its own files as TypeScript means them', async () => {
    using folder = new Folder({
      'main.ts': `${imports}import { A } from './a.js';\nimport { B } from './b';\nimport { C } from './c';\nimport type { Nothing } from './nowhere';
export const all: object[] = [${controller('A')}, ${controller('B')}, ${controller('C')}];\n`,
      'a.ts': `${imports}export const A = ${definition('Alpha')};\n`,
      'b.mjs': `${imports}export const B = ${definition('Beta')};\n`,
    });
    mkdirSync(folder.file('c'));
    writeFileSync(folder.file('c/index.ts'), `${imports}export const C = ${definition('Gamma')};\n`);
    expect((await parts(folder, 'main.ts')).definitions).toHaveLength(3);
  });

  test('is loaded from a folder whose name needs quoting', async () => {
    using folder = new Folder();
    mkdirSync(folder.file('my #1 op%20erator?'));
    const text = `${imports}import { A } from './a';\nexport default ${controller('A')};\n`;
    writeFileSync(folder.file('my #1 op%20erator?/main.ts'), text);
    writeFileSync(folder.file('my #1 op%20erator?/a.ts'), `${imports}export const A = ${definition('Alpha')};\n`);
    expect((await parts(folder, 'my #1 op%20erator?/main.ts')).definitions).toEqual(['alphas.x.example.com']);
  });

  test('may have keys that look like prototypes', async () => {
    using folder = new Folder({
      'main.mjs': `${imports}const A = ${definition('Alpha')};\nconst c = ${controller('A')};\nexport { c as constructor, c as __proto__ };\n`,
    });
    expect((await parts(folder, 'main.mjs')).definitions).toEqual(['alphas.x.example.com']);
  });
});

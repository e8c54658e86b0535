import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { k } from '@reeve/define';

const folder = new URL('../../src/k/', import.meta.url);
const source = readdirSync(folder)
  .map((file) => readFileSync(new URL(file, folder), 'utf8'))
  .join('\n');

for (const name of Object.keys(k))
  test(`k.${name} says in the editor what it is`, () => {
    expect(source).toMatch(new RegExp(`\\*/\\nexport (?:const|function) ${name}\\b`));
  });

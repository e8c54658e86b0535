/**
 * `npm run facts:kinds`: writes the types and `Kind` values of `@reeve/kinds` from its tables of facts, and the modules of `reeve/kinds/…` that pass them on. Needs no cluster; run after `npm run facts`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadResources, loadSchemas } from '@reeve/kinds';
import { kindModules } from './kinds/modules.mjs';

const target = fileURLToPath(new URL('../../packages/kinds/src/generated/kinds/', import.meta.url));
const front = fileURLToPath(new URL('../../packages/reeve/src/generated/kinds/', import.meta.url));
const { groups } = await loadResources();
const modules = kindModules({ schemas: await loadSchemas(), groups });
rmSync(target, { recursive: true, force: true });
rmSync(front, { recursive: true, force: true });
for (const [path, text] of modules) {
  write(target + path, text);
  if (!path.endsWith('types.ts')) write(front + path, reexportOf(path.replace(/\.ts$/, '')));
}
console.error(`facts: wrote ${modules.size} modules of kinds`);

/**
 * @param {string} path
 * @param {string} text
 */
function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** @param {string} path The same module under the name of the front door, `reeve/kinds/…`. */
function reexportOf(path) {
  return `// Written by \`npm run facts:kinds\`: do not edit.\n\nexport * from '@reeve/kinds/${path}';\n`;
}

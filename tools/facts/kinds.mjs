/**
 * `npm run facts:kinds`: writes the types and `Kind` values of `@reeve/kinds` from its tables of facts. Needs no cluster; run after `npm run facts`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadResources, loadSchemas } from '@reeve/kinds';
import { kindModules } from './kinds/modules.mjs';

const target = fileURLToPath(new URL('../../packages/kinds/src/generated/kinds/', import.meta.url));
const { groups } = await loadResources();
const modules = kindModules({ schemas: await loadSchemas(), groups });
rmSync(target, { recursive: true, force: true });
for (const [path, text] of modules) {
  mkdirSync(dirname(target + path), { recursive: true });
  writeFileSync(target + path, text);
}
console.error(`facts: wrote ${modules.size} modules of kinds`);

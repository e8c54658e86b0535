/**
 * `npm run examples`: runs every program in `examples/` from start to end (`--once`), as CI does. Prints one line each, and what a
 * program said when it failed.
 */
import './setup/node-version.mjs';
import { readdirSync } from 'node:fs';
import { ensureReady } from './setup/ensure-ready.mjs';
import { root } from './setup/paths.mjs';
import { capture } from './setup/run.mjs';

await ensureReady();
let failed = 0;
for (const name of readdirSync(`${root}/examples`).toSorted()) {
  const { code, output } = await capture(process.execPath, [`${root}/examples/${name}/dist/main.js`, '--once']);
  console.log(`example: ${name.padEnd(20)} ${code === 0 ? 'ok' : `FAILED with exit code ${code}`}`);
  if (code !== 0) console.log(output.replace(/^/gm, '  '));
  if (code !== 0) failed += 1;
}
process.exit(failed > 0 ? 1 : 0);

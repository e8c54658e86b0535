/**
 * `npm run release`: asks the registry for known mistakes in what users install, builds, tests what is packed, and publishes every package with a new version. Provenance is
 * made where npm can prove who builds: in a workflow that may ask for an identity token. Versions and changelogs come before, from `npx changeset version`.
 */
import './setup/node-version.mjs';
import { spawnSync } from 'node:child_process';
import { auditVerdict } from './setup/audit.mjs';
import { root } from './setup/paths.mjs';
import { run } from './setup/run.mjs';

const { stdout } = spawnSync('npm', ['audit', '--audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8' });
const { problem, message } = auditVerdict(stdout);
console.log(message);
if (problem) process.exit(1);

for (const command of [
  ['npm', 'run', '--silent', 'build'],
  ['npx', 'vitest', 'run', 'scripts/test/packed.test.ts'],
  ['npx', 'changeset', 'publish'],
]) {
  const [program = '', ...args] = command;
  const code = await run(program, args);
  if (code !== 0) process.exit(code);
}

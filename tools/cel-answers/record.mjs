// `node tools/cel-answers/record.mjs [EXPRESSION …]`: asks Kubernetes' own environment again for the answers to the expressions in
// packages/cel/test/fixtures/kubernetes-answers.json, and to those that are given. Needs Go; the module cache is filled when it is empty.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('.', import.meta.url));
const file = fileURLToPath(new URL('../../packages/cel/test/fixtures/kubernetes-answers.json', import.meta.url));

/** @type {readonly { readonly expression: string }[]} */
const known = JSON.parse(readFileSync(file, 'utf8'));
const expressions = [...new Set([...known.map(({ expression }) => expression), ...process.argv.slice(2)])];
const folder = mkdtempSync(join(tmpdir(), 'cel-answers-'));
try {
  const program = join(folder, 'cel-answers');
  call('go', ['build', '-C', sources, '-mod=readonly', '-trimpath', '-o', program, '.'], '');
  const answers = call(program, [], expressions.map((expression) => `${JSON.stringify(expression)}\n`).join(''));
  writeFileSync(file, `[\n${answers.trimEnd().replaceAll('\n', ',\n')}\n]\n`);
  console.error(`cel answers: ${expressions.length} expressions`);
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} input
 */
function call(command, args, input) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { input, encoding: 'utf8', maxBuffer: 1e9 });
  if (status === 0) return stdout;
  throw new Error(`${command} failed: ${error?.message ?? stderr}`);
}

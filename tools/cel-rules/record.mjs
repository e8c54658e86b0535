// `node tools/cel-rules/record.mjs [EXPRESSION …]`: asks Kubernetes again for the answers to the rules in
// packages/cel/test/fixtures/rule-answers.json, and to those that are given. Needs Go and the module cache of the real cluster.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('.', import.meta.url));
const file = fileURLToPath(new URL('../../packages/cel/test/fixtures/rule-answers.json', import.meta.url));

/** @type {{ schema: unknown, object: unknown, answers: readonly { readonly expression: string }[] }} */
const { schema, object, answers } = JSON.parse(readFileSync(file, 'utf8'));
const expressions = [...new Set([...answers.map(({ expression }) => expression), ...process.argv.slice(2)])];
const folder = mkdtempSync(join(tmpdir(), 'cel-rules-'));
try {
  const program = join(folder, 'cel-rules');
  call('go', ['build', '-C', sources, '-modfile', '../real-cluster/go.mod', '-trimpath', '-o', program, '.'], '');
  const lines = call(program, [file], expressions.map((expression) => `${JSON.stringify(expression)}\n`).join(''));
  const [head, body] = [JSON.stringify({ schema, object }).slice(0, -1), lines.trimEnd().replaceAll('\n', ',\n')];
  writeFileSync(file, `${head},"answers":[\n${body}\n]}\n`);
  console.error(`cel rules: ${expressions.length} expressions`);
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

/**
 * Where the source of a test is, found by parsing its file and looking for its title: a literal, a template or `test.each` title that
 * fits, with the table it goes through, or a row of a table with the calls that make tests of rows. Relative imports are searched too, for shared suites.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { declarationsOf, rowsOf, testCallsOf, titleText } from './test-calls.mjs';

/**
 * @typedef {import('./results.mjs').Test} Test
 * @typedef {import('./test-calls.mjs').Located} Located
 * @typedef {import('./test-calls.mjs').TestCall} TestCall
 * @typedef {{ file: string, line: number, text: string }} Region
 */

/** A loop or a table with more characters than this is not shown around a test: it is a whole suite. */
const longest = 4000;

/**
 * The regions that make up the test; none when the title is nowhere to be found.
 * @param {string} root
 * @param {Pick<Test, 'file' | 'title'>} test
 * @returns {Region[]}
 */
export function sourceOf(root, { file, title }) {
  const files = new Set([file]);
  for (const path of files) {
    if (!existsSync(join(root, path))) continue;
    const source = readFileSync(join(root, path), 'utf8');
    const { program, module } = parseSync(path, source);
    const nodes = nodesFor(title, program);
    if (nodes.length > 0) return nodes.map((node) => regionOf(path, source, node));
    for (const { moduleRequest } of module.staticImports) {
      if (moduleRequest.value.startsWith('.')) files.add(posix.join(posix.dirname(path), moduleRequest.value));
    }
  }
  return [];
}

/**
 * @param {string} title
 * @param {unknown} program
 * @returns {Located[]}
 */
function nodesFor(title, program) {
  const calls = testCallsOf(program).map((call) => ({ ...call, text: titleText(call.title) }));
  const exact = calls.filter(({ text }) => text.value === title);
  if (exact.length > 0) return exact.map(({ node }) => node);

  const fitting = calls.filter(({ text }) => text.fixed !== '' && text.pattern.test(title));
  const mostWords = Math.max(...fitting.map(({ text }) => text.fixed.length));
  const best = fitting.filter(({ text }) => text.fixed.length === mostWords);
  const tables = best.flatMap(({ table }) => declarationsOf(program, table)).filter(isShort);
  if (best.length > 0) return outermost([...tables, ...best.map(withLoop)]);

  const rows = rowsOf(program).filter(({ literal }) => titleText(literal).value === title);
  const makers = calls.filter(({ text }) => text.fixed === '');
  return rows.length > 0 ? outermost([...rows.map(({ row }) => row), ...makers.map(withLoop)]) : [];
}

/**
 * @param {TestCall} call
 * @returns {Located}
 */
function withLoop({ node, loop }) {
  return loop && isShort(loop) ? loop : node;
}

/** @param {Located} node */
function isShort({ start, end }) {
  return end - start <= longest;
}

/**
 * Without the nodes that lie inside another one of them.
 * @param {readonly Located[]} nodes
 */
function outermost(nodes) {
  const distinct = [...new Set(nodes)];
  return distinct.filter(
    (node) => !distinct.some((other) => other !== node && other.start <= node.start && node.end <= other.end),
  );
}

/**
 * The node from the beginning of its first line, without the indentation that all its lines share.
 * @param {string} file
 * @param {string} source
 * @param {Located} node
 * @returns {Region}
 */
function regionOf(file, source, { start, end }) {
  const lines = source.slice(source.lastIndexOf('\n', start - 1) + 1, end).split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)?.[0].length ?? 0);
  const text = lines.map((line) => line.slice(Math.min(...indents))).join('\n');
  return { file, line: source.slice(0, start).split('\n').length, text };
}

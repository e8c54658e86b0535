/**
 * The check that what pages link to is there: files of the repository, and headings where a link names one. Addresses of other places are left alone.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryFiles } from './source-files.mjs';

const isGenerated = /(?:^|\/)(?:CHANGELOG|parity)\.md$/;

/**
 * Links of tracked pages that lead nowhere, by page and line.
 * @param {string} root
 * @returns {string[]}
 */
export function docLinkProblems(root) {
  return repositoryFiles(root)
    .filter((file) => file.endsWith('.md') && !isGenerated.test(file))
    .flatMap((page) => pageProblems(root, page));
}

/**
 * @param {string} root
 * @param {string} page
 */
function pageProblems(root, page) {
  const text = withoutCode(readFileSync(`${root}/${page}`, 'utf8'));
  return [...text.matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].flatMap(({ 1: target = '', index }) => {
    const [path = '', heading] = target.split('#');
    const file = path === '' ? page : join(dirname(page), path);
    const isThere =
      existsSync(`${root}/${file}`) && (heading === undefined || headings(`${root}/${file}`).has(heading));
    return isThere ? [] : [`${page}:${text.slice(0, index).split('\n').length}: there is no ${target}`];
  });
}

/**
 * Blocks and spans of code with nothing in them, so that lines keep their numbers.
 * @param {string} text
 */
function withoutCode(text) {
  return text
    .replaceAll(/^```.*?^```$/gms, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/`[^`\n]*`/g, (span) => ' '.repeat(span.length));
}

/**
 * The headings of a page, as links name them.
 * @param {string} file
 */
function headings(file) {
  if (!statSync(file).isFile()) return new Set();
  const titles = [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title.toLowerCase());
  return new Set(titles.map((title) => title.replaceAll(/[^\w -]/g, '').replaceAll(' ', '-')));
}

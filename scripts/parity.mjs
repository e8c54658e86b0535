/**
 * `npm run parity`: which behaviours of `docs/behaviours.json` are held by a test that ran and passed. Writes `docs/parity.md`, or
 * checks it, counts as JSON, or shows behaviours beside the source of their tests. Data goes to stdout, talk to stderr.
 */
import './setup/node-version.mjs';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { help, parseArguments } from './parity/arguments.mjs';
import { readCatalogue } from './parity/catalogue.mjs';
import { countsByFamily, countsTable } from './parity/counts.mjs';
import { difference } from './parity/difference.mjs';
import { ledgerOf } from './parity/ledger.mjs';
import { pagePath, realQuotesOf, renderPage } from './parity/page.mjs';
import { Problem } from './parity/problem.mjs';
import { mistakesIn, quotesOf } from './parity/quotes.mjs';
import { readResults } from './parity/results.mjs';

/** @typedef {import('./parity/arguments.mjs').Order} Order */

try {
  await main(parseArguments(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  say(error.message);
  process.exitCode = error.exitCode;
}

/** @param {Order} order */
async function main(order) {
  if (order.mode === 'help') return print(help);
  const catalogue = readCatalogue(order.root);
  const results = readResults(order.root);
  const mistakes = mistakesIn(results.tests, catalogue);
  if (mistakes.length > 0) throw new Problem(mistakes.join('\n'));
  const quotes = quotesOf(results.tests);

  switch (order.mode) {
    case 'json':
      return print(JSON.stringify({ families: countsByFamily(ledgerOf(catalogue, quotes)) }, null, 2));
    case 'show': {
      const { show } = await import('./parity/show.mjs');
      return print(show(order, catalogue, results.tests));
    }
    case 'check':
    case 'write': {
      const committed = readPage(order.root);
      const kept = results.hasRealSuite ? new Map() : realQuotesOf(order.root, committed);
      if (kept.size > 0)
        say(`the real suite did not run here: its tests of ${kept.size} behaviours are taken over from ${pagePath}`);
      const ledger = ledgerOf(catalogue, quotes, kept);
      return order.mode === 'check' ? check(committed, renderPage(ledger)) : write(order.root, ledger);
    }
  }
}

/**
 * @param {string} committed
 * @param {string} computed
 */
function check(committed, computed) {
  if (committed === computed) return say(`${pagePath} is what the results give`);
  print(difference(committed, computed));
  throw new Problem(
    `${pagePath} is not what the results give (- the page, + the results): run npm run parity and commit the page`,
  );
}

/**
 * @param {string} root
 * @param {import('./parity/ledger.mjs').Ledger} ledger
 */
function write(root, ledger) {
  writeFileSync(join(root, pagePath), renderPage(ledger));
  say(`${pagePath} written`);
  print(countsTable(countsByFamily(ledger)));
}

/** @param {string} root */
function readPage(root) {
  const path = join(root, pagePath);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** @param {string} text */
function print(text) {
  process.stdout.write(`${text}\n`);
}

/** @param {string} text */
function say(text) {
  process.stderr.write(`${text.replace(/^/gm, 'parity: ')}\n`);
}

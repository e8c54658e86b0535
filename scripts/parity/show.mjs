/**
 * `--show`: behaviours for a reviewer, each with its state and the source of every test that quotes it, counted or not.
 */
import { nearestId } from './nearest-id.mjs';
import { missingParts, stateOf } from './ledger.mjs';
import { Problem } from './problem.mjs';
import { quotesOf } from './quotes.mjs';
import { sourceOf } from './test-source.mjs';

/**
 * @typedef {import('./arguments.mjs').ShowOrder} ShowOrder
 * @typedef {import('./catalogue.mjs').Behaviour} Behaviour
 * @typedef {import('./catalogue.mjs').Catalogue} Catalogue
 * @typedef {import('./results.mjs').Test} Test
 */

/**
 * @param {ShowOrder} order
 * @param {Catalogue} catalogue
 * @param {readonly Test[]} tests
 */
export function show({ root, wanted }, catalogue, tests) {
  return behavioursOf(wanted, catalogue)
    .map((behaviour) =>
      showBehaviour(
        root,
        behaviour,
        tests.filter(({ ids }) => ids.some(({ id }) => id === behaviour.id)),
      ),
    )
    .join('\n\n');
}

/**
 * @param {string} wanted an id or the code of a family
 * @param {Catalogue} catalogue
 */
function behavioursOf(wanted, { families, ids }) {
  const found =
    families.find(({ code }) => code === wanted)?.behaviours ??
    families.flatMap(({ behaviours }) => behaviours.filter(({ id }) => id === wanted));
  if (found.length > 0) return found;
  const nearest = nearestId(wanted, ids);
  throw new Problem(
    `there is no behaviour and no family '${wanted}'${nearest ? `, the nearest is ${nearest}` : `; families are ${families.map(({ code }) => code).join(', ')}`}`,
  );
}

/**
 * @param {string} root
 * @param {Behaviour} behaviour
 * @param {readonly Test[]} tests
 */
function showBehaviour(root, behaviour, tests) {
  const quotes = quotesOf(tests).get(behaviour.id) ?? [];
  const state = stateOf(behaviour, quotes);
  const more =
    state === 'partly'
      ? `: no test holds ${missingParts(behaviour, quotes).join(', ')}`
      : behaviour.differs === undefined
        ? ''
        : `: ${behaviour.differs}`;
  return [`${behaviour.id}  ${behaviour.name}\nstate: ${state}${more}`, ...bySource(root, tests)].join('\n\n');
}

/**
 * The tests, those from one table under one copy of their source.
 * @param {string} root
 * @param {readonly Test[]} tests
 */
function bySource(root, tests) {
  /** @type {Map<string, string[]>} */
  const names = new Map();
  for (const test of tests) {
    const verdict = test.outcome === 'passed' ? 'passed' : `${test.outcome}, does not count`;
    const source = showSource(root, test);
    names.set(source, [...(names.get(source) ?? []), `  test: ${test.name} [${verdict}]`]);
  }
  return [...names].map(([source, titles]) => [...titles, source].join('\n'));
}

/**
 * @param {string} root
 * @param {Test} test
 */
function showSource(root, test) {
  const regions = sourceOf(root, test);
  if (regions.length === 0)
    return `  ${test.file}\n    (no title like this in the file: its results may be older than its source)`;
  return regions.map(({ file, line, text }) => `  ${file}:${line}\n${text.replace(/^(?=.)/gm, '    ')}`).join('\n');
}

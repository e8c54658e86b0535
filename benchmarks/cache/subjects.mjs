/**
 * Who is measured, on which dataset, and how each is started.
 */
import { fileURLToPath } from 'node:url';
import { datasets } from './objects.mjs';

/** @typedef {import('./run-subject.mjs').Subject} Subject */

/**
 * A subject of Node, in a process that can collect garbage when told to.
 * @param {string} script
 * @param {readonly string[]} args
 * @param {readonly import('./run-subject.mjs').Step[]} [phases]
 * @returns {Subject}
 */
const node = (script, args, phases) => ({
  command: process.execPath,
  args: ['--expose-gc', fileURLToPath(new URL(`subjects/${script}.mjs`, import.meta.url)), ...args],
  ...(phases && { phases }),
});

/**
 * The floor and ours. @param {string} url @param {string} dataset
 * @returns {Record<string, Subject>}
 */
export function ownSubjects(url, dataset) {
  const path = datasets[dataset]?.path ?? '';
  return {
    transport: node('floor', [url, path, 'bytes']),
    floor: node('floor', [url, path, 'parse']),
    reeve: node('reeve', [url, path, 'default']),
    'reeve, full objects': node('reeve', [url, path, 'full']),
    'reeve, level-triggered': node('reeve', [url, path, 'level']),
    'reeve, metadata only': node('reeve', [url, path, 'metadata'], ['synced']),
    'reeve, by list': node('reeve', [url, path, 'list'], ['synced', 'relisted']),
  };
}

/**
 * The peers of TypeScript. @param {string} url @param {string} dataset @param {number} count @param {string} folder
 * @returns {Record<string, Subject>}
 */
export function peerSubjects(url, dataset, count, folder) {
  const path = datasets[dataset]?.path ?? '';
  const installed = (/** @type {string} */ name) => `${folder}/node_modules/${name}`;
  const withoutRelist = /** @type {const} */ (['synced', 'events', 'bursts']);
  return {
    'client-node 1': node('client-node', [url, path, installed('client-node-1')], withoutRelist),
    'client-node 2': node('client-node', [url, path, installed('client-node-2')], withoutRelist),
    ...(dataset !== 'websites' && {
      'fluent client': node(
        'fluent-client',
        [url, path, installed('kubernetes-fluent-client'), String(count)],
        withoutRelist,
      ),
    }),
  };
}

/**
 * Programs of other languages. @param {string} url @param {string} dataset @param {{ go?: string | undefined, rust?: string | undefined }} programs
 * @returns {Record<string, Subject>}
 */
export function otherSubjects(url, dataset, { go, rust }) {
  const { group = '', version = '', kind = '', plural = '' } = datasets[dataset] ?? {};
  const phases = /** @type {const} */ (['synced', 'events', 'bursts']);
  /** @type {Record<string, Subject>} */
  const subjects = {};
  if (go !== undefined && dataset !== 'websites')
    subjects['client-go, typed'] = { command: go, args: [url, group, version, plural, 'typed'], phases };
  if (go !== undefined)
    subjects['client-go, unstructured'] = { command: go, args: [url, group, version, plural, 'unstructured'], phases };
  if (rust !== undefined && dataset === 'pods')
    subjects['kube-rs, typed'] = { command: rust, args: [url, group, version, kind, plural, 'typed'], phases };
  if (rust !== undefined)
    subjects['kube-rs, dynamic'] = { command: rust, args: [url, group, version, kind, plural, 'dynamic'], phases };
  return subjects;
}

/** Ours with 100,000 objects and a watched event loop. @param {string} url */
export const stallSubject = (url) => node('reeve', [url, datasets['pods']?.path ?? '', 'stalls'], ['synced']);

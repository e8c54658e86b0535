/**
 * Good manifests with random mistakes, the same for the same seed: values of the wrong size, words that are none, parts that are missing or come twice. The
 * manifests are those of the verdicts; what a mistake does is up to the server that is asked.
 */
import { library } from '../../packages/apiserver/test/differential/probe-library.mjs';
import { post } from './probe.mjs';
import { Random } from './schema/random.mjs';

/** @typedef {Record<string, any>} Json */

const numbers = [-1, 0, 1, 65_536, 2_147_483_647];
const texts = ['', 'x', 'A b', 'a.b', '1', '-x', 'x'.repeat(64), '10%', '../x', '/x', '1.2.3.4'];

/**
 * Probes of `count` manifests, which are only tried.
 * @param {number} seed
 * @param {number} count
 * @returns {import('./probe.mjs').Probe}
 */
export function randomManifests(seed, count) {
  const random = new Random(seed);
  const steps = Array.from({ length: count }, () => {
    const { path, good } = random.pick(subjects);
    const manifest = structuredClone(good);
    const mistakes = 1 + random.below(2);
    const note = Array.from({ length: mistakes }, () => spoil(manifest, random)).join(', ');
    return post(path, manifest, { note, verdict: true, unordered: true });
  });
  return { title: `random manifests, seed ${seed}`, steps };
}

/** The first object of each table of verdicts is a good one. */
const subjects = Object.entries(library)
  .filter(([section]) => section.startsWith('verdicts-'))
  .flatMap(([, probes]) => probes)
  .flatMap(({ steps: [first] }) => {
    const good = first?.body && 'json' in first.body ? /** @type {Json} */ (first.body.json) : undefined;
    return first?.note === 'a good one' && good ? [{ path: first.path ?? '', good }] : [];
  });

/**
 * Changes one value somewhere below what makes an object this object.
 * @param {Json} manifest
 * @param {Random} random
 * @returns {string} Where, and into what.
 */
function spoil(manifest, random) {
  const places = Object.entries(manifest)
    .filter(([name]) => !['apiVersion', 'kind', 'metadata'].includes(name))
    .flatMap(([name, value]) => [{ holder: manifest, name, path: name }, ...placesIn(value, name)]);
  if (places.length === 0) return 'as it is';
  const place = random.pick(places);
  const isLast = Object.keys(place.holder).length === 1; // what is left would be empty, which our decoder does not keep
  const value = other(place.holder[place.name], random) ?? (isLast ? 'x' : undefined);
  if (value === undefined && !Array.isArray(place.holder)) delete place.holder[place.name];
  else place.holder[place.name] = value ?? {};
  return `${place.path}: ${JSON.stringify(value) ?? 'nothing'}`;
}

/**
 * @param {unknown} value
 * @param {string} path
 * @returns {{ holder: any, name: string, path: string }[]}
 */
function placesIn(value, path) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = `${path}/${name}`;
    return [{ holder: value, name, path: at }, ...placesIn(inner, at)];
  });
}

/**
 * A value of the same type, or none.
 * @param {unknown} value
 * @param {Random} random
 * @returns {unknown}
 */
function other(value, random) {
  if (random.chance(0.25)) return undefined;
  if (typeof value === 'number') return random.pick(numbers);
  if (typeof value === 'string') return random.pick(texts);
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value) && value.length > 0) return [...value, structuredClone(random.pick(value))];
  return undefined;
}

/**
 * Replaces what differs from run to run by symbols, so that the answers of two servers, or of one server twice, are equal when they mean the same.
 *
 * Versions keep their order and their equality: `$rv1` < `$rv2`. The version of a list or a bookmark is only known to lie between two changes,
 * because other parts of a server write too: `$rv1+` is at or after `$rv1`, and before `$rv2`.
 */
import { normaliseProtobuf } from './normalise-protobuf.mjs';
import { isObject, objectsIn } from './json-walk.mjs';
import { normaliseManagers } from './normalise-managers.mjs';
import { normaliseTable } from './normalise-table.mjs';
import { versionSymbols } from './version-symbols.mjs';

/** @typedef {import('./read-answer.mjs').Answer} Answer */

/**
 * @param {readonly Answer[]} answers
 * @param {{ id: string }} run
 * @returns {Answer[]}
 */
export function normalise(answers, { id }) {
  const symbols = new Symbols(answers, id);
  return answers.map((answer) => symbols.answer(answer));
}

/** Values that are the server's own business, by the key they stand under. */
const ownBusiness = new Map([
  ['storageVersionHash', '$hash'],
  ['continue', '$continue'],
  ['serverAddress', '$address'],
  ['gitCommit', '$commit'],
  ['gitTreeState', '$treeState'],
  ['buildDate', '$time'],
  ['goVersion', '$goVersion'],
  ['platform', '$platform'],
  ['nodePort', '$nodePort'],
  ['healthCheckNodePort', '$nodePort'],
  ['etag', '$etag'],
]);

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g;
const allocatedAddress = /^10\.0\.0\.\d+$/;
/** A whole object inside a message has everything in it that is the server's own. */
const quotedObject = /Invalid value: "\{.*\\"metadata.*\}"(?=: )/gs;
const contentHash = /hash=[0-9A-F]{16,}/g;
const aDayMs = 24 * 60 * 60 * 1000;

class Symbols {
  #id;
  #versions;
  /** @type {Map<string, string>} */
  #uids = new Map();
  /** @type {[name: string, symbol: string][]} */
  #names;
  /** @type {unknown[]} The columns of the last table, because the events of a watch name them once. */
  #columns = [];

  /**
   * @param {readonly Answer[]} answers
   * @param {string} id
   */
  constructor(answers, id) {
    this.#id = id;
    this.#versions = versionSymbols(answers);
    this.#names = generatedNames(answers);
  }

  /**
   * @param {Answer} answer
   * @returns {Answer}
   */
  answer({ body, events, text, headers, ...head }) {
    return {
      ...head,
      ...(headers && { headers: /** @type {Record<string, string>} */ (this.#value(headers)) }),
      ...(body !== undefined && { body: this.#value(body) }),
      ...(text !== undefined && { text: this.#text(text) }),
      ...(events && { events: events.map((event) => this.#value(event)) }),
    };
  }

  /**
   * @param {unknown} value
   * @param {string} [key]
   * @returns {unknown}
   */
  #value(value, key = '') {
    if (typeof value === 'string')
      return value !== '' && ownBusiness.has(key) ? ownBusiness.get(key) : this.#text(value);
    if (typeof value === 'number' && value >= 30_000) return ownBusiness.get(key) ?? value;
    if (Array.isArray(value)) return value.map((item) => this.#value(item, key));
    if (!isObject(value)) return value;
    return this.#object(this.#prepared(value));
  }

  /** @param {Record<string, unknown>} object */
  #object(object) {
    // Symbols are numbered as they appear, so keys are gone through in one order, whatever order the server has.
    const entries = Object.keys(object)
      .toSorted()
      .map((key) => /** @type {const} */ ([this.#text(key), this.#value(object[key], key)]));
    return Object.fromEntries(entries);
  }

  /** @param {Record<string, unknown>} object */
  #prepared(object) {
    if (object['kind'] === 'Table')
      this.#columns = Array.isArray(object['columnDefinitions']) ? object['columnDefinitions'] : this.#columns;
    const seen = object['kind'] === 'Table' ? normaliseTable(object, this.#columns) : normaliseProtobuf(object);
    return isObject(seen['metadata']) ? { ...seen, metadata: this.#metadata(seen['metadata']) } : seen;
  }

  /** @param {Record<string, unknown>} seen */
  #metadata(seen) {
    const managers = seen['managedFields'];
    const metadata = managers === undefined ? seen : { ...seen, managedFields: normaliseManagers(managers) };
    const version = metadata['resourceVersion'];
    if (typeof version !== 'string' || version === '') return metadata;
    return { ...metadata, resourceVersion: this.#versions.symbolFor(version, metadata['uid'] !== undefined) };
  }

  /** @param {string} text */
  #text(text) {
    let result = text.replaceAll(quotedObject, 'Invalid value: $object').replaceAll(this.#id, '<id>');
    for (const [name, symbol] of this.#names) result = result.replaceAll(name, symbol);
    result = result.replaceAll(uuid, (uid) => this.#uid(uid)).replaceAll(time, timeSymbol);
    result = result.replaceAll(contentHash, 'hash=$hash').replace(allocatedAddress, '$address');
    return this.#versions.inText(result);
  }

  /** @param {string} uid */
  #uid(uid) {
    const known = this.#uids.get(uid) ?? `$uid${this.#uids.size + 1}`;
    this.#uids.set(uid, known);
    return known;
  }
}

/**
 * Only times of now are the server's; those that a probe sent stay.
 * @param {string} text
 * @param {string | undefined} fraction
 */
function timeSymbol(text, fraction) {
  const isNow = Math.abs(Date.parse(text) - Date.now()) < aDayMs;
  if (!isNow) return text;
  return fraction === undefined ? '$time' : '$microTime';
}

/**
 * The names that the server completed, longest first.
 * @param {readonly Answer[]} answers
 * @returns {[name: string, symbol: string][]}
 */
function generatedNames(answers) {
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const { metadata } of objectsIn(answers)) {
    if (!isObject(metadata)) continue;
    const { name, generateName } = metadata;
    if (typeof name !== 'string' || typeof generateName !== 'string' || name.length !== generateName.length + 5)
      continue;
    if (name.startsWith(generateName) && !names.has(name)) names.set(name, `${generateName}$suffix${names.size + 1}`);
  }
  return [...names];
}

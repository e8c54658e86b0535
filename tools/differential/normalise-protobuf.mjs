/**
 * The same for trees of protobuf fields, where names are numbers: the metadata of an object is recognised by its uid, that of a list by the version in it.
 */
import { isObject } from './json-walk.mjs';
import { normaliseManagers } from './normalise-managers.mjs';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-/;
const uidField = '5';
const versionField = '6';
const timeField = '8';
const managedFieldsField = '17';
/** When a manager wrote last, in its entry. */
const writtenField = '4';

/**
 * @param {Record<string, unknown>} object
 * @returns {Record<string, unknown>}
 */
export function normaliseProtobuf(object) {
  if (!Object.keys(object).every((key) => /^\d+$/.test(key)) || Object.keys(object).length === 0) return object;
  return isMetadata(object) ? normaliseMetadata(object) : normaliseVersions(object);
}

/** @param {Record<string, unknown>} tree */
function isMetadata({ [uidField]: uids }) {
  return Array.isArray(uids) && uuid.test(String(uids[0]));
}

/** @param {Record<string, unknown>} tree */
function normaliseMetadata(tree) {
  const managers = tree[managedFieldsField];
  return {
    ...tree,
    ...(Array.isArray(managers) && { [managedFieldsField]: normaliseManagers(managers.map(withoutTime)) }),
    ...(tree[versionField] !== undefined && { [versionField]: ['$rv'] }),
    ...(tree[timeField] !== undefined && { [timeField]: ['$time'] }),
  };
}

/** @param {unknown} entry */
function withoutTime(entry) {
  return isObject(entry) && entry[writtenField] !== undefined ? { ...entry, [writtenField]: ['$time'] } : entry;
}

/** @param {Record<string, unknown>} tree The metadata of lists has its version in field 2, and little else. */
function normaliseVersions(tree) {
  const { 1: meta } = tree;
  const inner = Array.isArray(meta) && meta.length === 1 && isObject(meta[0]) ? meta[0] : undefined;
  const version = inner?.['2'];
  const isListMeta = Array.isArray(version) && /^\d+$/.test(String(version[0]));
  return isListMeta ? { ...tree, 1: [{ ...inner, 2: ['$rv'] }] } : tree;
}

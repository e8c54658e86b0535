/**
 * Bodies that are odd or wrong, for the verdict of a real server: what it refuses and in which words, which fields it does not know, what it makes of the
 * rest. `at` says where to look at the result, as far from defaults as possible. Names are added when they are sent.
 */
import { metadataCases } from './metadata-cases.mjs';
import { quantityCases } from './quantity-cases.mjs';
import { schemaCases } from './schema-cases.mjs';
import { structCases } from './struct-cases.mjs';
import { timeCases } from './time-cases.mjs';

/**
 * @typedef {object} DecodeCases
 * @property {string} path
 * @property {string} [query] Added to that of the request.
 * @property {string[]} at JSON pointers.
 * @property {(string | object)[]} bodies Objects get a name; texts are sent as they are, and NAME in them is replaced.
 */

/** @type {DecodeCases[]} */
export const decodeCases = [...metadataCases, ...quantityCases, ...timeCases, ...structCases, ...schemaCases];

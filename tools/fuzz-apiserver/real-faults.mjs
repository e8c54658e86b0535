/**
 * Answers that blame the server, and that a real server gives too: those recorded in the committed transcripts. What they quote may be something else.
 */
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../packages/apiserver/test/differential/transcripts/', import.meta.url);
/** Seen on a real server too, where the recorded ones only have a version that is no number, one word that is no directive, and one merge key. */
const seen = [
  'resourceVersion: Invalid value: "": strconv.ParseUint: parsing "": value out of range',
  'unknown patch type: "" in map: map[]',
  'map: map[] does not contain declared merge key: ""',
  'expected a []interface {}, but received a int64',
];
const patterns = [...recordedMessages(), ...seen].map(patternOf);

/** Whether a body says what a real server was seen to say with a status of 500. @param {string} text */
export const isRealFault = (text) => patterns.some((pattern) => pattern.test(text));

/** @returns {string[]} */
function recordedMessages() {
  const messages = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => Object.values(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))))
    .flatMap(({ answers }) => answers)
    .filter(({ status }) => status === 500)
    .map(({ body, text }) => String(body?.message ?? text ?? ''));
  return [...new Set(messages)].filter((message) => message !== '');
}

/** What a message quotes, puts in brackets or says of an object is that of one request. @param {string} message */
function patternOf(message) {
  const told = JSON.stringify(message).slice(1, -1).replaceAll('\\"', '"'); // as a body has it
  const fixed = told.split(/"[^"]*"|\([^)]*\).*$|\[.*\]/s);
  return new RegExp(fixed.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*'), 's');
}

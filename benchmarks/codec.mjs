/**
 * What the codec of built-in kinds costs, against `JSON.parse` and `JSON.stringify` of the same object in the same run: a pod as a server gives it back,
 * which needs no change, the same with its keys in alphabetical order, as kubectl sends it, and its protobuf.
 */
import { readFileSync } from 'node:fs';
import { readEnvelope, TypedCodecs } from '@reeve/apiserver';
import { loadTypeTable } from '@reeve/kinds';
import { cpuPerKey } from './queue/cpu.mjs';

const MAX_RATIO = 3;
const turns = 2000;
const fixture = new URL('../packages/apiserver/test/codec/fixtures/recorded-bodies.json', import.meta.url);

/** @param {{ log: (line: string) => void }} options */
export default async function benchmark({ log }) {
  const { json: pod, protobuf: body } = recordedPod();
  const codec = new TypedCodecs(await loadTypeTable()).forKind('', 'v1', 'Pod');
  const [text, unsorted, raw] = [JSON.stringify(pod), sorted(pod), readEnvelope(Buffer.from(body, 'base64')).raw];
  log(`a pod of ${text.length} bytes of JSON, ${raw.length} of protobuf`);
  const [parse = NaN, stringify = NaN, same = NaN, changed = NaN, read = NaN, write = NaN] = await cpuPerKey(
    [
      load(() => JSON.parse(text)),
      load(() => JSON.stringify(pod)),
      load(() => codec.decode(pod)),
      load(() => codec.decode(unsorted)),
      load(() => codec.protobuf?.decode(raw)),
      load(() => codec.protobuf?.encode(pod)),
    ],
    { rounds: 15 },
  );
  return {
    name: 'codec',
    measurements: [
      { name: 'JSON.parse', value: parse, unit: 'ns CPU per pod' },
      { name: 'JSON.stringify', value: stringify, unit: 'ns CPU per pod' },
      { name: 'decode, nothing to change', value: same, unit: 'ns CPU per pod' },
      { name: 'decode, keys in another order', value: changed, unit: 'ns CPU per pod' },
      { name: 'read protobuf', value: read, unit: 'ns CPU per pod' },
      { name: 'write protobuf', value: write, unit: 'ns CPU per pod' },
    ],
    bars: [
      bar('decode in another order, against JSON.parse', changed / parse),
      bar('read protobuf, against JSON.parse', read / parse),
      bar('write protobuf, against JSON.stringify', write / stringify),
    ],
  };
}

/** @param {() => unknown} work */
function load(work) {
  return () => {
    for (let turn = 0; turn < turns; turn++) work();
    return turns;
  };
}

/** @returns {{ json: any, protobuf: string }} */
function recordedPod() {
  const recorded = JSON.parse(readFileSync(fixture, 'utf8'));
  return recorded.find((/** @type {any} */ { json }) => json.kind === 'Pod');
}

/**
 * @param {any} value
 * @returns {any}
 */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key])]),
  );
}

/** @param {string} name @param {number} value */
function bar(name, value) {
  return { name, value, limit: MAX_RATIO, held: value <= MAX_RATIO };
}

/**
 * What the schema engine costs: pruning, defaulting and validating a custom object of 2 KB, against parsing the same object
 * from JSON in the same run; and compiling its schema.
 */
import { compileSchema } from '@reeve/schema';
import { cpuPerKey } from './queue/cpu.mjs';
import { complete, customObject, customSchema, sparse } from './schema/website.mjs';

const MAX_RATIO = 3;
const turns = 2000;

/** @param {{ log: (line: string) => void }} options */
export default async function benchmark({ log }) {
  const engine = compileSchema(customSchema);
  const text = JSON.stringify(customObject);
  const [whole, gaps] = [complete(), sparse()];
  log(`an object of ${text.length} bytes`);
  const [parse = NaN, all = NaN, filling = NaN, validate = NaN, conform = NaN] = await cpuPerKey(
    [
      load(() => JSON.parse(text)),
      load(() => engine.validate(engine.conform(whole).object)),
      load(() => engine.validate(engine.conform(gaps).object)),
      load(() => engine.validate(whole)),
      load(() => engine.conform(whole)),
    ],
    { rounds: 15 },
  );
  log('compiling');
  const [compile = NaN] = await cpuPerKey([() => (compileSchema(customSchema), 1)], { rounds: 15 });
  return {
    name: 'schema',
    measurements: [
      { name: 'JSON.parse', value: parse, unit: 'ns CPU per object' },
      { name: 'conform and validate', value: all, unit: 'ns CPU per object' },
      { name: 'conform and validate, with unknown fields and defaults', value: filling, unit: 'ns CPU per object' },
      { name: 'validate alone', value: validate, unit: 'ns CPU per object' },
      { name: 'conform alone', value: conform, unit: 'ns CPU per object' },
      { name: 'compile the schema', value: compile / 1000, unit: 'µs CPU' },
    ],
    bars: [
      bar('conform and validate, against JSON.parse', all / parse),
      bar('the same with unknown fields and defaults', filling / parse),
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

/** @param {string} name @param {number} value */
function bar(name, value) {
  return { name, value, limit: MAX_RATIO, held: value <= MAX_RATIO };
}

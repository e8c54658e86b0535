/**
 * What rules of CustomResourceDefinitions cost: twenty of them, compiled and evaluated, beside the two fastest libraries of the registry in the same
 * run. Ours checks types against a schema and counts costs meanwhile, as Kubernetes does; the others do neither. Then what five rules add to the
 * validation of an object, and to its creation in the embedded API server.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Environment, kubernetesLibraries, listType, mapType, objectType, types } from '@reeve/cel';
import { createCosts, objectCosts } from './cel/objects.mjs';
import { object, rules } from './cel/rules.mjs';
import { installPeers } from './client/peers.mjs';
import { cpuPerKey } from './queue/cpu.mjs';

/** @typedef {{ name: string, compile: (rule: string) => () => unknown }} Engine `compile` returns what evaluates the rule */

const evaluations = 500;
const compilations = 100;

/** @param {{ log: (line: string) => void }} options */
export default async function benchmark({ log }) {
  const peers = await installPeers(log);
  const engines = [ours(), ...(peers === undefined ? [] : [await celJs(peers), await celEs(peers)])];
  log(`evaluating ${rules.length} rules`);
  const evaluate = await cpuPerKey(
    engines.map((engine) => evaluating(engine)),
    { rounds: 15 },
  );
  log('compiling');
  const compile = await cpuPerKey(
    engines.map((engine) => compiling(engine)),
    { rounds: 15 },
  );
  log('objects with rules');
  const validated = await objectCosts();
  log('creates of objects with rules');
  const created = await createCosts();
  const ratio = (/** @type {readonly number[]} */ [own = NaN, ...others]) => own / Math.min(...others);
  return {
    name: 'cel',
    measurements: [
      ...engines.flatMap(({ name }, at) => [
        { name: `${name}: evaluate`, value: evaluate[at] ?? NaN, unit: 'ns CPU per rule' },
        { name: `${name}: compile`, value: (compile[at] ?? NaN) / 1000, unit: 'µs CPU per rule' },
      ]),
      { name: 'JSON.parse of a custom object of 2 KB', value: validated.parse, unit: 'ns CPU' },
      { name: 'conform and validate it, without rules', value: validated.without, unit: 'ns CPU' },
      { name: 'conform and validate it, with 5 rules', value: validated.withRules, unit: 'ns CPU' },
      { name: 'create it in a server in process, without rules', value: created.without / 1000, unit: 'µs CPU' },
      { name: 'create it in a server in process, with 5 rules', value: created.withRules / 1000, unit: 'µs CPU' },
    ],
    bars: [
      ...(peers === undefined
        ? []
        : [
            bar('evaluation, against the fastest of the others', ratio(evaluate), 0.5),
            bar('compilation, against the fastest of the others', ratio(compile), 1),
          ]),
      bar('conform and validate with 5 rules, against JSON.parse', validated.withRules / validated.parse, 4),
      bar('a create with 5 rules, against one without', created.withRules / created.without, 1.25),
    ],
  };
}

/** @returns {Engine} */
function ours() {
  const widget = objectType('Widget', { key: types.string, foo: types.int, weight: types.int, def: types.bool });
  const counts = mapType(types.string, types.int);
  const self = objectType('Object', {
    name: types.string,
    image: types.string,
    replicas: types.int,
    minReplicas: types.int,
    maxReplicas: types.int,
    timeout: types.string,
    schedule: types.string,
    suspended: types.bool,
    set1: listType(types.string),
    set2: listType(types.string),
    names: listType(types.string),
    details: counts,
    labels: mapType(types.string, types.string),
    widgets: listType(widget),
  });
  const environment = new Environment({ libraries: kubernetesLibraries, variables: { self, oldSelf: self } });
  const bindings = { self: object, oldSelf: structuredClone(object) };
  return {
    name: 'reeve',
    compile: (rule) => {
      const { program, issues } = environment.compile(rule);
      if (program === undefined) throw new Error(`${rule}: ${JSON.stringify(issues)}`);
      return () => program.evaluate(bindings);
    },
  };
}

/**
 * @param {string} peers
 * @returns {Promise<Engine>}
 */
async function celJs(peers) {
  const { Environment: Other } = await importFrom(peers, '@marcbachmann/cel-js');
  const environment = new Other({ unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false });
  const bindings = { self: withBigInts(object), oldSelf: withBigInts(object) };
  return {
    name: '@marcbachmann/cel-js',
    compile: (rule) => {
      const evaluate = environment.parse(rule);
      return () => evaluate(bindings);
    },
  };
}

/**
 * @param {string} peers
 * @returns {Promise<Engine>}
 */
async function celEs(peers) {
  const { celEnv, parse, plan, CelScalar } = await importFrom(peers, '@bufbuild/cel');
  const environment = celEnv({ variables: { self: CelScalar.DYN, oldSelf: CelScalar.DYN } });
  const bindings = { self: withMaps(withBigInts(object)), oldSelf: withMaps(withBigInts(object)) };
  return {
    name: '@bufbuild/cel',
    compile: (rule) => {
      const evaluate = plan(environment, parse(rule));
      return () => evaluate(bindings);
    },
  };
}

/**
 * @param {string} folder
 * @param {string} name
 */
function importFrom(folder, name) {
  return import(pathToFileURL(createRequire(`${folder}/package.json`).resolve(name)).href);
}

/**
 * The others take integers as bigints.
 * @param {unknown} value
 * @returns {unknown}
 */
function withBigInts(value) {
  if (typeof value === 'number') return BigInt(value);
  if (Array.isArray(value)) return value.map(withBigInts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withBigInts(each)]));
}

/**
 * @param {unknown} value
 * @returns {unknown}
 */
function withMaps(value) {
  if (Array.isArray(value)) return value.map(withMaps);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([key, each]) => [key, withMaps(each)]));
}

/** @param {Engine} engine */
function evaluating({ name, compile }) {
  const programs = rules.map((rule) => compile(rule));
  for (const [at, evaluate] of programs.entries()) {
    if (evaluate() !== true) throw new Error(`${name}: ${rules[at]} is ${String(evaluate())}`);
  }
  return () => {
    for (let turn = 0; turn < evaluations; turn++) for (const evaluate of programs) evaluate();
    return evaluations * programs.length;
  };
}

/** @param {Engine} engine */
function compiling({ compile }) {
  return () => {
    for (let turn = 0; turn < compilations; turn++) for (const rule of rules) compile(rule)();
    return compilations * rules.length;
  };
}

/** @param {string} name @param {number} value @param {number} limit */
function bar(name, value, limit) {
  return { name, value, limit, held: value <= limit };
}

/**
 * Records what a real API server says to schemas and objects, as fixtures for the tests of `packages/schema`. It uses the
 * cluster of REEVE_TEST_KUBECONFIG, or starts one: `node tools/differential/record-schema-verdicts.mjs [rules]`.
 * The cases are the same in every run, so that a difference between two recordings is one between two servers.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolveRealCluster } from '../real-cluster/resolve.mjs';
import { ApiClient } from './schema/api-client.mjs';
import { badSchemas } from './schema/bad-schemas.mjs';
import { randomSchema, randomValue } from './schema/random-schema.mjs';
import { Random } from './schema/random.mjs';
import { schemaCases, updateCases } from './schema/cases.mjs';
import { randomRuleCases, ruleCases, ruleUpdates } from './schema/rule-cases.mjs';
import { SchemaJudge } from './schema/judge.mjs';

const target = new URL('../../packages/schema/test/fixtures/', import.meta.url);
const randomSchemas = 60;
const randomRuleSchemas = 80;
const objectsPerSchema = 5;

const { cluster, skip } = await resolveRealCluster();
if (cluster === undefined) {
  console.error(skip);
  process.exit(1);
}
const client = new ApiClient(cluster);
try {
  await record(new SchemaJudge(client));
} finally {
  client.close();
  await cluster.stop();
}

/** @param {SchemaJudge} judge */
async function record(judge) {
  const { gitVersion } = (await client.send('GET', '/version')).body;
  await recordRules(judge, gitVersion);
  if (process.argv.includes('rules')) return;
  const refused = await recordBadSchemas(judge);
  const random = await recordRandom(judge);
  const cases = [...(await recordCases(judge)), ...random.accepted];
  const updates = await recordUpdates(judge, updateCases);
  mkdirSync(target, { recursive: true });
  write('verdicts.json', { server: gitVersion, cases, updates });
  write('bad-schemas.json', { server: gitVersion, schemas: [...refused, ...random.refused] });
}

/** Rules of CustomResourceDefinitions, in a file of their own. @param {SchemaJudge} judge @param {string} server */
async function recordRules(judge, server) {
  const updates = await recordUpdates(judge, ruleUpdates);
  const waiting = [...ruleCases, ...randomRuleCases(randomRuleSchemas, 20_261_119)].map((each, at) => ({
    ...each,
    at,
  }));
  const [cases, schemas] = [/** @type {object[]} */ ([]), /** @type {object[]} */ ([])];
  const work = async () => {
    for (let next; (next = waiting.shift()) !== undefined;) {
      const { at, name, schema, objects } = next;
      const { definition, refusal } = await judge.define(schema);
      if (definition === undefined) schemas[at] = { name, schema, refusal };
      else cases[at] = { name, schema, objects: await recordVerdicts(judge, definition, objects) };
      console.error(`recorded: ${name}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work)); // most of the time goes by until a definition is served
  const [accepted, refused] = [cases.filter(Boolean), schemas.filter(Boolean)];
  console.error(`recorded: ${accepted.length} schemas with rules, and ${refused.length} that are refused`);
  write('rule-verdicts.json', { server, cases: accepted, schemas: refused, updates });
}

/** @param {SchemaJudge} judge */
async function recordBadSchemas(judge) {
  const recorded = [];
  for (const [name, schema] of Object.entries(badSchemas)) {
    recorded.push({ name, schema, refusal: await refusalOf(judge, schema) });
    const status = { subresources: { status: {} } };
    if (name === 'several things')
      recorded.push({
        name: `${name} with a status`,
        schema,
        statusSubresource: true,
        refusal: await refusalOf(judge, schema, status),
      });
  }
  return recorded;
}

/** @param {SchemaJudge} judge @param {unknown} schema @param {object} [version] */
async function refusalOf(judge, schema, version) {
  const { definition, refusal } = await judge.define(schema, version);
  if (definition !== undefined) await judge.forget(definition);
  return refusal;
}

/** @param {SchemaJudge} judge */
async function recordCases(judge) {
  const recorded = [];
  for (const { name, schema, objects } of schemaCases) {
    recorded.push({ name, schema, objects: await recordObjects(judge, schema, objects) });
    console.error(`recorded: ${name}`);
  }
  return recorded;
}

/** @param {SchemaJudge} judge @param {Record<string, unknown>} schema @param {Record<string, unknown>[]} objects */
async function recordObjects(judge, schema, objects) {
  const { definition, refusal } = await judge.define(schema);
  if (definition === undefined) throw new Error(`the server refuses a schema of ours: ${JSON.stringify(refusal)}`);
  return recordVerdicts(judge, definition, objects);
}

/** @param {SchemaJudge} judge @param {import('./schema/judge.mjs').Definition} definition @param {Record<string, unknown>[]} objects */
async function recordVerdicts(judge, definition, objects) {
  const recorded = [];
  for (const object of objects) recorded.push({ object, verdict: await judge.create(definition, object) });
  await judge.forget(definition);
  return recorded;
}

/** @param {SchemaJudge} judge */
async function recordRandom(judge) {
  const random = new Random(20_261_115);
  const accepted = [];
  const refused = [];
  for (let at = 0; at < randomSchemas; at++) {
    const spec = randomSchema(random);
    const schema = { type: 'object', properties: { spec } };
    const name = `random ${at}`;
    const objects = Array.from({ length: objectsPerSchema }, () => ({ spec: randomValue(spec, random) }));
    const refusal = await refusalOf(judge, schema);
    if (refusal === undefined) accepted.push({ name, schema, objects: await recordObjects(judge, schema, objects) });
    else refused.push({ name, schema, refusal });
  }
  console.error(`recorded: ${accepted.length} random schemas, and ${refused.length} refusals`);
  return { accepted, refused };
}

/** Old objects are stored before the schema is there, as only then they can be wrong. @param {SchemaJudge} judge @param {typeof updateCases} cases */
async function recordUpdates(judge, cases) {
  const recorded = [];
  for (const { name, schema, updates } of cases) {
    const open = { 'x-kubernetes-preserve-unknown-fields': true };
    const { definition } = await judge.define({
      type: 'object',
      properties: { spec: { type: 'object', ...open } },
      ...open,
    });
    if (definition === undefined) throw new Error('the server refuses an open schema');
    for (const [at, { old }] of updates.entries()) await judge.store(definition, `old-${at}`, old);
    await judge.redefine(definition, schema);
    const verdicts = [];
    for (const [at, { old, object }] of updates.entries())
      verdicts.push({ old, object, verdict: await judge.update(definition, `old-${at}`, object) });
    recorded.push({ name, schema, updates: verdicts });
    await judge.forget(definition);
    console.error(`recorded: ${name}`);
  }
  return recorded;
}

/** One line per entry: small, and a difference shows where it is. @param {string} file @param {Record<string, unknown>} content */
function write(file, content) {
  const parts = Object.entries(content).map(([key, value]) =>
    Array.isArray(value)
      ? `"${key}": [\n${value.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`
      : `"${key}": ${JSON.stringify(value)}`,
  );
  writeFileSync(new URL(file, target), `{\n${parts.join(',\n')}\n}\n`);
}

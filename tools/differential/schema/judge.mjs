/**
 * Asks a real API server what it thinks of schemas and of objects. Objects are created as a dry run, so that nothing is
 * left behind but the definition, which goes with `forget`.
 */

/**
 * @typedef {object} Cause
 * @property {string} reason
 * @property {string} message
 * @property {string} field
 *
 * @typedef {object} Refusal
 * @property {number} status
 * @property {string} [message] Where there are no causes.
 * @property {Cause[]} [causes]
 * @property {boolean} [anyOrder] The server gives the causes in another order each time.
 *
 * @typedef {object} Acceptance
 * @property {Record<string, unknown>} object What became of it, without apiVersion, kind and metadata.
 * @property {string[]} [warnings]
 *
 * @typedef {Refusal | Acceptance} Verdict
 *
 * @typedef {object} Definition
 * @property {string} name
 * @property {string} kind
 * @property {string} path Where its objects are.
 */

const group = 'verdicts.reeve.test';
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** How often a refusal is asked for, to learn whether the order of its causes is left to chance. */
const repetitions = 64;

/** The judge, with one server behind it. */
export class SchemaJudge {
  /** @param {import('./api-client.mjs').ApiClient} client */
  constructor(client) {
    this.client = client;
    this.count = 0;
  }

  /**
   * Defines a resource with a schema, and waits until it is served.
   * @param {unknown} schema @param {object} [version] More of the version.
   * @returns {Promise<{ definition: Definition, refusal?: undefined } | { definition?: undefined, refusal: Refusal }>}
   */
  async define(schema, version = {}) {
    const plural = `widgets${(this.count++).toString(26).replaceAll(/\d/g, (digit) => String.fromCharCode(113 + Number(digit)))}`;
    const body = definitionOf(plural, schema, version);
    const answer = await this.client.send('POST', definitions, body);
    if (answer.status !== 201)
      return { refusal: await this.settled(answer, () => this.client.send('POST', `${definitions}?dryRun=All`, body)) };
    const definition = {
      name: `${plural}.${group}`,
      kind: body.spec.names.kind,
      path: `/apis/${group}/v1/namespaces/default/${plural}`,
    };
    await until(async () => (await this.client.send('GET', definition.path)).status === 200);
    return { definition };
  }

  /** Replaces the schema of a definition. @param {Definition} definition @param {unknown} schema */
  async redefine(definition, schema) {
    const path = `${definitions}/${definition.name}`;
    const { body } = await this.client.send('GET', path);
    body.spec.versions[0].schema.openAPIV3Schema = schema;
    const answer = await this.client.send('PUT', path, body);
    if (answer.status !== 200) throw new Error(`the schema was not replaced: ${JSON.stringify(answer.body)}`);
    const wrong = { ...identity(definition, 'probe'), spec: 'not an object' };
    await until(async () => (await this.client.send('POST', `${definition.path}?dryRun=All`, wrong)).status === 422);
  }

  /** Takes a definition and its objects away. @param {Definition} definition */
  async forget(definition) {
    await this.client.send('DELETE', `${definitions}/${definition.name}`);
  }

  /** What becomes of a new object. @param {Definition} definition @param {Record<string, unknown>} object @returns {Promise<Verdict>} */
  async create(definition, object) {
    const ask = () =>
      this.client.send('POST', `${definition.path}?dryRun=All`, { ...identity(definition, 'probe'), ...object });
    return this.verdict(await ask(), ask, definition);
  }

  /** Stores an object for later updates. @param {Definition} definition @param {string} name @param {Record<string, unknown>} object */
  async store(definition, name, object) {
    const { status, body } = await this.client.send('POST', definition.path, {
      ...identity(definition, name),
      ...object,
    });
    if (status !== 201) throw new Error(`the object was not stored: ${JSON.stringify(body)}`);
  }

  /** What becomes of an update. @param {Definition} definition @param {string} name @param {Record<string, unknown>} object @returns {Promise<Verdict>} */
  async update(definition, name, object) {
    const path = `${definition.path}/${name}`;
    const { body: stored } = await this.client.send('GET', path);
    const { apiVersion, kind, metadata } = stored;
    const ask = () => this.client.send('PUT', `${path}?dryRun=All`, { apiVersion, kind, metadata, ...object });
    return this.verdict(await ask(), ask, definition);
  }

  /**
   * @param {import('./api-client.mjs').Answer} answer
   * @param {() => Promise<import('./api-client.mjs').Answer>} ask
   * @param {Definition} definition
   * @returns {Promise<Verdict>}
   */
  async verdict(answer, ask, definition) {
    if (answer.status >= 300) return this.settled(answer, ask, definition.kind);
    const { apiVersion: _version, kind: _kind, metadata: _metadata, ...object } = answer.body;
    return { object, ...(answer.warnings.length > 0 && { warnings: answer.warnings }) };
  }

  /**
   * The refusal, asked for several times.
   * @param {import('./api-client.mjs').Answer} answer
   * @param {() => Promise<import('./api-client.mjs').Answer>} ask
   * @param {string} [kind]
   * @returns {Promise<Refusal>}
   */
  async settled({ status, body }, ask, kind) {
    /** @type {Cause[]} */
    const causes = causesOf(body);
    if (causes.length === 0)
      return { status, message: kind === undefined ? body.message : body.message.replaceAll(kind, 'Widget') };
    if (causes.length === 1) return { status, causes };
    const first = JSON.stringify(causes);
    for (let times = 1; times < repetitions; times++) {
      const again = JSON.stringify(causesOf((await ask()).body));
      if (again !== first) return { status, causes: causes.toSorted(byText), anyOrder: true };
    }
    return { status, causes };
  }
}

/** The causes of a Status; the type of `self` is called after the time. @param {any} status @returns {Cause[]} */
const causesOf = ({ details }) =>
  JSON.parse(JSON.stringify(details?.causes ?? []).replaceAll(/selfType\d+/g, 'selfType'));

/** @param {Cause} one @param {Cause} other */
function byText(one, other) {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

/** @param {string} plural @param {unknown} schema @param {object} version */
function definitionOf(plural, schema, version) {
  const kind = `Widget${plural.slice('widgets'.length)}`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, ...version }],
    },
  };
}

/** @param {Definition} definition @param {string} name */
function identity({ kind }, name) {
  return { apiVersion: `${group}/v1`, kind, metadata: { name } };
}

/** @param {() => Promise<boolean>} holds */
async function until(holds) {
  for (let times = 0; times < 600; times++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the server did not come to it in 30 seconds');
}

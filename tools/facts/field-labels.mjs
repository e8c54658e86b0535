/**
 * The fields by which a resource can be selected. No document lists them, so every field of the schema is tried, and the server's verdict counts.
 */

const everywhere = new Set(['metadata.name', 'metadata.namespace']);
/** Labels that are not paths of the schema. */
const aliases = ['source', 'reportingComponent', 'status.successful', 'spec.host', 'status.podIPs'];
const depth = 3;

/**
 * @param {import('./raw-client.mjs').RawClient} client
 * @param {string} path
 * @param {Record<string, any>} schemas
 * @param {string | undefined} schemaName
 * @returns {Promise<string[]>}
 */
export async function readFieldLabels(client, path, schemas, schemaName) {
  const candidates = new Set([
    ...everywhere,
    ...aliases,
    ...(schemaName ? leaves(schemas, schemas[schemaName], depth) : []),
  ]);
  const accepted = [];
  for (const candidate of candidates) {
    const { status } = await client.get(`${path}?limit=1&fieldSelector=${encodeURIComponent(`${candidate}=true`)}`);
    if (status === 200) accepted.push(candidate);
  }
  return accepted.toSorted();
}

/**
 * Paths of the scalar fields of a schema, lists left out.
 * @param {Record<string, any>} schemas
 * @param {any} schema
 * @param {number} levels
 * @returns {string[]}
 */
function leaves(schemas, schema, levels) {
  return Object.entries(resolve(schemas, schema).properties ?? {}).flatMap(([name, property]) => {
    const target = resolve(schemas, property);
    if (target.properties && levels > 1) return leaves(schemas, target, levels - 1).map((rest) => `${name}.${rest}`);
    return ['string', 'boolean', 'integer'].includes(target.type) ? [name] : [];
  });
}

/**
 * @param {Record<string, any>} schemas
 * @param {any} schema
 */
function resolve(schemas, schema) {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  return reference ? schemas[reference.slice('#/components/schemas/'.length)] : schema;
}

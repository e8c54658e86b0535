/**
 * The schemas of OpenAPI v3 without their descriptions. A schema has one form whichever group's document it is read from, but for the list of
 * kinds on options and events, which is left out because it follows from discovery.
 */

/**
 * @param {import('./raw-client.mjs').RawClient} client
 * @param {readonly import('./discovery.mjs').GroupFacts[]} groups
 * @returns {Promise<{ schemas: Record<string, any>, schemaOfKind: Map<string, string> }>}
 */
export async function readSchemas(client, groups) {
  /** @type {Map<string, any>} */
  const found = new Map();
  for (const { path } of groups.flatMap((group) => group.versions)) {
    const { components } = await client.json(`/openapi/v3${path}`);
    for (const [name, schema] of Object.entries(components.schemas)) remember(found, name, withoutDescriptions(schema));
  }
  const schemas = Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { schemas, schemaOfKind: kindsOf(schemas) };
}

/**
 * @param {Map<string, any>} found
 * @param {string} name
 * @param {any} schema
 */
function remember(found, name, schema) {
  if (/\.(DeleteOptions|WatchEvent)$/.test(name)) delete schema['x-kubernetes-group-version-kind'];
  const earlier = found.get(name);
  if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(schema))
    throw new Error(`${name} has two forms: the table of facts must learn to keep both`);
  found.set(name, schema);
}

/**
 * @param {any} schema
 * @param {boolean} [areProperties] inside `properties` a key called description is a field, not a text
 * @returns {any}
 */
function withoutDescriptions(schema, areProperties = false) {
  if (Array.isArray(schema)) return schema.map((item) => withoutDescriptions(item));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => areProperties || key !== 'description')
      .map(([key, value]) => [key, withoutDescriptions(value, key === 'properties' && !areProperties)]),
  );
}

/** @param {Record<string, any>} schemas */
function kindsOf(schemas) {
  return new Map(
    Object.entries(schemas).flatMap(([name, schema]) =>
      (schema['x-kubernetes-group-version-kind'] ?? []).map(
        (/** @type {any} */ { group, version, kind }) => /** @type {const} */ ([`${group}/${version}/${kind}`, name]),
      ),
    ),
  );
}

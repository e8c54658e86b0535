/**
 * Where the objects of a resource live, given as `group/version/plural` or `v1/plural`, as discovery says.
 */

/** @type {Map<string, Promise<{ kind: string, isNamespaced: boolean }>>} */
const known = new Map();

/**
 * @param {import('./api-client.mjs').ApiClient} client
 * @param {string} resource
 * @returns {Promise<{ apiVersion: string, kind: string }>}
 */
export async function kindOf(client, resource) {
  const { kind } = await factsOf(client, resource);
  return { apiVersion: apiVersionOf(resource), kind };
}

/**
 * @param {import('./api-client.mjs').ApiClient} client
 * @param {string} resource
 * @returns {Promise<string>} The path of the collection, in the namespace `default` where there are namespaces.
 */
export async function collectionPath(client, resource) {
  const { isNamespaced } = await factsOf(client, resource);
  return `${rootOf(resource)}/${isNamespaced ? 'namespaces/default/' : ''}${pluralOf(resource)}`;
}

/** @param {string} resource */
const pluralOf = (resource) => resource.slice(resource.lastIndexOf('/') + 1);

/** @param {string} resource */
const apiVersionOf = (resource) => resource.slice(0, resource.lastIndexOf('/'));

/** @param {string} resource */
function rootOf(resource) {
  const apiVersion = apiVersionOf(resource);
  return apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

/**
 * @param {import('./api-client.mjs').ApiClient} client
 * @param {string} resource
 */
function factsOf(client, resource) {
  const found = known.get(resource) ?? ask(client, resource);
  known.set(resource, found);
  return found;
}

/**
 * @param {import('./api-client.mjs').ApiClient} client
 * @param {string} resource
 */
async function ask(client, resource) {
  const { body } = await client.send('GET', rootOf(resource));
  const found = body.resources.find((/** @type {{ name: string }} */ { name }) => name === pluralOf(resource));
  return { kind: found.kind, isNamespaced: found.namespaced };
}

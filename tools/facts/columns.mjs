/**
 * The columns of a resource's Table: name, type, format and priority; what the server says about them in words is left out.
 */

/**
 * @param {import('./raw-client.mjs').RawClient} client
 * @param {string} path of the collection
 */
export async function readColumns(client, path) {
  const table = await client.json(`${path}?limit=1`, { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' });
  return table.columnDefinitions.map((/** @type {any} */ { name, type, format, priority }) => ({
    name,
    type,
    format,
    priority,
  }));
}

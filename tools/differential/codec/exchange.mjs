/** One request over a transport, with its answer read to the end. */

/**
 * @typedef {object} Exchange
 * @property {unknown} [body] Sent as JSON; a string is sent as it is.
 * @property {string} [accept]
 *
 * @param {import('../https-transport.mjs').Transport} transport
 * @param {string} method
 * @param {string} path
 * @param {Exchange} [options]
 * @returns {Promise<{ status: number, bytes: Buffer, warnings: string[] }>}
 */
export async function exchange(transport, method, path, { body, accept = 'application/json' } = {}) {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const response = await transport.request({
    method,
    path,
    headers: { accept, ...(text !== undefined && { 'content-type': 'application/json' }) },
    ...(text !== undefined && { body: Buffer.from(text) }),
    signal: AbortSignal.timeout(30_000),
  });
  const chunks = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return { status: response.status, bytes: Buffer.concat(chunks), warnings: warningsIn(response.headers['warning']) };
}

/** @param {string | readonly string[] | undefined} header */
function warningsIn(header = []) {
  return [header]
    .flat()
    .map((value) => /^299 - "(.*)"$/.exec(value)?.[1] ?? value)
    .map((quoted) => quoted.replaceAll(/\\(.)/g, '$1'));
}

/**
 * What a probe is: a named sequence of requests whose answers two servers must agree on. A probe is data; the words here make it short to write.
 *
 * Any text in a step may hold symbols: `<id>` is unique to the run, `<ns>` is the probe's own namespace, `<name.metadata.uid>` is a value
 * out of the answer of the step that was given that name, `<nameHeaders.etag>` one of the headers that the step shows, and `<name.metadata.resourceVersion+1>` counts on from it.
 */

/**
 * @typedef {object} Probe
 * @property {string} title A sentence, then the ids that the probe holds: `a stale PUT is a conflict · M3`.
 * @property {Step[]} steps
 * @property {boolean} [fresh] It looks at the whole server, so it comes before the probes that leave something there.
 *
 * @typedef {object} Step One request, or one look at a watch that is open.
 * @property {'request' | 'watch' | 'events' | 'end'} kind
 * @property {string} [method]
 * @property {string} [path]
 * @property {Record<string, string>} [headers]
 * @property {Body} [body]
 * @property {string} [as] The name under which later steps find the answer, or the watch.
 * @property {Condition} [until] Ask again until the answer is like this; the last answer counts. For `events`: take them until one is like this.
 * @property {string[]} [pick] Keep only these fields of the body.
 * @property {string[]} [show] Keep these headers too.
 * @property {number} [count] For `events`: how many to wait for.
 * @property {boolean} [unordered] The problems that the answer lists have no order, because the server has them in a map.
 * @property {boolean} [quiet] Part of the set-up: only the status is compared.
 * @property {boolean} [verdict] Keep of the answer only what was wrong, or what became of the object.
 * @property {string} [note] What the step is about, for whoever reads a difference.
 *
 * @typedef {{ status?: number, path?: string, is?: unknown }} Condition
 *
 * @typedef {{ json: unknown } | { text: string } | { base64: string } | { edit: Edit } | { protobuf: import('./protobuf-message.mjs').ProtobufObject }} Body
 * @typedef {{ of: string, changes: Record<string, unknown> }} Edit The answer of a named step with a merge patch on it.
 *
 * @typedef {Pick<Step, 'headers' | 'as' | 'until' | 'pick' | 'show' | 'quiet' | 'unordered' | 'verdict' | 'note'>} StepOptions
 */

/**
 * @param {string} path
 * @param {StepOptions} [options]
 * @returns {Step}
 */
export function get(path, options = {}) {
  return { kind: 'request', method: 'GET', path, ...options };
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {StepOptions} [options]
 */
export function post(path, body, options = {}) {
  return send('POST', path, body, options);
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {StepOptions} [options]
 */
export function put(path, body, options = {}) {
  return send('PUT', path, body, options);
}

const patchTypes = Object.freeze({
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
});

/**
 * @param {keyof typeof patchTypes} type
 * @param {string} path
 * @param {unknown} body
 * @param {StepOptions} [options]
 */
export function patch(type, path, body, { headers, ...options } = {}) {
  return send('PATCH', path, body, { headers: { 'content-type': patchTypes[type], ...headers }, ...options });
}

/**
 * A server-side apply; the manager is in the path.
 * @param {string} path
 * @param {unknown} body
 * @param {StepOptions} [options]
 */
export function apply(path, body, { headers, ...options } = {}) {
  return send('PATCH', path, body, {
    headers: { 'content-type': 'application/apply-patch+yaml', ...headers },
    ...options,
  });
}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {StepOptions} [options]
 * @returns {Step}
 */
export function del(path, body, options = {}) {
  if (body !== undefined) return send('DELETE', path, body, options);
  return { kind: 'request', method: 'DELETE', path, ...options };
}

/**
 * Any method, any body: text and bytes go out as they are, everything else as JSON.
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {StepOptions} [options]
 * @returns {Step}
 */
export function send(method, path, body, { headers, ...options } = {}) {
  return {
    kind: 'request',
    method,
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: isBody(body) ? body : { json: body },
    ...options,
  };
}

/**
 * Opens a watch; what comes is looked at by `events` and `end`.
 * @param {string} as
 * @param {string} path
 * @param {StepOptions} [options]
 * @returns {Step}
 */
export function watch(as, path, options = {}) {
  return { kind: 'watch', method: 'GET', path: `${path}${path.includes('?') ? '&' : '?'}watch=true`, ...options, as };
}

/**
 * The next events of a watch.
 * @param {string} as
 * @param {number} count
 * @param {StepOptions} [options]
 * @returns {Step}
 */
export function events(as, count, options = {}) {
  return { kind: 'events', as, count, ...options };
}

/**
 * Everything that a watch still brings until the server ends it.
 * @param {string} as
 * @returns {Step}
 */
export function end(as) {
  return { kind: 'end', as };
}

/**
 * A body that is sent as it is.
 * @param {string} content
 * @returns {Body}
 */
export function text(content) {
  return { text: content };
}

/**
 * A body of bytes, in base64.
 * @param {string} content
 * @returns {Body}
 */
export function bytes(content) {
  return { base64: content };
}

/**
 * What a named step answered, with changes; null takes a field away.
 * @param {string} of
 * @param {Record<string, unknown>} [changes]
 * @returns {Body}
 */
export function edited(of, changes = {}) {
  return { edit: { of, changes } };
}

/**
 * A body in protobuf, with its envelope.
 * @param {import('./protobuf-message.mjs').ProtobufObject} object
 * @returns {Body}
 */
export function protobuf(object) {
  return { protobuf: object };
}

/**
 * @param {unknown} value
 * @returns {value is Body}
 */
function isBody(value) {
  if (typeof value !== 'object' || value === null) return false;
  const [key, ...others] = Object.keys(value);
  return others.length === 0 && ['json', 'text', 'base64', 'edit', 'protobuf'].includes(key ?? '');
}

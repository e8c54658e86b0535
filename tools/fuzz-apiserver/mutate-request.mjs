/**
 * Spoils a request in a few places: method, path, parameters, headers, the bytes of its body, the structure of its JSON. Chance comes from a seed, so that a
 * number names a request.
 */

/**
 * @typedef {import('./seed-requests.mjs').FuzzRequest} FuzzRequest
 * @typedef {import('@reeve/machinery').Random} Random
 */

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'];
const signs = '. .. / % %2f %00 %ff \u0000 \uffff 😀 ä " \' \\ <> { [ ~1'.split(' ');
const names =
  'A status scale log metadata namespaces default watch apis v1 kube-system __proto__ constructor toString'.split(' ');
const numbers = 'null true false 0 -1 1 1e999 9223372036854775808 2147483648'.split(' ');
const words = ['', ' ', 'a'.repeat(300), ...signs, ...names, ...numbers];
const listParameters =
  'watch limit continue resourceVersion resourceVersionMatch labelSelector fieldSelector sendInitialEvents';
const writeParameters =
  'dryRun fieldManager fieldValidation force gracePeriodSeconds propagationPolicy orphanDependents';
const otherParameters = 'pretty timeout timeoutSeconds allowWatchBookmarks includeObject verbose exclude';
const parameters = `${listParameters} ${writeParameters} ${otherParameters}`.split(' ');
const bodyTypes =
  'json yaml vnd.kubernetes.protobuf cbor json-patch+json merge-patch+json strategic-merge-patch+json apply-patch+yaml';
const answerTypes =
  'json;as=Table;v=v1;g=meta.k8s.io json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io json;stream=watch';
const types = [
  '*/*',
  'text/plain',
  '',
  ...`${bodyTypes} ${answerTypes}`.split(' ').map((type) => `application/${type}`),
];

/** @param {FuzzRequest} request @param {Random} random @returns {FuzzRequest} */
export function mutate(request, random) {
  let spoiled = request;
  for (let left = 1 + random.integer(3); left > 0; left -= 1) spoiled = oneOf(mutations, random)(spoiled, random);
  return spoiled;
}

/** @template T @param {readonly T[]} all @param {Random} random @returns {T} */
const oneOf = (all, random) => /** @type {T} */ (all[random.integer(all.length)]);

/** @type {((request: FuzzRequest, random: Random) => FuzzRequest)[]} */
const mutations = [
  (request, random) => ({ ...request, method: oneOf(methods, random) }),
  (request, random) => ({ ...request, path: spoilPath(request.path, random) }),
  (request, random) => ({ ...request, path: withParameter(request.path, random) }),
  (request, random) => ({ ...request, headers: spoilHeaders(request.headers, random) }),
  (request, random) => ({ ...request, body: spoilBytes(request.body, random) }),
  (request, random) => ({ ...request, body: spoilJson(request.body, random) }),
  (request, random) => ({ ...request, body: spoilJson(request.body, random) }),
];

/** @param {string} path @param {Random} random */
function spoilPath(path, random) {
  const [name = '', query] = path.split('?', 2);
  const parts = name.split('/');
  const at = random.integer(parts.length);
  const word = oneOf(words, random);
  if (random.next() < 0.3) parts.splice(at, 1);
  else if (random.next() < 0.5) parts.splice(at, 0, word);
  else parts[at] = word;
  return `${parts.join('/')}${query === undefined ? '' : `?${query}`}`;
}

/** @param {string} path @param {Random} random */
function withParameter(path, random) {
  const value = random.next() < 0.5 ? oneOf(words, random) : String(random.integer(1000));
  const sent = random.next() < 0.8 ? encodeURIComponent(value) : value;
  return `${path}${path.includes('?') ? '&' : '?'}${oneOf(parameters, random)}=${sent}`;
}

/** @param {Record<string, string>} headers @param {Random} random */
function spoilHeaders(headers, random) {
  const name = oneOf(
    ['accept', 'content-type', 'accept-encoding', 'user-agent', 'if-none-match', 'impersonate-user'],
    random,
  );
  return { ...headers, [name]: random.next() < 0.7 ? oneOf(types, random) : oneOf(words, random) };
}

/** @param {Uint8Array} body @param {Random} random */
function spoilBytes(body, random) {
  const at = random.integer(body.length + 1);
  const copy = Buffer.from(body);
  switch (random.integer(5)) {
    case 0:
      return copy.subarray(0, at); // truncated
    case 1:
      return Buffer.concat([copy, copy]); // doubled
    case 2:
      return Buffer.concat([copy.subarray(0, at), Buffer.from(oneOf(words, random)), copy.subarray(at)]);
    case 3:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(at + 1 + random.integer(8))]);
    default:
      if (at < copy.length) copy[at] = random.integer(256);
      return copy;
  }
}

/** Puts something else in one place of a JSON body, or takes it away. @param {Uint8Array} body @param {Random} random */
function spoilJson(body, random) {
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(Buffer.from(body).toString());
  } catch {
    return spoilBytes(body, random);
  }
  const places = placesIn(value);
  if (places.length === 0) return Buffer.from(JSON.stringify(strange(random)));
  const { holder, key } = oneOf(places, random);
  if (random.next() < 0.15) delete holder[key];
  else if (random.next() < 0.3) holder[oneOf(words, random)] = holder[key];
  else holder[key] = random.next() < 0.3 ? oneOf(places, random).holder[key] : strange(random);
  return Buffer.from(print(value));
}

/** A value that holds itself by now has no JSON. @param {unknown} value */
function print(value) {
  try {
    return JSON.stringify(value);
  } catch {
    return '{';
  }
}

/** @param {unknown} root @returns {{ holder: Record<string, unknown>, key: string }[]} */
function placesIn(root) {
  const places = [];
  const waiting = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const holder = /** @type {Record<string, unknown>} */ (value);
    for (const key of Object.keys(holder)) {
      places.push({ holder, key });
      waiting.push(holder[key]);
    }
  }
  return places;
}

/** @param {Random} random @returns {unknown} */
function strange(random) {
  const values = [null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 63, 1e300, [], {}, [null], { a: null }, [[]], ''];
  return random.next() < 0.5 ? oneOf(values, random) : oneOf(words, random);
}

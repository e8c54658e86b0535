/**
 * Which names of JavaScript and Node stand for which effect. Deterministic members of the same modules (`createHash`, `new Date(0)`) are
 * not listed, so they stay free.
 */

/** @type {Record<string, readonly string[]>} */
const globals = {
  time: ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'performance'],
  'weak references': ['WeakRef', 'FinalizationRegistry'],
  sockets: ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'],
  processes: ['Worker', 'BroadcastChannel'],
};

/** @type {Record<string, readonly string[]>} */
const members = {
  time: [
    'Date.now',
    'AbortSignal.timeout',
    'process.hrtime',
    'process.nextTick',
    'process.uptime',
    'Atomics.wait',
    'Atomics.waitAsync',
  ],
  randomness: [
    'Math.random',
    'crypto.randomUUID',
    'crypto.getRandomValues',
    'crypto.randomBytes',
    'crypto.randomInt',
    'crypto.randomFill',
    'crypto.randomFillSync',
    'crypto.webcrypto',
  ],
  processes: ['process.kill', 'process.exit', 'process.abort'],
};

/** @type {Record<string, readonly string[]>} */
const modules = {
  time: ['timers', 'timers/promises', 'perf_hooks'],
  sockets: ['net', 'tls', 'http', 'https', 'http2', 'dgram', 'dns', 'dns/promises', 'inspector'],
  files: ['fs', 'fs/promises', 'sqlite'],
  processes: ['child_process', 'worker_threads', 'cluster', 'repl'],
};

/** Objects whose members are effects: under another name they would not be recognised. */
const holders = new Map([
  ['Date', 'time'],
  ['Atomics', 'time'],
  ['AbortSignal', 'time'],
  ['Math', 'randomness'],
  ['crypto', 'randomness'],
  ['process', 'processes'],
  ['globalThis', 'processes'],
]);

/** Names imported from `node:crypto` that draw on chance. */
const randomImports = [
  'randomBytes',
  'randomUUID',
  'randomInt',
  'randomFill',
  'randomFillSync',
  'getRandomValues',
  'webcrypto',
  'generateKeyPair',
  'generateKeyPairSync',
  'generateKey',
  'generateKeySync',
];

const effectByGlobal = byName(globals);
const effectByMember = byName(members);
const effectByModule = byName(modules);

/**
 * The effect of using a global name.
 * @param {string} name
 */
export function effectOfGlobal(name) {
  return effectByGlobal.get(name);
}

/**
 * The effect of a dotted path: a member of a global, of `globalThis`, or an import from a module (`node:crypto.randomUUID`).
 * @param {string} path
 */
export function effectOfMember(path) {
  if (/^(node:)?(crypto)\./.test(path) && randomImports.includes(path.slice(path.lastIndexOf('.') + 1)))
    return 'randomness';
  const bare = path.replace(/^(globalThis|global|self|window)\./, '');
  if (bare !== path && effectByGlobal.has(bare)) return effectByGlobal.get(bare);
  return effectByMember.get(bare);
}

/**
 * The effect that the members of a global object have, when the object itself is handed on.
 * @param {string} name
 */
export function effectOfHolder(name) {
  return holders.get(name);
}

/**
 * True of what belongs to time but neither reads the clock nor waits for it: the next turn of the loop.
 * @param {string} name
 */
export function isWaitFree(name) {
  return /^(?:globalThis\.)?(?:setImmediate|queueMicrotask|process\.nextTick)$/.test(name);
}

/**
 * The effect of importing a module of Node.
 * @param {string} specifier
 */
export function effectOfModule(specifier) {
  return effectByModule.get(specifier.replace(/^node:/, ''));
}

/**
 * `new Date()` reads the clock, `new Date(0)` does not.
 * @param {import('oxc-parser').NewExpression} node
 */
export function isDateWithoutArguments(node) {
  return node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0;
}

/** @param {Record<string, readonly string[]>} table */
function byName(table) {
  return new Map(
    Object.entries(table).flatMap(([effect, names]) => names.map((name) => /** @type {const} */ ([name, effect]))),
  );
}

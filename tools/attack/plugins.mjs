/**
 * Credential plugins that hang, print without end, outlive their answer or print rubbish. The request has to end, the plugin with it, and what it printed may not fill the memory.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answer, withHostileServer } from './hostile-server.mjs';
import { Victim } from './victim.mjs';

const status = (/** @type {object} */ fields) =>
  JSON.stringify({ kind: 'ExecCredential', apiVersion: 'client.authentication.k8s.io/v1', status: fields });
const good = status({ token: 'right' });

/**
 * @typedef {object} PluginCase
 * @property {string} name
 * @property {string} script for sh; $PIDS is a file for the process ids that must be gone afterwards
 * @property {boolean} [works] whether the request gets its answer
 * @property {RegExp} [expects] the error
 */

/** @type {readonly PluginCase[]} */
const fixed = [
  { name: 'a plugin that answers', script: `echo '${good}'`, works: true },
  {
    name: 'a plugin that prints without end',
    script: 'echo $$ > $PIDS; exec yes xxxxxxxxxxxxxxxxxxxxxxxx',
    expects: /4 MB|too much|printed more/i,
  },
  {
    name: 'a child of a plugin that prints without end',
    script: 'echo $$ > $PIDS; yes xxxxxxxxxxxxxxxxxxxxxxxx & echo $! >> $PIDS; wait',
  },
  {
    name: 'a plugin that prints without end and ignores SIGTERM',
    script: `trap '' TERM; echo $$ > $PIDS; while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done`,
  },
  { name: 'a plugin that hangs', script: 'echo $$ > $PIDS; exec sleep 1000' },
  {
    name: 'a plugin that hangs and ignores SIGTERM',
    script: `trap '' TERM; echo $$ > $PIDS; while :; do sleep 0.1; done`,
  },
  {
    name: 'a plugin whose child keeps its output open',
    script: `sleep 20 & echo $! > $PIDS; echo '${good}'`,
    works: true,
  },
  { name: 'a plugin that fails', script: 'echo no >&2; exit 3', expects: /plugin/ },
  { name: 'a plugin that prints nothing', script: 'exit 0', expects: /plugin/ },
  { name: 'a plugin that prints no JSON', script: "printf '\\033[2J{{{'", expects: /plugin/ },
  { name: 'a plugin of another version', script: `echo '${good.replace('/v1', '/v9')}'`, expects: /plugin/ },
  { name: 'a plugin with a line break in its token', script: `echo '${status({ token: 'a\r\nx: y' })}'`, expects: /./ },
  { name: 'a plugin whose answer is a list', script: "echo '[1,2,3]'", expects: /plugin/ },
  {
    name: 'a plugin whose answer is nested 100,000 levels',
    script: `head -c 100000 /dev/zero | tr '\\0' '['`,
    expects: /plugin/,
  },
];

/** @type {import('./main.mjs').Group} */
export const group = {
  name: 'plugins',
  fixed: fixed.length,
  quick: fixed.length + 4,
  async start() {
    const victim = new Victim('client');
    return {
      caseOf: (number, random) => {
        const plugin = fixed[number] ?? mutated(random);
        return { name: plugin.name, run: () => judge(victim, plugin) };
      },
      stop: () => victim.stop(),
    };
  },
};

/** A right answer with changed bytes. @param {import('@reeve/machinery').SeededRandom} random @returns {PluginCase} */
function mutated(random) {
  const bytes = Buffer.from(good);
  for (let left = 1 + random.integer(3); left > 0; left -= 1) bytes[random.integer(bytes.length)] = random.integer(256);
  const escaped = [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  return { name: `a plugin that prints ${JSON.stringify(bytes.toString('latin1'))}`, script: `printf '${escaped}'` };
}

/** @param {Victim} victim @param {PluginCase} plugin */
async function judge(victim, { script, works = false, expects }) {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-attack-'));
  const pids = join(folder, 'pids');
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: '/bin/sh',
    args: ['-c', script.replaceAll('$PIDS', pids)],
    interactiveMode: 'Never',
  };
  const right = JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', namespace: 'default', resourceVersion: '5' },
  });
  try {
    const { answer: told, problem } = await withHostileServer(
      (_, socket) => void socket.write(answer(200, right)),
      ({ url }) => victim.ask({ url, way: 'get', exec, timeoutMs: 2000 }, 8000),
    );
    if (problem !== undefined) return problem;
    const { error, object } = told ?? {};
    if (works && object === undefined) return `the request failed: ${error}`;
    if (expects && !expects.test(String(error))) return `the error is ${error}, not ${String(expects)}`;
    if (/\b(?:TypeError|RangeError|ReferenceError)\b/.test(String(error))) return `the error is one of ours: ${error}`;
    // eslint-disable-next-line no-control-regex
    if (/[\x00-\x08\x0b-\x1f\x7f-\x9f]/.test(String(error)))
      return `the error has control characters: ${JSON.stringify(error)}`;
    return works ? undefined : await leftover(pids);
  } finally {
    for (const pid of pidsIn(pids)) killed(pid);
    rmSync(folder, { recursive: true });
  }
}

/** Processes of the plugin that are there some time after the request has ended. @param {string} file */
async function leftover(file) {
  for (let left = 60; left > 0 && pidsIn(file).some(isAlive); left -= 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return pidsIn(file).some(isAlive) ? 'the plugin is still there three seconds after the request has ended' : undefined;
}

/** @param {string} file */
function pidsIn(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) : [];
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** @param {number} pid */
function killed(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended by itself
  }
}

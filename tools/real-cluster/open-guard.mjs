// The caller's side of guard.mjs: starts servers through the guard, hears when they end, and tidies up in its place
// should the guard itself be killed.

import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const TAIL_LINES = 20;

/**
 * @typedef {object} Server A process that the guard runs.
 * @property {string} name
 * @property {number} pid
 * @property {Promise<Error>} ended Resolves when the process has ended, to an error with the reason and the end of its log.
 */

/** @typedef {Awaited<ReturnType<typeof openGuard>>} Guard */

/** Starts a guard with a new temporary folder, which it removes at the end. */
export async function openGuard() {
  const child = spawn(process.execPath, [fileURLToPath(new URL('guard.mjs', import.meta.url))], {
    detached: true,
    env: { ...process.env, KUBECONFIG: undefined, NODE_OPTIONS: undefined }, // a debugger's options are for one process
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lost = exited.then(([code, signal]) => Promise.reject(new Error(`the guard ended early (${signal ?? code})`)));
  lost.catch(() => {}); // only those who wait for something else want to hear it
  const messages = new EventEmitter();
  /** @type {Map<string, number>} */
  const running = new Map();
  let closing = false;

  child.stdin.on('error', () => {}); // the guard is gone, and its exit says so
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    if (message.type === 'started') running.set(message.name, message.pid);
    if (message.type === 'exited') running.delete(message.name);
    messages.emit(`${message.type} ${message.name ?? ''}`, message);
  });
  /** @type {{ pid: number, dir: string }[]} */
  const [ready] = await Promise.race([once(messages, 'ready '), lost]);
  if (!ready) throw new Error('the guard of the real cluster is ready and says nothing');
  const { dir } = ready;
  child.once('exit', (code) => code === 0 || tidyUpAfterGuard());

  /** The guard ends with 0 when its work is done. Otherwise it was killed, and this is the second line of defence. */
  function tidyUpAfterGuard() {
    for (const [name, pid] of running) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {} // ended in the meantime
      messages.emit(`exited ${name}`, { reason: 'its guard is gone' });
    }
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }

  return {
    /** The pid of the guard itself. */
    pid: ready.pid,
    /** The temporary folder, the working directory of every server. */
    dir,

    /**
     * Starts a server, and resolves once it has a pid.
     * @param {string} name
     * @param {string} path
     * @param {string[]} args
     * @returns {Promise<Server>}
     */
    async start(name, path, args) {
      const ended = once(messages, `exited ${name}`).then(([{ reason }]) => failure(name, reason, dir));
      const started = once(messages, `started ${name}`);
      child.stdin.write(`${JSON.stringify({ name, path, args })}\n`);
      const [{ pid }] = await Promise.race([started, lost, ended.then((error) => Promise.reject(error))]);
      return { name, pid, ended };
    },

    /**
     * Resolves when one of the servers ends although nobody called close().
     * @param {Server[]} servers
     * @returns {Promise<Error>}
     */
    crashed(servers) {
      return new Promise((resolve) => {
        for (const { ended } of servers) void ended.then((error) => closing || resolve(error));
      });
    },

    /** Lets this process end although the guard runs; the guard then tidies up. */
    unref() {
      child.unref();
      for (const stream of [child.stdin, child.stdout]) if (stream instanceof Socket) stream.unref();
    },

    /** Ends every server, newest first, and the guard, which removes the temporary folder. */
    async close() {
      closing = true;
      child.ref();
      child.stdin.end();
      await exited;
    },
  };
}

/** @param {string} name @param {string} reason @param {string} dir */
function failure(name, reason, dir) {
  return new Error(`${name} ended (${reason}). The end of its log:\n${tail(join(dir, `${name}.log`))}`);
}

/** @param {string} path */
function tail(path) {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
  } catch {
    return '(no log)';
  }
}

// A lock file that keeps two builders from doing the same seven minutes of work at once.
// It only saves work: results are renamed into place whole, so a lock that is broken wrongly costs time and corrupts nothing.
// A lock is stale when its process is gone, or when nobody has touched it for a while (a pid of another container, or reused).

import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from './caught.mjs';

const TOUCH_EVERY_MS = 5_000;
const STALE_AFTER_MS = 60_000;
const LOOK_EVERY_MS = 500;

/**
 * Takes the lock, waiting for its holder when there is one, unless `isDone` says that waiting has become needless.
 * Returns undefined in that case, otherwise the lock to release.
 * @param {string} path
 * @param {{ isDone: () => Promise<boolean>, onWait: (pid: number) => void, signal?: AbortSignal | undefined }} options
 * @returns {Promise<{ release(): Promise<void> } | undefined>}
 */
export async function takeLock(path, { isDone, onWait, signal }) {
  const mine = `${process.pid} ${randomUUID()}`;
  for (let told = false; ;) {
    if (await isDone()) return undefined;
    if (await create(path, mine)) return holdUnlessDone(path, mine, isDone);
    const holder = await liveHolder(path);
    if (holder === undefined) {
      await rm(path, { force: true });
      continue;
    }
    if (!told) onWait(holder);
    told = true;
    await delay(LOOK_EVERY_MS, undefined, { signal });
  }
}

/** @param {string} path @param {string} content */
async function create(path, content) {
  try {
    await writeFile(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * The last holder may have finished between our look and our lock, so look again.
 * @param {string} path
 * @param {string} mine
 * @param {() => Promise<boolean>} isDone
 */
async function holdUnlessDone(path, mine, isDone) {
  const lock = hold(path, mine);
  if (!(await isDone())) return lock;
  await lock.release();
  return undefined;
}

/** @param {string} path @param {string} mine */
function hold(path, mine) {
  const timer = setInterval(() => {
    utimes(path, new Date(), new Date()).catch(() => {}); // taken from us: nothing is lost but the saving
  }, TOUCH_EVERY_MS).unref();
  return {
    async release() {
      clearInterval(timer);
      const content = await readFile(path, 'utf8').catch(() => undefined);
      if (content === mine) await rm(path, { force: true });
    },
  };
}

/** @param {string} path */
async function liveHolder(path) {
  try {
    const [content, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    const fresh = Date.now() - mtimeMs < STALE_AFTER_MS;
    if (content === '') return fresh ? Number.NaN : undefined; // created just now, not written yet
    const pid = Number.parseInt(content, 10);
    return fresh && isAlive(pid) ? pid : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined; // released just now
    throw error;
  }
}

/**
 * Tells whether a process of this pid exists.
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM'; // somebody else's process
  }
}

// Waiting for servers by looking, until they answer, one of them ends, the caller gives up, or a deadline passes.

import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 50;
const DEADLINE_MS = 120_000; // only for a server that hangs: even a loaded machine with two cores needs far less

/**
 * Waits until the probe answers true. A probe that throws has answered no; its last error is the cause of a failure.
 * @param {string} what What is waited for, for the message.
 * @param {(signal: AbortSignal) => Promise<boolean>} probe
 * @param {{ servers: import('./open-guard.mjs').Server[], signal?: AbortSignal | undefined }} options
 */
export async function untilReady(what, probe, { servers, signal }) {
  signal?.throwIfAborted();
  const over = new AbortController();
  const giveUp = () => over.abort(signal?.reason);
  signal?.addEventListener('abort', giveUp);
  try {
    await Promise.race([
      poll(what, probe, over.signal),
      ...servers.map((server) => server.ended.then((error) => Promise.reject(error))),
    ]);
  } finally {
    signal?.removeEventListener('abort', giveUp);
    over.abort();
  }
}

/**
 * @param {string} what
 * @param {(signal: AbortSignal) => Promise<boolean>} probe
 * @param {AbortSignal} signal
 */
async function poll(what, probe, signal) {
  const deadline = performance.now() + DEADLINE_MS;
  for (let cause; ; await delay(LOOK_EVERY_MS, undefined, { signal })) {
    try {
      if (await probe(signal)) return;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    signal.throwIfAborted();
    if (performance.now() > deadline) throw new Error(`no ${what} after ${DEADLINE_MS / 1000} s`, { cause });
  }
}

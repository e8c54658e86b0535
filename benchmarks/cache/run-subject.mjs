/**
 * Runs one subject in a process of its own against one server: it syncs, hears events, and lists anew. What it says about each phase comes back.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * @typedef {{ phase: string, cpuMs: number, peakRss: number, rss: number, heap: number, stallMs: number, baseline: number, objects: number }} Phase
 * @typedef {{ command: string, args: readonly string[], env?: Record<string, string>, phases?: readonly Step[] }} Subject
 * @typedef {'synced' | 'events' | 'bursts' | 'relisted'} Step
 */

/** In this order: the server lists what it began with, so that a relist comes before changes.
 * @type {readonly Step[]}
 */
export const everyPhase = ['synced', 'relisted', 'events', 'bursts'];

/** Starts the server of a dataset; `stop` ends it. @param {string} dataset @param {number} count */
export async function startServer(dataset, count) {
  const script = new URL('server.mjs', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--max-old-space-size=8000', script, dataset, String(count)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { url: `http://127.0.0.1:${line}`, stop: () => child.kill() };
}

/**
 * The phases of a subject by name. A subject that fails or takes too long has fewer of them.
 * @param {Subject} subject
 * @param {{ url: string, events: number, timeoutMs?: number }} options
 * @returns {Promise<Partial<Record<Step, Phase>>>}
 */
export async function runSubject(
  { command, args, env = {}, phases = everyPhase },
  { url, events, timeoutMs = 90_000 },
) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const reports = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let complaints = '';
  child.stderr.on('data', (/** @type {Buffer} */ data) => (complaints = (complaints + data).slice(-2000)));
  /** @type {Partial<Record<Step, Phase>>} */
  const results = {};
  for (const step of phases) {
    if (step === 'events') await post(`${url}/events?count=${events}&burst=1`, timeoutMs);
    if (step === 'bursts') await post(`${url}/events?count=${events}&burst=5`, timeoutMs);
    if (step === 'relisted') await post(`${url}/expire`, timeoutMs);
    const report = await nextReport(reports);
    if (report === undefined) break;
    results[step] = report;
  }
  clearTimeout(timer);
  child.kill('SIGKILL');
  if (Object.keys(results).length < phases.length && complaints !== '') console.error(complaints);
  return results;
}

/** @param {AsyncIterator<string>} reports @returns {Promise<Phase | undefined>} */
async function nextReport(reports) {
  for (let { value, done } = await reports.next(); !done; { value, done } = await reports.next()) {
    if (value.startsWith('{"phase"')) return JSON.parse(value);
  }
  return undefined;
}

/**
 * A subject between two watches is not there yet: asked again until it is. One that goes away breaks the answer; its missing report tells.
 * @param {string} url
 * @param {number} timeoutMs
 */
async function post(url, timeoutMs) {
  const signal = AbortSignal.timeout(timeoutMs);
  for (let time = 0; time < 200; time += 1) {
    const status = await fetch(url, { method: 'POST', signal }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status !== 409) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * The process that is attacked, seen from outside: it is asked to do something, has to answer in time, may not die and may not grow.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const mostMegabytes = 400;
const lookEveryMs = 50;
/** A process may wait this many times as long as it may compute: on a loaded machine it gets a part of a core only. */
const waitingFactor = 10;

/** @typedef {{ [key: string]: any }} Answer what the process says; each of `victims/` has its own words */

export class Victim {
  #script;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;
  #asked = 0;
  /** @type {Answer} */
  greeting = {};

  /** @param {'server' | 'client' | 'command'} script the name of a file in `victims/` */
  constructor(script) {
    this.#script = fileURLToPath(new URL(`victims/${script}.mjs`, import.meta.url));
  }

  /** Starts the process when it is not there, and waits for its first words. */
  async start() {
    if (this.#child !== undefined) return;
    const child = fork(this.#script, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    process.once('exit', () => child.kill('SIGKILL')); // an attack that fails leaves nothing behind
    this.#child = child;
    [this.greeting] = /** @type {[Answer]} */ (await Promise.race([once(child, 'message'), diesOf(child)]));
  }

  /**
   * Asks for something and gives the answer, or the problem: none in time, too much memory, the end of the process. A process with a problem is ended.
   * @param {Answer} question
   * @param {number} limitMs of processor time; ten times as much may pass
   * @returns {Promise<{ answer?: Answer, problem?: string }>}
   */
  async ask(question, limitMs) {
    await this.start();
    const child = /** @type {import('node:child_process').ChildProcess} */ (this.#child);
    const id = (this.#asked += 1);
    const watch = watched(child, limitMs);
    const answered = new Promise((resolve) => {
      child.on('message', function listen(/** @type {Answer} */ message) {
        if (message.id !== id) return;
        child.off('message', listen);
        resolve({ answer: message });
      });
    });
    child.send({ ...question, id });
    const result = await Promise.race([answered, watch.problem]);
    watch.stop();
    if (result.problem !== undefined) await this.stop();
    return result;
  }

  /** What is wrong with the memory of the process now, if anything. */
  memoryProblem() {
    return memoryProblem(this.#child?.pid);
  }

  /** The processor time that the process has used; 0 where the system does not say. */
  cpuMs() {
    return processorMs(this.#child?.pid);
  }

  async stop() {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

/**
 * Looks after a process until it is stopped: resolves with what is wrong.
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} limitMs
 */
function watched(child, limitMs) {
  const isLate = stopwatch(() => processorMs(child.pid), limitMs);
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {(result: { problem: string }) => void} */
  let tell = () => {};
  const onExit = (/** @type {number | null} */ code, /** @type {string | null} */ signal) =>
    tell({ problem: `the process ended with ${signal ?? `exit code ${code}`}` });
  /** @type {Promise<{ answer?: Answer, problem?: string }>} */
  const problem = new Promise((resolve) => {
    tell = resolve;
    child.once('exit', onExit);
    timer = setInterval(() => {
      const growth = memoryProblem(child.pid);
      if (growth !== undefined) tell({ problem: growth });
      const late = isLate();
      if (late !== undefined) tell({ problem: `there was no answer in ${late}` });
    }, lookEveryMs);
  });
  return {
    problem,
    stop: () => {
      clearInterval(timer);
      child.off('exit', onExit);
    },
  };
}

/**
 * Says how much time has passed since it was made, when that is too much.
 * @param {() => number} cpuMs the processor time of what is waited for
 * @param {number} limitMs
 * @returns {() => string | undefined}
 */
export function stopwatch(cpuMs, limitMs) {
  const [began, cpuBefore] = [performance.now(), cpuMs()];
  return () => {
    const [passed, used] = [performance.now() - began, cpuMs() - cpuBefore];
    if (used <= limitMs && passed <= waitingFactor * limitMs) return undefined;
    return `${passed.toFixed(0)} ms (${used.toFixed(0)} ms of processor time, of ${limitMs})`;
  };
}

/** @param {number | undefined} pid */
function processorMs(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10; // in hundredths of a second
  } catch {
    return 0; // the system has no such file, or the process has ended
  }
}

/** What is wrong with the memory of a process, if anything. @param {number | undefined} pid */
function memoryProblem(pid) {
  const megabytes = residentMegabytes(pid);
  return megabytes > mostMegabytes ? `the process holds ${megabytes.toFixed(0)} MB` : undefined;
}

/** @param {number | undefined} pid */
function residentMegabytes(pid) {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0; // the system has no such file, or the process has ended
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<never>}
 */
async function diesOf(child) {
  const [code] = await once(child, 'exit');
  throw new Error(`the process to attack did not start: exit code ${code}`);
}

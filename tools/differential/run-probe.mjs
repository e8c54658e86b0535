/**
 * Runs one probe against one server and returns what was answered, as it was. A probe has a namespace to itself, made before its first step.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { pickFrom, valueAt } from './field-path.mjs';
import { inOrder } from './unordered-causes.mjs';
import { bodyOf, headOf, readAll } from './read-answer.mjs';
import { bytesOf } from './request-body.mjs';
import { fillJson, fillText, namespaceOf } from './symbols.mjs';
import { verdictOf } from './verdict.mjs';
import { WatchSession } from './watch-session.mjs';

/**
 * @typedef {import('./probe.mjs').Probe} Probe
 * @typedef {import('./probe.mjs').Step} Step
 * @typedef {import('./read-answer.mjs').Answer} Answer
 *
 * @typedef {object} Settings
 * @property {import('./https-transport.mjs').Transport} transport
 * @property {string} id Unique to this run, six characters of a-z and 0-9.
 * @property {number} deadlineMs How long a condition or an event may take before the probe goes on without it.
 */

const askAgainMs = 25;

/**
 * @param {Probe} probe
 * @param {Settings} settings
 * @returns {Promise<Answer[]>}
 */
export async function runProbe(probe, settings) {
  const session = new Session(settings);
  try {
    if (!probe.fresh) await session.makeNamespace();
    const answers = [];
    for (const step of probe.steps) answers.push(await session.take(step));
    return answers;
  } finally {
    session.close();
  }
}

/**
 * A server that closes the connection instead of answering has answered too.
 * @param {unknown} error
 * @returns {Answer}
 */
function cut(error) {
  if (Object(error).code !== 'ECONNRESET') throw error;
  return { status: 0, text: 'the connection was cut' };
}

class Session {
  #settings;
  #run;
  /** @type {Map<string, WatchSession>} */
  #watches = new Map();

  /** @param {Settings} settings */
  constructor(settings) {
    this.#settings = settings;
    this.#run = { id: settings.id, answers: new Map() };
  }

  async makeNamespace() {
    const body = { json: { metadata: { name: namespaceOf(this.#run) } } };
    const headers = { 'content-type': 'application/json' };
    const { status } = await this.#ask({ kind: 'request', method: 'POST', path: '/api/v1/namespaces', headers, body });
    if (status !== 201) throw new Error(`the namespace of the probe was not created: ${status}`);
  }

  /**
   * @param {Step} step
   * @returns {Promise<Answer>}
   */
  async take(step) {
    const answer = await this.#answerTo(step).catch(cut);
    if (step.as !== undefined && step.kind === 'request') {
      this.#run.answers.set(step.as, answer.body);
      this.#run.answers.set(`${step.as}Headers`, answer.headers);
    }
    if (step.quiet) return { status: answer.status };
    if (!('body' in answer)) return answer;
    if (step.verdict) return verdictOf({ ...answer, body: step.unordered ? inOrder(answer.body) : answer.body });
    const picked = step.pick ? pickFrom(answer.body, this.#filled(step.pick)) : answer.body;
    return { ...answer, body: step.unordered ? inOrder(picked) : picked };
  }

  close() {
    for (const watch of this.#watches.values()) watch.close();
  }

  /**
   * @param {Step} step
   * @returns {Promise<Answer>}
   */
  async #answerTo(step) {
    const { deadlineMs } = this.#settings;
    if (step.kind === 'watch') return this.#open(step);
    if (step.kind === 'request') return step.until ? this.#askUntil(step, step.until) : this.#ask(step);
    const watch = this.#watches.get(step.as ?? '');
    if (!watch) return { status: 0, text: 'there is no such watch' };
    if (step.kind === 'end') return { status: 200, ...(await watch.rest(deadlineMs)) };
    const { until, count = 1 } = step;
    if (!until) return { status: 200, events: await watch.take(count, deadlineMs) };
    const isLast = (/** @type {unknown} */ event) => this.#isLike({ status: 200, body: event }, until);
    return { status: 200, events: await watch.takeUntil(isLast, deadlineMs) };
  }

  /**
   * @param {Step} step
   * @param {import('./probe.mjs').Condition} condition
   */
  async #askUntil(step, condition) {
    const started = performance.now();
    for (;;) {
      const answer = await this.#ask(step);
      const isLate = performance.now() - started > this.#settings.deadlineMs;
      if (isLate || this.#isLike(answer, condition)) return answer;
      await delay(askAgainMs); // nothing tells when another part of a server has caught up, so it is asked again
    }
  }

  /**
   * @param {Answer} answer
   * @param {import('./probe.mjs').Condition} condition
   */
  #isLike({ status, body }, { status: wanted = 200, path, is }) {
    if (status !== wanted) return false;
    return path === undefined || isDeepStrictEqual(valueAt(body, fillText(path, this.#run)), fillJson(is, this.#run));
  }

  /** @param {Step} step */
  async #ask(step) {
    const response = await this.#send(step, AbortSignal.timeout(this.#settings.deadlineMs));
    const bytes = await readAll(response.body);
    return { ...headOf(response, step.show), ...bodyOf(bytes, String(response.headers['content-type'] ?? '')) };
  }

  /** @param {Step} step */
  async #open(step) {
    const abort = new AbortController();
    const response = await this.#send(step, abort.signal);
    if (response.status !== 200) {
      const bytes = await readAll(response.body);
      return { ...headOf(response, step.show), ...bodyOf(bytes, String(response.headers['content-type'] ?? '')) };
    }
    const type = String(response.headers['content-type'] ?? '');
    this.#watches.set(step.as ?? '', new WatchSession(response.body, type, abort));
    return headOf(response, step.show);
  }

  /**
   * @param {Step} step
   * @param {AbortSignal} signal
   */
  #send({ method = 'GET', path = '/', headers, body }, signal) {
    return this.#settings.transport.request({
      method,
      path: encodeURI(fillText(path, this.#run)).replaceAll('%25', '%'),
      headers: this.#headers(headers),
      ...(body && { body: bytesOf(body, this.#run) }),
      signal,
    });
  }

  /** @param {Record<string, string>} [own] An empty value takes a header away. */
  #headers(own) {
    const all = { accept: 'application/json', 'user-agent': 'differential/1.0', ...own };
    const sent = Object.entries(all).filter(([, value]) => value !== '');
    return Object.fromEntries(sent.map(([name, value]) => [name, fillText(value, this.#run)]));
  }

  /** @param {readonly string[]} texts */
  #filled(texts) {
    return texts.map((text) => fillText(text, this.#run));
  }
}

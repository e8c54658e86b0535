/**
 * Kills servers at random instants, while writers write and watchers resume, and checks what clients were promised: no acknowledged write is lost, none that was not acknowledged is half there,
 * no revision is given twice, and a watcher that missed an event was told to list again.
 *
 * The servers are the built `kube-apiserver` and `etcd`, of which the etcd is killed alone, and the server has to notice and sends everything to the next one (both at once lose everything, as
 * documented); or one server on a data folder, with a log so short that bases are written all the time.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const bundled = (/** @type {string} */ name) =>
  fileURLToPath(new URL(`../../packages/apiserver/dist/bundle/bin/${name}.js`, import.meta.url));
const [kubeApiserver, etcd] = [bundled('kube-apiserver'), bundled('etcd')];
const durable = fileURLToPath(new URL('victims/durable-server.mjs', import.meta.url));
const configMaps = '/api/v1/namespaces/default/configmaps';

/** Objects of servers with a data folder have so much more in them, of which no part may be missing. */
const fillings = 500;
/** So many objects are there before anything is killed. */
const loaded = 2000;

/**
 * @typedef {object} KillOptions
 * @property {boolean} [onData] one server on a data folder in place of the two programs
 * @property {number} [seed] draws the instants and the victims
 * @property {number} [kills]
 * @property {number} [etcdEvery] every how many kills the etcd is the victim; 0 for never
 * @property {number} [writers]
 * @property {number} [watchers]
 * @property {number} [longestMs] the longest time between a start and a kill
 *
 * @typedef {object} KillReport
 * @property {number} serverKills
 * @property {number} etcdKills
 * @property {number} acknowledged writes that were answered with success
 * @property {number} unacknowledged writes without an answer, or refused; most were tried while no server was there
 * @property {number} events that watchers got
 * @property {number} relists that watchers were told to make
 * @property {string[]} problems what was promised and did not hold
 */

/**
 * Runs servers and kills them; rejects when something that was promised did not hold, or a program cannot be started.
 * @param {KillOptions} [options]
 * @returns {Promise<KillReport>}
 */
export async function run({
  onData = false,
  seed = 1,
  kills = 10,
  etcdEvery = onData ? 0 : 5,
  writers = 12,
  watchers = 3,
  longestMs = onData ? 1500 : 400,
} = {}) {
  const random = generator(seed);
  /** @type {KillReport} */
  const report = {
    serverKills: 0,
    etcdKills: 0,
    acknowledged: 0,
    unacknowledged: 0,
    events: 0,
    relists: 0,
    problems: [],
  };
  const cluster = onData ? new DataCluster(report) : new Cluster();
  const world = new World(cluster, report, onData ? fillings : 0);
  try {
    await cluster.start();
    if (onData) await world.load();
    const writing = Array.from({ length: writers }, (_, index) => world.write(index));
    const watching = Array.from({ length: watchers }, (_, index) => world.watch(index));
    for (let kill = 1; kill <= kills; kill += 1) {
      await sleep(random() * longestMs);
      const isEtcd = etcdEvery > 0 && kill % etcdEvery === 0;
      if (isEtcd) await cluster.killEtcd();
      else await cluster.killServer();
      report[isEtcd ? 'etcdKills' : 'serverKills'] += 1;
    }
    world.endWriting();
    await Promise.all(writing);
    await world.compareWatchers();
    world.endWatching();
    await Promise.all(watching);
    await world.compareObjects();
    if (report.problems.length === 0) return report;
    const some = report.problems.slice(0, 10).join('\n  ');
    throw new Error(`kills with seed ${seed}: ${report.problems.length} promises did not hold:\n  ${some}`, {
      cause: report,
    });
  } finally {
    world.endWriting();
    world.endWatching();
    await cluster.stop();
  }
}

/** Both programs; each is started again where it was. */
class Cluster {
  #etcdPort = '0';
  #port = '0';
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #etcd;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #server;
  agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

  get port() {
    return Number(this.#port);
  }

  async start() {
    [this.#etcd, this.#etcdPort] = await started(etcd, [`--listen-client-urls=http://127.0.0.1:${this.#etcdPort}`]);
    await this.#startServer();
  }

  async killServer() {
    await killed(this.#server);
    await this.#startServer();
  }

  /** The server has to notice that the next etcd is empty, before anything else is killed. */
  async killEtcd() {
    await killed(this.#etcd);
    [this.#etcd] = await started(etcd, [`--listen-client-urls=http://127.0.0.1:${this.#etcdPort}`]);
    while ((await this.ask('GET', '/livez/etcd')).status !== 200) await sleep(10);
  }

  async stop() {
    this.agent.destroy();
    await Promise.all([killed(this.#server), killed(this.#etcd)]);
  }

  async #startServer() {
    const flags = [`--secure-port=${this.#port}`, `--etcd-servers=http://127.0.0.1:${this.#etcdPort}`];
    [this.#server, this.#port] = await started(kubeApiserver, flags);
  }

  /**
   * The answer to a request; status 0 where there was none.
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<{ status: number, body: any }>}
   */
  async ask(method, path, body) {
    try {
      const response = await this.open(method, path, body);
      let text = '';
      for await (const piece of response.setEncoding('utf8')) text += piece;
      return { status: response.statusCode ?? 0, body: text.startsWith('{') ? JSON.parse(text) : {} };
    } catch {
      return { status: 0, body: {} };
    }
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<import('node:http').IncomingMessage>}
   */
  open(method, path, body) {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port: this.port, method, path, agent: this.agent, headers: { 'content-type': type } },
        resolve,
      );
      sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

/** One server on a data folder. It may never find the folder damaged, and keeps a second one out. */
class DataCluster extends Cluster {
  #folder = mkdtempSync(join(tmpdir(), 'reeve-kills-'));
  #report;
  #port = '0';
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #server;

  /** @param {KillReport} report */
  constructor(report) {
    super();
    this.#report = report;
  }

  /** @override */
  get port() {
    return Number(this.#port);
  }

  /** @override */
  async start() {
    [this.#server, this.#port] = await started(durable, [this.#folder, this.#port]);
  }

  /** @override */
  async killServer() {
    await this.#refuseSecond();
    await killed(this.#server);
    await this.start();
  }

  /** @override */
  async stop() {
    this.agent.destroy();
    await killed(this.#server);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #refuseSecond() {
    if (this.#report.serverKills % 10 !== 0) return;
    const words = await started(durable, [this.#folder, '0']).then(
      ([second]) => killed(second).then(() => 'it started'),
      (error) => String(error),
    );
    if (!words.includes('another server has the data folder'))
      this.#report.problems.push(`a second server on the folder was not refused: ${words}`);
  }
}

/** The writers and watchers, and what they know. */
class World {
  #cluster;
  #report;
  #fillings;
  #writing = new AbortController();
  #ending = new AbortController();
  /** What each object may be after what was acknowledged: its step, or undefined where it is not there. @type {Map<string, (string | undefined)[]>} */
  #objects = new Map();
  /** What each revision is of. @type {Map<string, string>} */
  #revisions = new Map();
  /** The state that each watcher holds. @type {Map<string, string>[]} */
  #views = [];

  /**
   * @param {Cluster} cluster
   * @param {KillReport} report
   * @param {number} [count] how often the step is repeated in an object, so that a half one shows
   */
  constructor(cluster, report, count = 0) {
    this.#cluster = cluster;
    this.#report = report;
    this.#fillings = count;
  }

  /** Creates objects that nobody touches: each has to be there in the end. */
  async load() {
    for (let at = 0; at < loaded; at += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => {
          const name = `loaded-${at + index}`;
          return this.#act(name, '0', 'POST', configMaps, { metadata: { name }, data: this.#data('0') });
        }),
      );
  }

  /** @param {string} step */
  #data(step) {
    return this.#fillings === 0 ? { step } : { step, fill: step.repeat(this.#fillings) };
  }

  endWriting() {
    this.#writing.abort();
  }

  endWatching() {
    this.#ending.abort();
  }

  /** Creates, changes twice and, three times of four, deletes one object after the other. @param {number} writer */
  async write(writer) {
    for (let turn = 0; !this.#writing.signal.aborted; turn += 1) {
      const name = `w${writer}-${turn}`;
      const path = `${configMaps}/${name}`;
      const isKept =
        (await this.#act(name, '0', 'POST', configMaps, { metadata: { name }, data: this.#data('0') })) &&
        (await this.#act(name, '1', 'PATCH', path, { data: this.#data('1') })) &&
        (await this.#act(name, '2', 'PATCH', path, { data: this.#data('2') })) &&
        (turn % 4 === 0 || (await this.#act(name, undefined, 'DELETE', path)));
      if (!isKept) await sleep(20); // the server is being started again
    }
  }

  /**
   * One write, after which the object is at a step; true when it was acknowledged.
   * @param {string} name
   * @param {string | undefined} step
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   */
  async #act(name, step, method, path, body) {
    const [before] = this.#objects.get(name) ?? [undefined];
    this.#objects.set(name, [before, step]);
    const { status, body: answer } = await this.#cluster.ask(method, path, body);
    if (status !== 200 && status !== 201) {
      this.#report.unacknowledged += 1;
      if (status === 404 || status === 409)
        this.#problem(`${method} ${name} got ${status}: an acknowledged write is lost`);
      return false;
    }
    this.#report.acknowledged += 1;
    this.#objects.set(name, [step]);
    if (step !== undefined) this.#saw(answer.metadata.resourceVersion, `${name} at step ${step}`);
    return true;
  }

  /** Lists, and watches from there for as long as the server lets it. @param {number} watcher */
  async watch(watcher) {
    const view = (this.#views[watcher] = new Map());
    let version = '';
    while (!this.#ending.signal.aborted) {
      if (version === '') version = await this.#list(view);
      if (version !== '') version = await this.#follow(view, version);
      await sleep(5);
    }
  }

  /** @param {Map<string, string>} view */
  async #list(view) {
    const { status, body } = await this.#cluster.ask('GET', configMaps);
    if (status !== 200) return '';
    view.clear();
    for (const { metadata, data } of body.items) if (data?.step !== undefined) view.set(metadata.name, data.step);
    return body.metadata.resourceVersion;
  }

  /**
   * Follows a watch to its end, and gives the version to resume at; none where it is to list again.
   * @param {Map<string, string>} view
   * @param {string} version
   */
  async #follow(view, version) {
    let last = version;
    const { signal } = this.#ending;
    /** @type {import('node:http').IncomingMessage | undefined} */
    let response;
    const end = () => void response?.destroy();
    signal.addEventListener('abort', end);
    try {
      response = await this.#cluster.open('GET', `${configMaps}?watch=1&resourceVersion=${version}`);
      if (signal.aborted) end(); // while the watch was being opened
      let rest = '';
      for await (const piece of response.setEncoding('utf8')) {
        const lines = (rest + piece).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          const { type, object } = JSON.parse(line);
          if (type === 'ERROR') {
            this.#report.relists += 1;
            if (object.code !== 410) this.#problem(`a watch ended with ${line}`);
            return '';
          }
          last = this.#take(view, type, object, last);
        }
      }
    } catch {
      // the server was killed, or the watch ended by us
    } finally {
      signal.removeEventListener('abort', end);
    }
    return last;
  }

  /**
   * Takes an event into a view, and gives its version.
   * @param {Map<string, string>} view
   * @param {string} type
   * @param {any} object
   * @param {string} last
   */
  #take(view, type, { metadata: { name, resourceVersion }, data }, last) {
    this.#report.events += 1;
    if (Number(resourceVersion) <= Number(last)) this.#problem(`revision ${resourceVersion} came after ${last}`);
    if (data?.step === undefined) return resourceVersion;
    if (type === 'DELETED') view.delete(name);
    else view.set(name, data.step);
    this.#saw(resourceVersion, type === 'DELETED' ? `the end of ${name}` : `${name} at step ${data.step}`);
    return resourceVersion;
  }

  /**
   * @param {string} revision
   * @param {string} what
   */
  #saw(revision, what) {
    const before = this.#revisions.get(revision);
    if (before !== undefined && before !== what)
      this.#problem(`revision ${revision} was given twice: ${before}, ${what}`);
    this.#revisions.set(revision, what);
  }

  /** Each watcher gets to hear of a last write, and then holds what the server has. */
  async compareWatchers() {
    const name = 'the-last';
    while ((await this.#cluster.ask('POST', configMaps, { metadata: { name }, data: this.#data('0') })).status !== 201)
      await sleep(10);
    const truth = await this.#stored();
    const deadline = performance.now() + 20_000;
    for (const [watcher, view] of this.#views.entries()) {
      while (!view.has(name) && performance.now() < deadline) await sleep(10);
      for (const each of new Set([...truth.keys(), ...view.keys()]))
        if (truth.get(each) !== view.get(each))
          this.#problem(
            `watcher ${watcher} has ${each} at step ${view.get(each)}, the server at step ${truth.get(each)}`,
          );
    }
  }

  /** The server holds what was acknowledged, and of what was not, one of both. */
  async compareObjects() {
    const truth = await this.#stored();
    for (const [name, possible] of this.#objects)
      if (!possible.includes(truth.get(name)))
        this.#problem(`${name} is at step ${truth.get(name)}; acknowledged: ${possible.join(' or ')}`);
  }

  /** @returns {Promise<Map<string, string>>} */
  async #stored() {
    /** @type {Map<string, string>} */
    const stored = new Map();
    const { body } = await this.#cluster.ask('GET', configMaps);
    for (const { metadata, data } of body.items) {
      if (data?.step === undefined) continue;
      stored.set(metadata.name, data.step);
      if ((data.fill ?? '') !== data.step.repeat(this.#fillings)) this.#problem(`${metadata.name} is half there`);
    }
    return stored;
  }

  /** @param {string} text */
  #problem(text) {
    this.#report.problems.push(text);
  }
}

/**
 * Starts a program, and gives it and the port that it says it listens on.
 * @param {string} file
 * @param {string[]} args
 * @returns {Promise<[import('node:child_process').ChildProcess, string]>}
 */
async function started(file, args) {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  for await (const piece of child.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += piece;
    const [, port] = /127\.0\.0\.1:(\d+)\n/.exec(said) ?? [];
    if (port === undefined) continue;
    child.stderr.resume();
    return [child, port];
  }
  throw new Error(`${file} did not start: ${said}`);
}

/** Kills a program, and waits for its end. @param {import('node:child_process').ChildProcess | undefined} child */
async function killed(child) {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Numbers from 0 to 1, the same for the same seed. @param {number} seed */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

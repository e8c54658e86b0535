/**
 * What sets of objects cost: CPU of a run over a set of a thousand objects of which one has changed, against a bare loop that compares and sends one request; how much is sent when nothing has
 * changed; and how much CPU it takes, with the embedded server's, until a thousand owners with five objects each have
 * converged, against a reconciler that applies by hand.
 */
import { ApiServer } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import { defineKind, semanticDerivative } from '@reeve/machinery';
import { generatingHandler } from '@reeve/patterns';
import { defineController, isApplied, Manager, withAppliedHash } from '@reeve/runtime';
import { ConfigMap } from 'reeve';

const MAX_RATIO = 3;
const MIN_RATE = 0.7;
const rounds = 15;

/** @param {{ log: (line: string) => void }} options */
export default async function benchmark({ log }) {
  log('a set of 1,000 objects');
  const { ours, bare, sent, sentAtRest } = await largeSet(1000);
  log('1,000 owners with 5 objects each');
  const byHand = await converge(byHandController());
  const generated = await converge(generatedController());
  return {
    name: 'patterns',
    measurements: [
      { name: 'a set of 1,000 objects, one changed', value: ours, unit: 'ms CPU per run' },
      { name: 'the bare loop', value: bare, unit: 'ms CPU per run' },
      { name: '1,000 owners with 5 objects each, generated', value: generated, unit: 'ms CPU' },
      { name: '1,000 owners with 5 objects each, applied by hand', value: byHand, unit: 'ms CPU' },
    ],
    bars: [
      bar('a set of 1,000 objects, one changed, against the bare loop', ours / bare, MAX_RATIO),
      bar('requests for one changed object', sent, 1),
      bar('requests for an unchanged set', sentAtRest, 0),
      bar('applied by hand, against generated', generated / byHand, 1 / MIN_RATE),
    ],
  };
}

const App = defineKind({ group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', scope: 'Namespaced' });

/** @param {string} name @param {string} value */
const part = (name, value) =>
  ConfigMap.of({ metadata: { namespace: 'default', name }, data: { value, text: 'x'.repeat(200) } });

/** A run over a set whose members are held in memory, as a controller's cache holds them. @param {number} count */
async function largeSet(count) {
  const owner = { ...App.of({ metadata: { namespace: 'default', name: 'owner', uid: 'u', resourceVersion: '1' } }) };
  const world = new HeldWorld(owner);
  let changed = -1;
  let turn = 0;
  const wanted = () =>
    Array.from({ length: count }, (_, at) => part(`part-${at}`, at === changed ? `changed ${turn}` : 'same'));
  const step = generatingHandler(App, {
    name: 'parts',
    produces: [ConfigMap],
    generate: () => ({ objects: wanted() }),
  });
  await step.live?.(world.owner, world.context);
  world.sent = 0;
  await step.live?.(world.owner, world.context);
  const sentAtRest = world.sent;
  const run = async () => {
    changed = 7;
    turn += 1;
    await step.live?.(world.owner, world.context);
  };
  await run();
  world.sent = 0;
  await run();
  const sent = world.sent;
  const loop = async () => {
    changed = 7;
    turn += 1;
    for (const object of wanted()) {
      const live = world.held.get(`default/${object.metadata.name}`);
      if (live === undefined || !semanticDerivative(object, live)) await world.apply(object);
    }
  };
  /** @type {[number[], number[]]} */
  const [ours, bare] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await cpuMs(loop));
    ours.push(await cpuMs(run));
  }
  return { ours: median(ours), bare: median(bare), sent, sentAtRest };
}

/** What a run reads and writes, without a server: objects in a map, found by set as an index finds them. */
class HeldWorld {
  /** @type {Map<string, any>} */
  held = new Map();
  sent = 0;
  #version = 1;

  /** @param {object} owner */
  constructor(owner) {
    /** @type {any} */
    this.owner = owner;
    /** @type {any} As much of a run's context as a handler uses. */
    this.context = {
      key: 'default/owner',
      controller: 'owner',
      fieldManager: 'owner',
      attempt: 1,
      causes: [],
      signal: new AbortController().signal,
      now: () => 0,
      get: async (/** @type {unknown} */ _kind, /** @type {string} */ key) =>
        key === 'default/owner' ? this.owner : this.held.get(key),
      list: async () => [...this.held.values()],
      apply: (/** @type {any} */ object) => this.apply(object),
      patch: async (/** @type {unknown} */ _kind, /** @type {unknown} */ _object, /** @type {any} */ { patch }) => {
        this.owner = { ...this.owner, metadata: { ...this.owner.metadata, ...patch.metadata } };
        return this.owner;
      },
      delete: async (/** @type {unknown} */ _kind, /** @type {any} */ object) =>
        void this.held.delete(`default/${object.metadata.name}`),
    };
  }

  /** What the runtime's write path does. @param {any} object */
  async apply(object) {
    const hashed = withAppliedHash(object, 'owner');
    const key = `default/${object.metadata.name}`;
    const live = this.held.get(key);
    if (live !== undefined && isApplied(hashed, live)) return live;
    this.sent += 1;
    const stored = {
      ...hashed,
      metadata: { ...live?.metadata, ...hashed.metadata, uid: key, resourceVersion: String((this.#version += 1)) },
    };
    this.held.set(key, stored);
    return stored;
  }
}

const owners = 1000;
const Site = defineKind({
  group: 'bench.example.com',
  version: 'v1',
  kind: 'Site',
  plural: 'sites',
  scope: 'Namespaced',
});
/** @param {{ readonly metadata: { readonly name?: string } }} site */
const partsOf = ({ metadata: { name } }) => Array.from({ length: 5 }, (_, at) => part(`${name}-${at}`, 'same'));

const byHandController = () =>
  defineController({
    for: Site,
    owns: [ConfigMap],
    reconcile: async (site, ctx) => void (await ctx.apply(partsOf(site))),
  });

const generatedController = () =>
  defineController({
    for: Site,
    steps: [
      generatingHandler(Site, {
        name: 'parts',
        produces: [ConfigMap],
        generate: (site) => ({ objects: partsOf(site) }),
      }),
    ],
  });

/** The CPU until all objects of all owners are there and nothing is left to do. @param {any} controller */
async function converge(controller) {
  const server = await ApiServer.start();
  const client = new Client({ transport: server.transport });
  const { CustomResourceDefinition } = await import('@reeve/kinds/apiextensions/v1');
  const schema = { openAPIV3Schema: { type: 'object' } };
  await client.create(CustomResourceDefinition, {
    metadata: { name: 'sites.bench.example.com' },
    spec: {
      group: 'bench.example.com',
      scope: 'Namespaced',
      names: { plural: 'sites', kind: 'Site' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  });
  for (;;) {
    const { status } = await client.get(CustomResourceDefinition, 'sites.bench.example.com');
    if (status?.conditions?.some(({ type, status: is }) => type === 'Established' && is === 'True')) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (let at = 0; at < owners; at += 1)
    await client.create(Site, { metadata: { namespace: 'default', name: `site-${at}` } });
  const stop = new AbortController();
  let runs = 0;
  const done = new Set();
  let reach = () => {};
  const reached = new Promise((resolve) => (reach = () => resolve(undefined)));
  const manager = new Manager({
    transport: server.transport,
    onReconcile: ({ request, outcome }) => {
      runs += 1;
      if (outcome.type === 'success') done.add(request.key);
      if (done.size === owners) reach();
    },
  }).add(controller);
  const cpu = await cpuMs(async () => {
    const running = manager.run({ signal: stop.signal });
    await reached;
    stop.abort();
    await running;
  });
  const { items } = await client.listAll(ConfigMap, { namespace: 'default' });
  if (items.length < owners * 5) throw new Error(`${items.length} objects after ${runs} runs, and not ${owners * 5}`);
  await server.stop();
  return cpu;
}

/** @param {() => Promise<void>} act */
async function cpuMs(act) {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** @param {number[]} values */
const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

/** @param {string} name @param {number} value @param {number} limit */
const bar = (name, value, limit) => ({ name, value, limit, held: value <= limit });

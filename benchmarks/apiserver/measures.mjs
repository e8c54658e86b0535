/**
 * What is measured of a server over TLS: each measure is a round of one load, which the servers that are compared take in turns, so that the noise of the
 * machine meets both. The first round of a measure warms up and does not count, and of the others the best does.
 */
import { appliesPerSecond, strategicPatchesPerSecond } from './applies.mjs';
import {
  createNamespace,
  createsPerSecond,
  getsPerSecond,
  listTime,
  patchesPerSecond,
  watchEventsPerSecond,
} from './loads.mjs';
import { cpuMicroseconds } from './subjects.mjs';

/** @typedef {import('./subjects.mjs').Subject} Subject */

/**
 * @typedef {object} Measure
 * @property {string} section
 * @property {string} name
 * @property {string} unit `per second` is better when there is more, `ms` when there is less.
 * @property {(place: Place) => Promise<number>} round
 * @property {number} [rounds] More than the usual where few go by before, and a program that is compiled as it runs is still on its way.
 * @property {(place: Place) => number} [count] How many operations a round has, where their cost in CPU is told.
 */

/** @typedef {{ best: number, cpu: number }} Figure `cpu` in microseconds of the server per operation. */

const inFlight = 32;
const watchers = 50;
const usualRounds = 3;

/** What a server holds for the measures. One that is faster by a factor gets more to do, so that each round is about seconds, not moments. */
export class Place {
  /** @param {Subject} subject @param {number} factor */
  constructor(subject, factor) {
    this.subject = subject;
    this.access = subject.access;
    this.factor = factor;
    this.made = 0;
    /** @type {Map<string, Promise<string>>} */
    this.kept = new Map();
  }

  /** A new namespace. */
  async fresh() {
    const name = `bench-${(this.made += 1)}`;
    await createNamespace(this.access, name);
    return name;
  }

  /** The namespace that all measures with one need share; it is filled the first time. @param {string} need @param {(namespace: string) => Promise<unknown>} fill */
  shared(need, fill) {
    const known = this.kept.get(need);
    if (known) return known;
    const made = this.fresh().then(async (namespace) => {
      await fill(namespace);
      return namespace;
    });
    this.kept.set(need, made);
    return made;
  }

  /** A namespace with so many ConfigMaps. @param {number} count */
  filled(count) {
    return this.shared(`${count} objects`, (namespace) =>
      createsPerSecond(this.access, { namespace, count, inFlight }),
    );
  }
}

/** @type {Record<string, Measure>} */
export const measures = {
  creates1: {
    section: 'creates',
    name: 'creates, 1 in flight',
    unit: 'per second',
    round: async (place) =>
      createsPerSecond(place.access, { namespace: await place.fresh(), count: 200 * place.factor, inFlight: 1 }),
  },
  creates32: {
    section: 'creates',
    name: 'creates, 32 in flight',
    unit: 'per second',
    count: ({ factor }) => 800 * factor,
    round: async (place) =>
      createsPerSecond(place.access, { namespace: await place.fresh(), count: 800 * place.factor, inFlight }),
  },
  gets: {
    section: 'reads',
    name: 'gets, 32 in flight',
    unit: 'per second',
    round: async (place) =>
      getsPerSecond(place.access, {
        namespace: await place.filled(3000),
        count: 1000 * place.factor,
        inFlight,
        objects: 3000,
      }),
  },
  patches: {
    section: 'reads',
    name: 'merge patches, 32 in flight',
    unit: 'per second',
    round: async (place) =>
      patchesPerSecond(place.access, {
        namespace: await place.filled(3000),
        count: 500 * place.factor,
        inFlight,
        objects: 3000,
      }),
  },
  list3: {
    section: 'reads',
    name: 'list of 3,000',
    unit: 'ms',
    round: async (place) => listTime(place.access, await place.filled(3000)),
  },
  list20: {
    section: 'reads',
    name: 'list of 20,000',
    unit: 'ms',
    round: async (place) => listTime(place.access, await place.filled(20_000)),
  },
  applies: {
    section: 'applies',
    name: 'server-side applies, 32 in flight',
    unit: 'per second',
    count: ({ factor }) => 500 * factor + 200,
    round: async (place) =>
      appliesPerSecond(place.access, {
        namespace: await place.fresh(),
        count: 500 * place.factor,
        inFlight,
        objects: 200,
      }),
  },
  strategic: {
    section: 'applies',
    name: 'strategic patches, 32 in flight',
    unit: 'per second',
    count: ({ factor }) => 500 * factor,
    round: async (place) => {
      const written = { count: 500 * place.factor, inFlight, objects: 200 };
      const namespace = await place.shared('deployments', (fresh) =>
        appliesPerSecond(place.access, { ...written, namespace: fresh, count: 0 }),
      );
      return strategicPatchesPerSecond(place.access, { ...written, namespace });
    },
  },
  events: {
    section: 'watch',
    name: 'watch events to 50 watchers',
    unit: 'per second',
    rounds: 8,
    count: ({ factor }) => 600 * factor * watchers,
    round: async (place) =>
      watchEventsPerSecond(place.access, { namespace: await place.fresh(), watchers, creates: 600 * place.factor }),
  },
};

/**
 * Takes the rounds of one measure, of all servers in turns.
 * @param {Measure} measure
 * @param {readonly Place[]} places
 * @returns {Promise<Figure[]>}
 */
export async function takeRounds(measure, places) {
  const figures = places.map(() => ({ best: measure.unit === 'ms' ? Infinity : 0, cpu: Infinity }));
  const { rounds = usualRounds } = measure;
  for (let turn = 0; turn <= rounds; turn += 1) {
    for (const [index, place] of places.entries()) {
      const [value, cpu] = await oneRound(measure, place);
      const figure = figures[index];
      if (turn === 0 || figure === undefined) continue;
      figure.best = measure.unit === 'ms' ? Math.min(figure.best, value) : Math.max(figure.best, value);
      figure.cpu = Math.min(figure.cpu, cpu);
    }
  }
  return figures;
}

/** @param {Measure} measure @param {Place} place @returns {Promise<[value: number, cpu: number]>} */
async function oneRound(measure, place) {
  const before = cpuMicroseconds(place.subject);
  const value = await measure.round(place);
  return [value, (cpuMicroseconds(place.subject) - before) / (measure.count?.(place) ?? Number.NaN)];
}

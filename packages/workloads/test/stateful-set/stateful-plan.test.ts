import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { StatefulSet } from '@reeve/kinds/apps/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { statefulPlan } from '@reeve/workloads';
import type { StatefulAction } from '@reeve/workloads';

interface Settings {
  readonly replicas: number;
  readonly start: number;
  readonly partition: number;
  readonly isParallel: boolean;
}

const setOf = ({ replicas, start, partition, isParallel }: Settings): StatefulSet =>
  StatefulSet.of({
    metadata: { name: 'db', namespace: 'default' },
    spec: {
      replicas,
      ordinals: { start },
      podManagementPolicy: isParallel ? 'Parallel' : 'OrderedReady',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition } },
      selector: {},
      template: {},
    },
  });

interface PodSketch {
  readonly revision: string;
  isServing: boolean;
  isLeaving: boolean;
}

/** A stateful set whose pods begin to serve and end when they are told to. */
class Ensemble {
  readonly wrong: string[] = [];
  readonly pods = new Map<number, PodSketch>();
  readonly #settings: Settings;

  constructor(settings: Settings, before: readonly number[]) {
    this.#settings = settings;
    for (const ordinal of before) this.pods.set(ordinal, { revision: 'db-old', isServing: true, isLeaving: false });
  }

  decide(): boolean {
    const actions = statefulPlan(setOf(this.#settings), this.#pods(), 'db-new', 0).filter(
      ({ type }) => type !== 'mend',
    );
    for (const action of actions) this.#do(action);
    if (!this.#settings.isParallel && actions.length > 1) this.wrong.push(`${actions.length} things at once`);
    return actions.length > 0;
  }

  /** A pod begins to serve. */
  serve(at: number): boolean {
    const waiting = [...this.pods.values()].filter((pod) => !pod.isServing && !pod.isLeaving);
    const pod = waiting[at % Math.max(1, waiting.length)];
    if (pod !== undefined) pod.isServing = true;
    return pod !== undefined;
  }

  /** A pod that is to go is gone. */
  end(at: number): boolean {
    const leaving = [...this.pods].filter(([, { isLeaving }]) => isLeaving);
    const found = leaving[at % Math.max(1, leaving.length)];
    return found !== undefined && this.pods.delete(found[0]);
  }

  #do(action: StatefulAction): void {
    if (action.type === 'create') return this.#create(action.ordinal, action.revision);
    if (action.type !== 'delete') return;
    const ordinal = Number(action.pod.metadata.name?.split('-')[1]);
    const later = [...this.pods].filter(([other]) => other > ordinal).map(([, pod]) => pod);
    if (!this.#settings.isParallel && later.some((pod) => !isWell(pod))) this.wrong.push(`${ordinal} goes too early`);
    const pod = this.pods.get(ordinal);
    if (pod !== undefined) pod.isLeaving = true;
  }

  #create(ordinal: number, revision: 'current' | 'update'): void {
    if (this.pods.has(ordinal)) this.wrong.push(`${ordinal} is there already`);
    const earlier = Array.from({ length: ordinal - this.#settings.start }, (_, at) => this.#settings.start + at);
    const areWell = earlier.every((other) => isWell(this.pods.get(other)));
    if (!this.#settings.isParallel && !areWell) this.wrong.push(`${ordinal} comes too early`);
    this.pods.set(ordinal, {
      revision: revision === 'update' ? 'db-new' : 'db-old',
      isServing: false,
      isLeaving: false,
    });
  }

  #pods(): Pod[] {
    return [...this.pods].map(([ordinal, { revision, isServing, isLeaving }]) =>
      Pod.of({
        metadata: {
          name: `db-${ordinal}`,
          labels: { 'controller-revision-hash': revision },
          ...(isLeaving && { deletionTimestamp: '2026-01-01T00:00:00Z' }),
        },
        spec: { containers: [] },
        status: {
          phase: isServing ? 'Running' : 'Pending',
          conditions: [{ type: 'Ready', status: isServing ? 'True' : 'False' }],
        },
      }),
    );
  }
}

const isWell = (pod: PodSketch | undefined): boolean => pod?.isServing === true && !pod.isLeaving;

const settings = fc.record({
  replicas: fc.nat(5),
  start: fc.nat(2),
  partition: fc.nat(4),
  isParallel: fc.boolean(),
});
const steps = fc.array(
  fc.record({ what: fc.constantFrom('decide' as const, 'serve' as const, 'end' as const), at: fc.nat(20) }),
  { maxLength: 40 },
);

test('in whatever order pods begin to serve and end, an ordered set moves one at a time and in order, and every set gets where it should', () => {
  fc.assert(
    fc.property(settings, fc.uniqueArray(fc.nat(6), { maxLength: 5 }), steps, (given, before, order) => {
      const world = new Ensemble(
        given,
        before.toSorted((one, other) => one - other),
      );
      for (const { what, at } of order) world[what](at);
      for (let isMoving = true; isMoving;) isMoving = [world.decide(), world.end(0), world.serve(0)].includes(true);
      expect(world.wrong).toEqual([]);
      const { replicas, start, partition } = given;
      const wanted = Array.from({ length: replicas }, (_, at) => start + at);
      expect([...world.pods.keys()].toSorted((one, other) => one - other)).toEqual(wanted);
      const updated = wanted.filter((ordinal) => ordinal >= start + partition);
      expect(updated.map((ordinal) => world.pods.get(ordinal)?.revision)).toEqual(updated.map(() => 'db-new'));
    }),
    { seed: 42, numRuns: 200 },
  );
});

test('a StatefulSet that wants two thousand million pods gets them in parts of 500, or one after the other', () => {
  const created = (isParallel: boolean, partition: number) =>
    statefulPlan(setOf({ replicas: 2 ** 31 - 1, start: 0, partition, isParallel }), [], 'db-new', 0).length;
  expect([created(true, 0), created(true, 5), created(false, 0)]).toEqual([500, 500, 1]);
});

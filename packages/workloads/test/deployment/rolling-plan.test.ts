import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Deployment, ReplicaSet } from '@reeve/kinds/apps/v1';
import { fencepostsOf, freshSize, rollingPlan } from '@reeve/workloads';
import { template, web } from './web.ts';

const rolling = (replicas: number, maxSurge: number | string, maxUnavailable: number | string): Deployment =>
  web(replicas, { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } } });

describe('limits in whole pods', () => {
  const cases = [
    [10, '25%', '25%', 3, 2],
    [3, '25%', '25%', 1, 0],
    [1, '25%', '25%', 1, 0],
    [2, '0%', '1%', 0, 1],
    [2, '1%', '0%', 1, 0],
    [4, 0, 9, 0, 4],
    [0, '25%', '25%', 0, 0],
    [100, '1%', '99%', 1, 99],
  ] as const;
  for (const [replicas, surge, unavailable, maxSurge, maxUnavailable] of cases) {
    test(`of ${replicas} pods with a surge of ${surge} and ${unavailable} unavailable`, () => {
      const limits = fencepostsOf(rolling(replicas, surge, unavailable));
      expect(limits).toEqual({ replicas, maxSurge, maxUnavailable });
    });
  }
});

/** A replica set as a deployment sees it, and the pods that it really has: true for those that serve. */
interface Set {
  size: number;
  pods: boolean[];
  status: { replicas: number; available: number };
}

/** A rollout from some old sets to a new one, whose sets and pods move when they are told to. */
class Rollout {
  readonly deployment: Deployment;
  readonly old: Set[];
  readonly fresh: Set;

  constructor(deployment: Deployment, oldSizes: readonly number[]) {
    this.deployment = deployment;
    this.old = oldSizes.map((size) => ({
      size,
      pods: Array.from({ length: size }, () => true),
      status: { replicas: size, available: size },
    }));
    const size = freshSize(deployment, this.#sets().slice(0, -1));
    this.fresh = { size, pods: [], status: { replicas: 0, available: 0 } };
  }

  get all(): readonly Set[] {
    return this.fresh === undefined ? this.old : [...this.old, this.fresh];
  }

  /** The deployment looks at its sets, as they were when they last said something. */
  decide(): boolean {
    const sets = this.#sets();
    const current = sets.at(-1);
    const moves = current === undefined ? [] : rollingPlan(this.deployment, current, sets.slice(0, -1));
    for (const { set, replicas } of moves) {
      const moved = this.all[Number(set.metadata.name)];
      if (moved !== undefined) moved.size = replicas;
    }
    return moves.length > 0;
  }

  /** A set makes and deletes pods, those that do not serve first, and says how it stands. */
  sync(at: number): boolean {
    const set = this.all[at % this.all.length];
    if (set === undefined) return false;
    const before = JSON.stringify(set);
    set.pods.sort((one, other) => Number(other) - Number(one));
    set.pods = [
      ...set.pods.slice(0, set.size),
      ...Array.from({ length: Math.max(0, set.size - set.pods.length) }, () => false),
    ];
    set.status = { replicas: set.pods.length, available: set.pods.filter(Boolean).length };
    return JSON.stringify(set) !== before;
  }

  /** A pod begins to serve. */
  serve(at: number): boolean {
    const waiting = this.all.flatMap((set) => set.pods.flatMap((isServing, pod) => (isServing ? [] : [{ set, pod }])));
    const one = waiting[at % Math.max(1, waiting.length)];
    if (one !== undefined) one.set.pods[one.pod] = true;
    return one !== undefined;
  }

  #sets(): ReplicaSet[] {
    const sets = this.all.length === this.old.length ? [...this.old, undefined] : this.all;
    return sets.map((set, at) => ({
      metadata: { name: String(at), uid: String(at), creationTimestamp: '2026-01-01T00:00:00Z' },
      spec: { replicas: set?.size ?? 0, selector: {}, template: template(String(at)) },
      status: { replicas: set?.status.replicas ?? 0, availableReplicas: set?.status.available ?? 0 },
    }));
  }
}

const limit = fc.oneof(
  fc.nat(5),
  fc.integer({ min: 0, max: 100 }).map((percent) => `${percent}%`),
);

const rollout = fc
  .record({ sizes: fc.array(fc.nat(6), { minLength: 1, maxLength: 3 }), surge: limit, unavailable: limit })
  .map(({ sizes, surge, unavailable }) => {
    const replicas = sizes.reduce((sum, size) => sum + size, 0);
    return { deployment: rolling(replicas, surge, unavailable), sizes };
  });

const steps = fc.array(
  fc.record({ what: fc.constantFrom('decide' as const, 'sync' as const, 'serve' as const), at: fc.nat(50) }),
  { maxLength: 60 },
);

test('in whatever order sets and pods move, there are never too many pods nor too few that serve, and it ends', () => {
  fc.assert(
    fc.property(rollout, steps, ({ deployment, sizes }, order) => {
      const world = new Rollout(deployment, sizes);
      const { replicas, maxSurge, maxUnavailable } = fencepostsOf(deployment);
      const wrong: string[] = [];
      const check = (): void => {
        const pods = world.all.flatMap((set) => set.pods);
        const serving = pods.filter(Boolean).length;
        if (pods.length > replicas + maxSurge) wrong.push(`${pods.length} pods`);
        if (serving < replicas - maxUnavailable) wrong.push(`${serving} that serve`);
      };
      for (const { what, at } of order) {
        world[what](at);
        check();
      }
      for (let isMoving = true; isMoving;) {
        const moved = [world.decide(), ...world.all.map((_, at) => world.sync(at)), world.serve(0)];
        check();
        isMoving = moved.includes(true);
      }
      expect(wrong).toEqual([]);
      expect(world.fresh.pods).toEqual(Array.from({ length: replicas }, () => true));
      expect(world.old.flatMap(({ pods }) => pods)).toEqual([]);
    }),
    { seed: 42, numRuns: 1000 },
  );
});

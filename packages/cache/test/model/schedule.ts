/**
 * Schedules of changes and faults, made by chance and played in a virtual world. Shared by the tests of mirrors of every kind: whatever
 * happens in a schedule, at its end a mirror holds what the server holds.
 */
import type { FaultEffect } from '@reeve/apiserver';
import fc from 'fast-check';
import type { World } from './world.ts';

export type Step =
  | { readonly type: 'put'; readonly name: string }
  | { readonly type: 'remove'; readonly name: string }
  | { readonly type: 'pass'; readonly ms: number }
  | { readonly type: 'fault'; readonly verbs: readonly string[]; readonly times: number; readonly effect: FaultEffect }
  /** History before now is forgotten: whoever is behind must list. */
  | { readonly type: 'compact' }
  /** Every watch loses its place, as when a server is replaced. */
  | { readonly type: 'restart' }
  | { readonly type: 'heal' };

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const afterBytes = fc.integer({ min: 1, max: 2500 });
const probability = fc.double({ min: 0.1, max: 1, noNaN: true });

const effect: fc.Arbitrary<FaultEffect> = fc.oneof(
  fc.record({ type: fc.constant('status' as const), code: fc.constantFrom(401, 403, 410, 429, 500, 503, 504) }),
  fc.record({ type: fc.constant('latency' as const), ms: fc.integer({ min: 1, max: 40_000 }) }),
  fc.record({ type: fc.constant('cut' as const), afterBytes }),
  fc.constant<FaultEffect>({ type: 'cut' }),
  fc.record({ type: fc.constant('stall' as const), afterBytes }),
  fc.constant<FaultEffect>({ type: 'stall' }),
  fc.record({ type: fc.constant('dropEvents' as const), probability }),
  fc.record({ type: fc.constant('duplicateEvents' as const), probability }),
  fc.record({ type: fc.constant('staleReads' as const), revisions: fc.integer({ min: 1, max: 5 }) }),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('put' as const), name }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('remove' as const), name }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 90_000 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('fault' as const),
      verbs: fc.constantFrom(['list'], ['watch'], ['list', 'watch']),
      times: fc.integer({ min: 1, max: 4 }),
      effect,
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ type: 'compact' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ type: 'restart' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ type: 'heal' }) },
);

export const schedule = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  streaming: fc.boolean(),
  steps: fc.array(step, { minLength: 5, maxLength: 40 }),
});

/** Does one step. */
export async function play(world: World, next: Step): Promise<void> {
  switch (next.type) {
    case 'put':
      return await world.put(next.name);
    case 'remove':
      return await world.remove(next.name);
    case 'pass':
      return await world.host.sleep(next.ms);
    case 'fault':
      world.spoil(next);
      return;
    case 'compact':
      return world.server.compact();
    case 'restart':
      return world.server.restore(world.server.snapshot());
    case 'heal':
      return world.server.faults.clear();
  }
}

/** How many schedules, and from which seed: few and always the same, or as many as `REEVE_MODEL_RUNS` says, from a seed that is printed. */
export function runs(usual: number): { readonly numRuns: number; readonly seed: number } {
  const wanted = Number(process.env['REEVE_MODEL_RUNS'] ?? 0);
  if (!(wanted > 0)) return { numRuns: usual, seed: 42 };
  const seed = Number(process.env['REEVE_MODEL_SEED'] ?? Date.now() % 2 ** 31);
  console.info(`${wanted} schedules from REEVE_MODEL_SEED=${seed}`);
  return { numRuns: wanted, seed };
}

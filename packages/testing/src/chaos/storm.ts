/**
 * What goes wrong at the server during a storm: refusals, conflicts, expired versions, old lists, slow answers, connections that are cut or go silent. Which and how much
 * is chance; all of it is what a real server may do.
 */
import type { Fault, FaultPlan } from '@reeve/apiserver';
import type { SeededRandom } from '@reeve/machinery';

/** What a storm is about. */
export interface StormOptions {
  /** The plurals of the kinds that it hits. */
  readonly resources: readonly string[];
  /** Whether reads may be answered from the past. */
  readonly hasStaleReads: boolean;
}

/** Begins a storm; the function ends it. */
export function beginStorm(
  faults: FaultPlan,
  chance: SeededRandom,
  { resources, hasStaleReads }: StormOptions,
): () => void {
  for (const fault of weather(chance, resources)) {
    const comes = chance.next() < 0.7;
    if (comes && (hasStaleReads || fault.effect.type !== 'staleReads')) faults.add(fault);
  }
  return () => faults.clear();
}

const reads = ['get', 'list', 'watch'];
const writes = ['create', 'update', 'patch', 'delete'];

function weather(chance: SeededRandom, resources: readonly string[]): Fault[] {
  const some = (most: number): number => chance.next() * most;
  return [
    { verbs: reads, probability: some(0.2), effect: { type: 'status', code: 500 } },
    { verbs: writes, probability: some(0.3), effect: { type: 'status', code: 500 } },
    { verbs: writes, resources, probability: some(0.3), effect: { type: 'status', code: 409 } },
    {
      probability: some(0.1),
      resources,
      effect: { type: 'status', code: 429, retryAfterSeconds: 1 + chance.integer(5) },
    },
    { verbs: ['list', 'watch'], resources, probability: some(0.3), effect: { type: 'status', code: 410 } },
    {
      verbs: ['list', 'watch'],
      resources,
      probability: some(0.5),
      effect: { type: 'staleReads', revisions: 1 + chance.integer(15) },
    },
    {
      verbs: ['watch'],
      resources,
      probability: some(0.5),
      effect: { type: 'cut', afterBytes: chance.integer(20_000) },
    },
    {
      verbs: ['watch'],
      resources,
      probability: some(0.2),
      effect: { type: 'stall', afterBytes: chance.integer(20_000) },
    },
    { verbs: ['watch'], resources, probability: some(0.3), effect: { type: 'duplicateEvents', probability: 0.3 } },
    { verbs: writes, resources, probability: some(0.2), effect: { type: 'cut' } },
    { probability: some(0.3), effect: { type: 'latency', ms: chance.integer(4000) } },
    { resources: ['leases'], probability: some(0.3), effect: { type: 'status', code: 503 } },
  ];
}

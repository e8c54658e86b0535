/**
 * What the controllers of workloads are made with.
 */
import { nodeHost } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';

/** How a controller is made. */
export interface WorkloadOptions {
  /** Time and chance: the same as the manager's. Node's unless given. */
  readonly host?: Host;
  /** How many objects are worked on at a time; five unless given. */
  readonly maxConcurrent?: number;
}

/** The options with what is left out filled in. */
export const workloadOptions = ({
  host = nodeHost(),
  maxConcurrent = 5,
}: WorkloadOptions): Required<WorkloadOptions> => ({
  host,
  maxConcurrent,
});

/**
 * Jobs and what happens to their pods, for tests.
 */
import { Job } from '@reeve/kinds/batch/v1';
import type { JobSpec } from '@reeve/kinds/batch/v1';
import { Pod } from '@reeve/kinds/core/v1';
import type { PodCondition } from '@reeve/kinds/core/v1';
import { formatTime, keyOf } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import { jobController } from '@reeve/workloads';
import { inCluster } from '../pod/cluster-of.ts';
import type { World } from '../pod/cluster-of.ts';

/** Runs a test in a cluster with the controller of Jobs. */
export const jobs = (test: (world: World) => Promise<void>, seed = 1): Promise<void> =>
  inCluster((host) => [jobController({ host })], test, seed);

/** A Job named `pi`. */
export const pi = (spec: Partial<JobSpec> = {}): Job =>
  Job.of({
    metadata: { name: 'pi', namespace: 'default' },
    spec: {
      template: { spec: { restartPolicy: 'Never', containers: [{ name: 'pi', image: 'perl' }] } },
      ...spec,
    },
  });

/** The Job as it is. */
export const theJob = ({ cluster }: World): Promise<Job> => cluster.client.get(Job, 'default/pi');

/** The conditions of the Job that hold, with their reasons. */
export async function conditionsOf(world: World): Promise<string[]> {
  const { status } = await theJob(world);
  return (status?.conditions ?? []).map(({ type, status: is, reason }) => `${type} ${is} ${reason ?? ''}`);
}

/** The pods that run or are about to. */
export const activePods = async (world: World): Promise<Pod[]> =>
  (await world.pods()).filter(({ status }) => status?.phase === 'Pending' || status?.phase === 'Running');

/** Ends a pod with an exit code, and perhaps a condition. */
export async function exit(
  { cluster, host }: World,
  pod: DeepReadonly<Pod>,
  exitCode: number,
  condition?: Pick<PodCondition, 'type' | 'status'>,
): Promise<void> {
  const live = await cluster.client.get(Pod, keyOf(pod));
  const finishedAt = formatTime(host.clock.now());
  const terminated = { exitCode, startedAt: finishedAt, finishedAt, reason: exitCode === 0 ? 'Completed' : 'Error' };
  const container = { name: 'pi', image: 'perl', imageID: '', ready: false, restartCount: 0, state: { terminated } };
  const status = {
    ...live.status,
    phase: exitCode === 0 ? ('Succeeded' as const) : ('Failed' as const),
    containerStatuses: [container],
    ...(condition && { conditions: [condition] }),
  };
  await cluster.client.updateStatus(Pod, { ...live, status });
}

/**
 * A cluster in virtual time with some of the controllers, and what a kubelet would do to its pods.
 */
import { Pod } from '@reeve/kinds/core/v1';
import { formatTime, keyOf, VirtualHost } from '@reeve/machinery';
import type { DeepReadonly, Host } from '@reeve/machinery';
import { CoreEvent, eventsAbout } from '@reeve/runtime';
import { TestCluster } from '@reeve/testing';
import type { AnyController } from '@reeve/testing';

export interface World {
  readonly cluster: TestCluster;
  readonly host: VirtualHost;
  /** The pods that are not on their way out, by name. */
  pods(labels?: string): Promise<Pod[]>;
  /** Makes a pod run, and ready or not. */
  run(pod: DeepReadonly<Pod>, ready?: boolean): Promise<Pod>;
  /** Makes all pods ready until the controllers have nothing left to do. */
  runAll(): Promise<void>;
  /** Puts a pod on a node, so that it takes its time to go. */
  place(pod: DeepReadonly<Pod>): Promise<void>;
  /** Ends a pod. */
  finish(pod: DeepReadonly<Pod>, phase: 'Succeeded' | 'Failed'): Promise<Pod>;
  settles(): Promise<void>;
  /** What was said about an object, oldest first. */
  said(kind: string, name: string): Promise<string[]>;
}

/** Runs a test in a cluster with these controllers. */
export async function inCluster(
  controllers: (host: Host) => readonly AnyController[],
  test: (world: World) => Promise<void>,
  seed = 1,
): Promise<void> {
  const host = new VirtualHost({ seed });
  await using cluster = await TestCluster.start({
    host,
    profile: 'cluster',
    controllers: controllers(host),
    manager: { undeclaredRequests: 'allow' },
  });
  await cluster.run(() => test(worldOf(cluster, host)));
}

function worldOf(cluster: TestCluster, host: VirtualHost): World {
  const { client } = cluster;
  const pods = async (labels?: string): Promise<Pod[]> => {
    const { items } = await client.list(Pod, { namespace: 'default', ...(labels !== undefined && { labels }) });
    return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  };
  const run = (pod: DeepReadonly<Pod>, ready = true): Promise<Pod> => setStatus(cluster, pod, 'Running', ready);
  const settles = (): Promise<void> => cluster.settles();
  return {
    cluster,
    host,
    pods,
    run,
    settles,
    async place(pod) {
      const target = { apiVersion: 'v1', kind: 'Node', name: 'somewhere' };
      await client.subresource(Pod, 'binding').create(pod, { metadata: { name: pod.metadata.name ?? '' }, target });
    },
    finish: (pod, phase) => setStatus(cluster, pod, phase, false),
    said: async (kind, name) => {
      await host.sleep(1000); // recorders speak when they have time
      const { items } = await client.list(CoreEvent, {
        namespace: 'default',
        fields: eventsAbout('v1', { kind, name }),
      });
      return items.map(({ reason, message }) => `${reason ?? ''}: ${message ?? ''}`);
    },
    async runAll() {
      for (let isBusy = true; isBusy;) {
        await settles();
        const waiting = (await pods()).filter((pod) => pod.status?.conditions?.some(isReady) !== true);
        isBusy = waiting.length > 0;
        for (const pod of waiting) await run(pod);
      }
    },
  };
}

const isReady = ({ type, status }: { type: string; status: string }): boolean => type === 'Ready' && status === 'True';

async function setStatus(
  { client, host }: TestCluster,
  pod: DeepReadonly<Pod>,
  phase: 'Running' | 'Succeeded' | 'Failed',
  ready: boolean,
): Promise<Pod> {
  const live = await client.get(Pod, keyOf(pod));
  const lastTransitionTime = formatTime(host.clock.now());
  const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime }];
  return await client.updateStatus(Pod, { ...live, status: { ...live.status, phase, conditions } });
}

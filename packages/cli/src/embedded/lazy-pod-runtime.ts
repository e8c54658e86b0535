/**
 * What stands behind the pods of an embedded cluster, loaded when the first log or command is asked for: a server starts without it.
 */
import type { PodRuntime } from '@reeve/apiserver';
import type { Transport } from '@reeve/machinery';

/** A runtime for virtual pods. The way to the server is asked for when it is needed: the server is made with this. */
export function lazyPodRuntime(transport: () => Transport | undefined): PodRuntime {
  let loading: Promise<PodRuntime> | undefined;
  const loaded = (): Promise<PodRuntime> => (loading ??= load(transport));
  return {
    async *logs(pod, options, signal) {
      yield* (await loaded()).logs(pod, options, signal);
    },
    exec: async (pod, command, streams) => await (await loaded()).exec(pod, command, streams),
    attach: async (pod, command, streams) => await (await loaded()).attach(pod, command, streams),
  };
}

async function load(transport: () => Transport | undefined): Promise<PodRuntime> {
  const { virtualPodRuntime } = await import('@reeve/workloads');
  return virtualPodRuntime({ transport });
}

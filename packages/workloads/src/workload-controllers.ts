/**
 * All controllers of a cluster's workloads as one list, to add to a manager of one's own.
 */
import { nodeHost } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import type { ControllerDefinition } from '@reeve/runtime';
import { horizontalPodAutoscalerController } from './autoscale/autoscaler-controller.ts';
import type { MetricsSource } from './autoscale/metrics-source.ts';
import { cronJobController } from './cron-job/cron-job-controller.ts';
import { daemonSetController } from './daemon-set/daemon-set-controller.ts';
import { deploymentController } from './deployment/deployment-controller.ts';
import { disruptionController } from './disruption/disruption-controller.ts';
import { endpointSliceController } from './endpoint-slice/endpoint-slice-controller.ts';
import { endpointSliceMirroringController } from './endpoint-slice/mirroring-controller.ts';
import { endpointsController } from './endpoints/endpoints-controller.ts';
import { jobController } from './job/job-controller.ts';
import { kubelet, type KubeletOptions } from './kubelet/kubelet.ts';
import { nodeLifecycleController } from './node/node-lifecycle-controller.ts';
import { podGarbageCollector } from './node/pod-garbage-collector.ts';
import { taintEvictionController } from './node/taint-eviction-controller.ts';
import { virtualNodeController } from './node/virtual-node-controller.ts';
import type { VirtualNodeOptions } from './node/virtual-node.ts';
import { replicaSetController } from './replica-set/replica-set-controller.ts';
import { scheduler } from './scheduler/scheduler.ts';
import { statefulSetController } from './stateful-set/stateful-set-controller.ts';
import { claimProtectionController } from './volume/claim-protection-controller.ts';

/** What there is besides each other: `controllers` is what kube-controller-manager runs. */
export type WorkloadPart = 'controllers' | 'scheduler' | 'kubelet';

/** How the controllers work. */
export interface WorkloadControllersOptions extends Omit<KubeletOptions, 'host'> {
  /** Time and chance: the same as the manager's. Node's unless given. */
  readonly host?: Host;
  /** Which parts there are; all unless given. */
  readonly parts?: readonly WorkloadPart[];
  /** Nodes whose capacity is not the usual one. */
  readonly nodes?: readonly VirtualNodeOptions[];
  /** How often virtual nodes renew their Leases; never unless given, as they cannot die by themselves. */
  readonly heartbeatMs?: number;
  /** Where autoscalers take their numbers from; what is left out is asked of the server. */
  readonly metrics?: MetricsSource;
}

/** A controller of whatever kind. */
export type AnyDefinition = ControllerDefinition;

/** The controllers. */
export function workloadControllers(options: WorkloadControllersOptions = {}): readonly AnyDefinition[] {
  const { host = nodeHost(), parts = ['controllers', 'scheduler', 'kubelet'], metrics = {} } = options;
  const made: { readonly [Part in WorkloadPart]: () => readonly unknown[] } = {
    controllers: () => [
      deploymentController({ host }),
      replicaSetController({ host }),
      statefulSetController({ host }),
      daemonSetController({ host }),
      jobController({ host }),
      cronJobController({ host }),
      endpointSliceController({ host }),
      endpointSliceMirroringController({ host }),
      endpointsController({ host }),
      disruptionController({ host }),
      horizontalPodAutoscalerController({ host, metrics }),
      claimProtectionController(),
      nodeLifecycleController({ host }),
      taintEvictionController({ host }),
      podGarbageCollector({ host }),
    ],
    scheduler: () => [scheduler({ host })],
    kubelet: () => kubelets({ ...options, host }),
  };
  return parts.flatMap((part) => made[part]()) as readonly AnyDefinition[]; // each only ever sees objects of its own kind
}

function kubelets({
  nodes = [],
  heartbeatMs,
  parts: _parts,
  metrics: _metrics,
  ...options
}: WorkloadControllersOptions & { readonly host: Host }): readonly unknown[] {
  const { host } = options;
  const capacities = Object.fromEntries(nodes.flatMap(({ name, capacity }) => (capacity ? [[name, capacity]] : [])));
  return [
    virtualNodeController({ host, capacities, ...(heartbeatMs !== undefined && { heartbeatMs }) }),
    kubelet(options),
  ];
}

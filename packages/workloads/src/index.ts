// pod
export type { WorkloadOptions } from './pod/workload-options.ts';
export {
  isPodActive,
  isPodAvailable,
  isPodReady,
  isPodRunningAndReady,
  isPodTerminal,
  isPodTerminating,
  nextAvailableMs,
  phaseOf,
  podCondition,
  readySince,
} from './pod/pod-state.ts';
export type { ReadPod } from './pod/pod-state.ts';
export { countsAnew } from './pod/counts-anew.ts';
export { podTemplateHash } from './pod/pod-template-hash.ts';

// deployment
export { deploymentController } from './deployment/deployment-controller.ts';
export { fencepostsOf } from './deployment/fenceposts.ts';
export type { Fenceposts } from './deployment/fenceposts.ts';
export { freshSize, rollingPlan } from './deployment/rolling-plan.ts';
export { isScaled, scalePlan } from './deployment/scale-plan.ts';
export type { Move } from './deployment/scale-plan.ts';
export type { RevisionedSets } from './deployment/revisioned-sets.ts';

// stateful-set
export { statefulSetController } from './stateful-set/stateful-set-controller.ts';
export { statefulPlan } from './stateful-set/stateful-plan.ts';
export type { StatefulAction } from './stateful-set/stateful-plan.ts';
export { ClaimLeavingError } from './stateful-set/claim-leaving-error.ts';

// daemon-set
export { daemonSetController } from './daemon-set/daemon-set-controller.ts';

// replica-set
export { replicaSetController } from './replica-set/replica-set-controller.ts';
export { deletionCostAnnotation, podsToDelete } from './replica-set/deletion-order.ts';

// job
export { jobController } from './job/job-controller.ts';
export { IndexSet } from './job/index-set.ts';
export { takeCensus } from './job/job-census.ts';
export type { IndexCensus, JobCensus } from './job/job-census.ts';
export { completion, verdictOn } from './job/job-verdict.ts';
export type { Verdict } from './job/job-verdict.ts';
export { afterEnds, remainingDelayMs } from './job/failure-backoff.ts';
export type { EndedPods, FailureRecord } from './job/failure-backoff.ts';
export { planPods } from './job/pod-plan.ts';
export type { PodPlan } from './job/pod-plan.ts';

// kubelet
export { kubelet } from './kubelet/kubelet.ts';
export type { KubeletOptions } from './kubelet/kubelet.ts';
export { failures } from './kubelet/declared-behaviour.ts';
export type { BehaviourOf, ContainerBehaviour, ContainerSpec, KubeletTiming } from './kubelet/container-behaviour.ts';

// node
export { nodeLifecycleController } from './node/node-lifecycle-controller.ts';
export type { NodeLifecycleOptions } from './node/node-lifecycle-controller.ts';
export { taintEvictionController } from './node/taint-eviction-controller.ts';
export { podGarbageCollector } from './node/pod-garbage-collector.ts';
export { virtualNodeController } from './node/virtual-node-controller.ts';
export type { VirtualNodeControllerOptions } from './node/virtual-node-controller.ts';
export { virtualNode, virtualNodeAnnotation } from './node/virtual-node.ts';
export type { VirtualNodeOptions } from './node/virtual-node.ts';

// cron-job
export { cronJobController } from './cron-job/cron-job-controller.ts';
export { dueRun, untilNextRunMs } from './cron-job/due-run.ts';
export type { DueRun } from './cron-job/due-run.ts';

// scheduler
export { scheduler } from './scheduler/scheduler.ts';
export type { SchedulerOptions } from './scheduler/scheduler.ts';

// workloads
export { Workloads } from './workloads.ts';
export type { WorkloadsOptions } from './workloads.ts';
export { workloadControllers } from './workload-controllers.ts';
export type { AnyDefinition, WorkloadControllersOptions, WorkloadPart } from './workload-controllers.ts';

// endpoint-slice, endpoints
export { endpointSliceController } from './endpoint-slice/endpoint-slice-controller.ts';
export { endpointSliceMirroringController } from './endpoint-slice/mirroring-controller.ts';
export { planSlices } from './endpoint-slice/slice-plan.ts';
export type { SliceContent, SlicePlan } from './endpoint-slice/slice-plan.ts';
export { endpointsController } from './endpoints/endpoints-controller.ts';
export { subsetsOf } from './endpoints/endpoint-subsets.ts';
export type { Subsets } from './endpoints/endpoint-subsets.ts';

// disruption
export { disruptionController } from './disruption/disruption-controller.ts';
export { budgetStatus } from './disruption/budget-status.ts';
export type { BudgetStatus } from './disruption/budget-status.ts';

// autoscale
export { horizontalPodAutoscalerController } from './autoscale/autoscaler-controller.ts';
export type { AutoscalerOptions } from './autoscale/autoscaler-controller.ts';
export type { Amount, MetricQuery, MetricsSource, PodSample, PodsQuery, Samples } from './autoscale/metrics-source.ts';
export { MetricProblem } from './autoscale/metric-problem.ts';
export { limitReplicas } from './autoscale/scaling-limits.ts';
export type { Limited, Said } from './autoscale/scaling-limits.ts';
export { ScalingHistory } from './autoscale/scaling-history.ts';

// pod-runtime
export { virtualPodRuntime } from './pod-runtime/virtual-pod-runtime.ts';
export type { VirtualPodRuntimeOptions } from './pod-runtime/virtual-pod-runtime.ts';
export type { CommandStreams, PodCommand, PodLogOptions, PodRuntime } from '@reeve/machinery';

// volume
export { claimProtectionController } from './volume/claim-protection-controller.ts';

// Written by `npm run facts:kinds`: do not edit.

export type { TopologyConstraint, WorkloadPodGroupAllDisruptionMode, WorkloadPodGroupBasicSchedulingPolicy, WorkloadPodGroupDisruptionMode, WorkloadPodGroupGangSchedulingPolicy, WorkloadPodGroupResourceClaim, WorkloadPodGroupSchedulingConstraints, WorkloadPodGroupSchedulingPolicy, WorkloadPodGroupSingleDisruptionMode } from './v1alpha3/types.ts';

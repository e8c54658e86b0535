// Written by `npm run facts:kinds`: do not edit.


export interface TopologyConstraint {
  key: string;
}

export type WorkloadPodGroupAllDisruptionMode = Record<string, never>;

export type WorkloadPodGroupBasicSchedulingPolicy = Record<string, never>;

export interface WorkloadPodGroupDisruptionMode {
  all?: WorkloadPodGroupAllDisruptionMode;
  single?: WorkloadPodGroupSingleDisruptionMode;
}

export interface WorkloadPodGroupGangSchedulingPolicy {
  minCount?: number;
}

export interface WorkloadPodGroupResourceClaim {
  name: string;
  resourceClaimName?: string;
  resourceClaimTemplateName?: string;
}

export interface WorkloadPodGroupSchedulingConstraints {
  topology?: TopologyConstraint[];
}

export interface WorkloadPodGroupSchedulingPolicy {
  basic?: WorkloadPodGroupBasicSchedulingPolicy;
  gang?: WorkloadPodGroupGangSchedulingPolicy;
}

export type WorkloadPodGroupSingleDisruptionMode = Record<string, never>;

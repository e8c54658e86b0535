// Written by `npm run facts:kinds`: do not edit.

import type { DeleteOptions } from '../../meta/v1/types.ts';
import type { Condition, IntOrString, LabelSelector, ObjectMeta } from '@reeve/machinery';

export interface Eviction {
  apiVersion?: 'policy/v1';
  deleteOptions?: DeleteOptions;
  kind?: 'Eviction';
  metadata?: ObjectMeta;
}

export interface PodDisruptionBudget {
  apiVersion?: 'policy/v1';
  kind?: 'PodDisruptionBudget';
  metadata: ObjectMeta;
  spec?: PodDisruptionBudgetSpec;
  status?: PodDisruptionBudgetStatus;
}

export interface PodDisruptionBudgetSpec {
  maxUnavailable?: IntOrString;
  minAvailable?: IntOrString;
  selector?: LabelSelector;
  unhealthyPodEvictionPolicy?: 'AlwaysAllow' | 'IfHealthyBudget';
}

export interface PodDisruptionBudgetStatus {
  conditions?: Condition[];
  currentHealthy?: number;
  desiredHealthy?: number;
  disruptedPods?: Record<string, string>;
  disruptionsAllowed?: number;
  expectedPods?: number;
  observedGeneration?: number;
}

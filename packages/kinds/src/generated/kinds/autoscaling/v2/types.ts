// Written by `npm run facts:kinds`: do not edit.

import type { LabelSelector, ObjectMeta, QuantityValue } from '@reeve/machinery';

export interface ContainerResourceMetricSource {
  container: string;
  name: string;
  target: MetricTarget;
}

export interface ContainerResourceMetricStatus {
  container: string;
  current: MetricValueStatus;
  name: string;
}

export interface CrossVersionObjectReference {
  apiVersion?: string;
  kind: string;
  name: string;
}

export interface ExternalMetricSource {
  metric: MetricIdentifier;
  target: MetricTarget;
}

export interface ExternalMetricStatus {
  current: MetricValueStatus;
  metric: MetricIdentifier;
}

export interface HPAScalingPolicy {
  periodSeconds: number;
  type: string;
  value: number;
}

export interface HPAScalingRules {
  policies?: HPAScalingPolicy[];
  selectPolicy?: string;
  stabilizationWindowSeconds?: number;
  tolerance?: QuantityValue;
}

export interface HorizontalPodAutoscaler {
  apiVersion?: 'autoscaling/v2';
  kind?: 'HorizontalPodAutoscaler';
  metadata: ObjectMeta;
  spec: HorizontalPodAutoscalerSpec;
  status?: HorizontalPodAutoscalerStatus;
}

export interface HorizontalPodAutoscalerBehavior {
  scaleDown?: HPAScalingRules;
  scaleUp?: HPAScalingRules;
}

export interface HorizontalPodAutoscalerCondition {
  lastTransitionTime?: string;
  message?: string;
  observedGeneration?: number;
  reason?: string;
  status: string;
  type: string;
}

export interface HorizontalPodAutoscalerSpec {
  behavior?: HorizontalPodAutoscalerBehavior;
  maxReplicas: number;
  metrics?: MetricSpec[];
  minReplicas?: number;
  scaleTargetRef: CrossVersionObjectReference;
}

export interface HorizontalPodAutoscalerStatus {
  conditions?: HorizontalPodAutoscalerCondition[];
  currentMetrics?: MetricStatus[];
  currentReplicas?: number;
  desiredReplicas: number;
  lastScaleTime?: string;
  observedGeneration?: number;
}

export interface MetricIdentifier {
  name: string;
  selector?: LabelSelector;
}

export interface MetricSpec {
  containerResource?: ContainerResourceMetricSource;
  external?: ExternalMetricSource;
  object?: ObjectMetricSource;
  pods?: PodsMetricSource;
  resource?: ResourceMetricSource;
  type: string;
}

export interface MetricStatus {
  containerResource?: ContainerResourceMetricStatus;
  external?: ExternalMetricStatus;
  object?: ObjectMetricStatus;
  pods?: PodsMetricStatus;
  resource?: ResourceMetricStatus;
  type: string;
}

export interface MetricTarget {
  averageUtilization?: number;
  averageValue?: QuantityValue;
  type: string;
  value?: QuantityValue;
}

export interface MetricValueStatus {
  averageUtilization?: number;
  averageValue?: QuantityValue;
  value?: QuantityValue;
}

export interface ObjectMetricSource {
  describedObject: CrossVersionObjectReference;
  metric: MetricIdentifier;
  target: MetricTarget;
}

export interface ObjectMetricStatus {
  current: MetricValueStatus;
  describedObject: CrossVersionObjectReference;
  metric: MetricIdentifier;
}

export interface PodsMetricSource {
  metric: MetricIdentifier;
  target: MetricTarget;
}

export interface PodsMetricStatus {
  current: MetricValueStatus;
  metric: MetricIdentifier;
}

export interface ResourceMetricSource {
  name: string;
  target: MetricTarget;
}

export interface ResourceMetricStatus {
  current: MetricValueStatus;
  name: string;
}

// Written by `npm run facts:kinds`: do not edit.

import type { NodeSelector } from '../../core/v1/types.ts';
import type { Condition, ObjectMeta, QuantityValue, RawExtension } from '@reeve/machinery';

export interface AllocatedDeviceStatus {
  conditions?: Condition[];
  data?: RawExtension;
  device: string;
  driver: string;
  networkData?: NetworkDeviceData;
  pool: string;
  shareID?: string;
}

export interface AllocationResult {
  allocationTimestamp?: string;
  devices?: DeviceAllocationResult;
  nodeSelector?: NodeSelector;
}

export interface CELDeviceSelector {
  expression: string;
}

export interface CapacityRequestPolicy {
  default?: QuantityValue;
  validRange?: CapacityRequestPolicyRange;
  validValues?: QuantityValue[];
}

export interface CapacityRequestPolicyRange {
  max?: QuantityValue;
  min: QuantityValue;
  step?: QuantityValue;
}

export interface CapacityRequirements {
  requests?: Record<string, QuantityValue>;
}

export interface Counter {
  value: QuantityValue;
}

export interface CounterSet {
  counters: Record<string, Counter>;
  name: string;
}

export interface Device {
  allNodes?: boolean;
  allowMultipleAllocations?: boolean;
  attributes?: Record<string, DeviceAttribute>;
  bindingConditions?: string[];
  bindingFailureConditions?: string[];
  bindsToNode?: boolean;
  capacity?: Record<string, DeviceCapacity>;
  consumesCounters?: DeviceCounterConsumption[];
  name: string;
  nodeAllocatableResources?: Record<string, NodeAllocatableResource>;
  nodeName?: string;
  nodeSelector?: NodeSelector;
  taints?: DeviceTaint[];
}

export interface DeviceAllocationConfiguration {
  opaque?: OpaqueDeviceConfiguration;
  requests?: string[];
  source: 'FromClaim' | 'FromClass';
}

export interface DeviceAllocationResult {
  config?: DeviceAllocationConfiguration[];
  results?: DeviceRequestAllocationResult[];
}

export interface DeviceAttribute {
  bool?: boolean;
  bools?: boolean[];
  int?: number;
  ints?: number[];
  string?: string;
  strings?: string[];
  version?: string;
  versions?: string[];
}

export interface DeviceCapacity {
  requestPolicy?: CapacityRequestPolicy;
  value: QuantityValue;
}

export interface DeviceClaim {
  config?: DeviceClaimConfiguration[];
  constraints?: DeviceConstraint[];
  requests?: DeviceRequest[];
}

export interface DeviceClaimConfiguration {
  opaque?: OpaqueDeviceConfiguration;
  requests?: string[];
}

export interface DeviceClass {
  apiVersion?: 'resource.k8s.io/v1';
  kind?: 'DeviceClass';
  metadata: ObjectMeta;
  spec?: DeviceClassSpec;
}

export interface DeviceClassConfiguration {
  opaque?: OpaqueDeviceConfiguration;
}

export interface DeviceClassSpec {
  config?: DeviceClassConfiguration[];
  extendedResourceName?: string;
  selectors?: DeviceSelector[];
}

export interface DeviceConstraint {
  distinctAttribute?: string;
  matchAttribute?: string;
  requests?: string[];
}

export interface DeviceCounterConsumption {
  compatibilityGroups?: string[];
  counterSet: string;
  counters: Record<string, Counter>;
}

export interface DeviceDerivedAttribute {
  expression: string;
  name: string;
}

export interface DeviceRequest {
  exactly?: ExactDeviceRequest;
  firstAvailable?: DeviceSubRequest[];
  name: string;
}

export interface DeviceRequestAllocationResult {
  adminAccess?: boolean;
  bindingConditions?: string[];
  bindingFailureConditions?: string[];
  consumedCapacity?: Record<string, QuantityValue>;
  device: string;
  driver: string;
  pool: string;
  request: string;
  shareID?: string;
  skipNodeOperations?: ('*' | 'NodePrepareResources' | 'NodeUnprepareResources')[];
  tolerations?: DeviceToleration[];
}

export interface DeviceSelector {
  cel?: CELDeviceSelector;
}

export interface DeviceSubRequest {
  allocationMode?: 'All' | 'ExactCount';
  capacity?: CapacityRequirements;
  count?: number;
  derivedAttributes?: DeviceDerivedAttribute[];
  deviceClassName: string;
  name: string;
  selectors?: DeviceSelector[];
  tolerations?: DeviceToleration[];
}

export interface DeviceTaint {
  effect: 'NoExecute' | 'NoSchedule' | 'None';
  key: string;
  timeAdded?: string;
  value?: string;
}

export interface DeviceTaintRule {
  apiVersion?: 'resource.k8s.io/v1';
  kind?: 'DeviceTaintRule';
  metadata: ObjectMeta;
  spec: DeviceTaintRuleSpec;
  status?: DeviceTaintRuleStatus;
}

export interface DeviceTaintRuleSpec {
  deviceSelector?: DeviceTaintSelector;
  taint: DeviceTaint;
}

export interface DeviceTaintRuleStatus {
  conditions?: Condition[];
}

export interface DeviceTaintSelector {
  device?: string;
  driver?: string;
  pool?: string;
}

export interface DeviceToleration {
  effect?: 'NoExecute' | 'NoSchedule' | 'None';
  key?: string;
  operator?: 'Equal' | 'Exists';
  tolerationSeconds?: number;
  value?: string;
}

export interface ExactDeviceRequest {
  adminAccess?: boolean;
  allocationMode?: 'All' | 'ExactCount';
  capacity?: CapacityRequirements;
  count?: number;
  derivedAttributes?: DeviceDerivedAttribute[];
  deviceClassName: string;
  selectors?: DeviceSelector[];
  tolerations?: DeviceToleration[];
}

export interface NetworkDeviceData {
  hardwareAddress?: string;
  interfaceName?: string;
  ips?: string[];
}

export interface NodeAllocatableMapping {
  capacityKey?: string;
  capacityMultiplier?: QuantityValue;
  deviceMultiplier?: QuantityValue;
}

export interface NodeAllocatableOverhead {
  perContainer?: QuantityValue;
  perPod?: QuantityValue;
}

export interface NodeAllocatableResource {
  mapping?: NodeAllocatableMapping;
  overhead?: NodeAllocatableOverhead;
}

export interface OpaqueDeviceConfiguration {
  driver: string;
  parameters: RawExtension;
}

export interface ResourceClaim {
  apiVersion?: 'resource.k8s.io/v1';
  kind?: 'ResourceClaim';
  metadata: ObjectMeta;
  spec?: ResourceClaimSpec;
  status?: ResourceClaimStatus;
}

export interface ResourceClaimConsumerReference {
  apiGroup?: string;
  name: string;
  resource: string;
  uid: string;
}

export interface ResourceClaimSpec {
  devices?: DeviceClaim;
}

export interface ResourceClaimStatus {
  allocation?: AllocationResult;
  devices?: AllocatedDeviceStatus[];
  reservedFor?: ResourceClaimConsumerReference[];
}

export interface ResourceClaimTemplate {
  apiVersion?: 'resource.k8s.io/v1';
  kind?: 'ResourceClaimTemplate';
  metadata: ObjectMeta;
  spec?: ResourceClaimTemplateSpec;
}

export interface ResourceClaimTemplateSpec {
  metadata?: ObjectMeta;
  spec?: ResourceClaimSpec;
}

export interface ResourcePool {
  generation: number;
  name: string;
  resourceSliceCount: number;
}

export interface ResourceSlice {
  apiVersion?: 'resource.k8s.io/v1';
  kind?: 'ResourceSlice';
  metadata: ObjectMeta;
  spec: ResourceSliceSpec;
}

export interface ResourceSliceSpec {
  allNodes?: boolean;
  devices?: Device[];
  driver: string;
  nodeName?: string;
  nodeSelector?: NodeSelector;
  partitionTypeAttribute?: string;
  perDeviceNodeSelection?: boolean;
  pool: ResourcePool;
  sharedCounters?: CounterSet[];
  skipNodeOperations?: ('*' | 'NodePrepareResources' | 'NodeUnprepareResources')[];
}

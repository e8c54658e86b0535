// Written by `npm run facts:kinds`: do not edit.

export { DeviceClass } from './v1/device-class.ts';
export { DeviceTaintRule } from './v1/device-taint-rule.ts';
export { ResourceClaim } from './v1/resource-claim.ts';
export { ResourceClaimTemplate } from './v1/resource-claim-template.ts';
export { ResourceSlice } from './v1/resource-slice.ts';
export type { AllocatedDeviceStatus, AllocationResult, CELDeviceSelector, CapacityRequestPolicy, CapacityRequestPolicyRange, CapacityRequirements, Counter, CounterSet, Device, DeviceAllocationConfiguration, DeviceAllocationResult, DeviceAttribute, DeviceCapacity, DeviceClaim, DeviceClaimConfiguration, DeviceClassConfiguration, DeviceClassSpec, DeviceConstraint, DeviceCounterConsumption, DeviceDerivedAttribute, DeviceRequest, DeviceRequestAllocationResult, DeviceSelector, DeviceSubRequest, DeviceTaint, DeviceTaintRuleSpec, DeviceTaintRuleStatus, DeviceTaintSelector, DeviceToleration, ExactDeviceRequest, NetworkDeviceData, NodeAllocatableMapping, NodeAllocatableOverhead, NodeAllocatableResource, OpaqueDeviceConfiguration, ResourceClaimConsumerReference, ResourceClaimSpec, ResourceClaimStatus, ResourceClaimTemplateSpec, ResourcePool, ResourceSliceSpec } from './v1/types.ts';

/**
 * Descriptions of the groups resource.k8s.io and node.k8s.io: devices, and how containers are run.
 */
import type { GroupDescriptions } from './group-descriptions.ts';

export const resource: GroupDescriptions = {
  prefix: 'io.k8s.api.resource.v1.',
  kinds: {
    DeviceClass: 'A kind of device that claims can ask for.',
    DeviceTaintRule: 'Keeps pods away from certain devices, or ends those that use them.',
    ResourceClaim: 'A request for devices, for one or more pods.',
    ResourceClaimTemplate: 'Makes a ResourceClaim for each pod that refers to it.',
    ResourceSlice: 'The devices that a driver offers on a node.',
  },
  fields: {
    DeviceClassSpec: {
      config: 'Settings for the drivers of the devices.',
      extendedResourceName: 'The extended resource by which containers can ask for devices of the class.',
      selectors: 'Which devices belong to the class, by CEL expressions that must all be true.',
    },
    DeviceTaintRuleSpec: {
      deviceSelector: 'Which devices are tainted. All of them unless given.',
      taint: 'The taint that the devices get.',
    },
    DeviceTaintRuleStatus: { conditions: 'How far the rule has been carried out.' },
    ResourceClaimSpec: { devices: 'The devices that are asked for, with constraints and settings.' },
    ResourceClaimStatus: {
      allocation: 'The devices that the claim has got; absent while it has none.',
      devices: 'What drivers report about those devices.',
      reservedFor: 'The pods that may use the claim now.',
    },
    ResourceClaimTemplateSpec: {
      metadata: 'Labels and annotations of the claims.',
      spec: 'The spec of the claims.',
    },
    ResourceSliceSpec: {
      allNodes: 'True when all nodes can use the devices.',
      devices: 'The devices.',
      driver: 'The name of the driver that offers the devices.',
      nodeName: 'The node that can use the devices.',
      nodeSelector: 'The nodes that can use the devices.',
      partitionTypeAttribute: 'The attribute of devices by which their partitions are told apart.',
      perDeviceNodeSelection: 'True when each device says which nodes can use it.',
      pool: 'The pool that the slice is a part of.',
      sharedCounters: 'Amounts that several devices share.',
      skipNodeOperations: 'Operations of the kubelet that the driver does not need.',
    },
  },
};

export const node: GroupDescriptions = {
  prefix: 'io.k8s.api.node.v1.',
  kinds: { RuntimeClass: 'How containers of a pod are run.' },
  fields: {
    RuntimeClass: {
      handler: 'The name of the runtime in the settings of the node.',
      overhead: 'What a pod of the class needs beyond its containers.',
      scheduling: 'The nodes that can run pods of the class.',
    },
    Overhead: { podFixed: 'How much each pod needs, by resource.' },
    Scheduling: {
      nodeSelector: 'The labels of nodes that can run the class.',
      tolerations: 'Tolerations that pods of the class get.',
    },
  },
};

/**
 * Descriptions of the groups policy, scheduling.k8s.io and flowcontrol.apiserver.k8s.io: what goes before what.
 */
import type { GroupDescriptions } from './group-descriptions.ts';

export const policy: GroupDescriptions = {
  prefix: 'io.k8s.api.policy.v1.',
  kinds: {
    Eviction: 'Asks for the deletion of a pod, which a PodDisruptionBudget may refuse.',
    PodDisruptionBudget: 'How many pods of a set may be away on purpose at the same time.',
  },
  fields: {
    Eviction: { deleteOptions: 'The options of the deletion.' },
    PodDisruptionBudgetSpec: {
      maxUnavailable: 'How many of the pods, or what share of them, may be away. Not together with minAvailable.',
      minAvailable: 'How many of the pods, or what share of them, must stay. Not together with maxUnavailable.',
      selector: 'The pods that are protected.',
      unhealthyPodEvictionPolicy: 'When pods that are not ready may be evicted: IfHealthyBudget or AlwaysAllow.',
    },
    PodDisruptionBudgetStatus: {
      currentHealthy: 'How many pods are healthy.',
      desiredHealthy: 'How many pods must be healthy.',
      disruptedPods: 'Pods whose eviction was allowed and which are not gone yet, with the time.',
      disruptionsAllowed: 'How many pods may be evicted now.',
      expectedPods: 'How many pods are counted.',
    },
  },
};

export const scheduling: GroupDescriptions = {
  prefix: 'io.k8s.api.scheduling.v1.',
  kinds: { PriorityClass: 'How important pods are, by a name.' },
  fields: {
    PriorityClass: {
      description: 'When the class is to be used, for people.',
      globalDefault: 'True for the one class of pods that name none.',
      preemptionPolicy: 'Whether pods of lower priority may be ended for pods of the class.',
      value: 'The priority of the pods; higher is more important.',
    },
  },
};

export const flowcontrol: GroupDescriptions = {
  prefix: 'io.k8s.api.flowcontrol.v1.',
  kinds: {
    FlowSchema: 'Says which requests belong to which level of priority.',
    PriorityLevelConfiguration: 'How many requests of a level of priority are served at once.',
  },
  fields: {
    FlowSchemaSpec: {
      distinguisherMethod: 'What divides the requests into flows: ByUser or ByNamespace.',
      matchingPrecedence: 'Which FlowSchema counts when several match; the lowest number does.',
      priorityLevelConfiguration: 'The level of priority of the requests.',
      rules: 'The requests that the FlowSchema matches.',
    },
    PriorityLevelConfigurationSpec: {
      exempt: 'Settings of a level without limits, for the type Exempt.',
      limited: 'The limits of the level, for the type Limited.',
      type: 'Exempt for no limits, or Limited.',
    },
  },
};

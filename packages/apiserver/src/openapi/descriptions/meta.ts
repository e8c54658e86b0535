/**
 * Descriptions of what objects of all kinds share: metadata, conditions and label selectors.
 */
import type { GroupDescriptions } from './group-descriptions.ts';

export const meta: GroupDescriptions = {
  prefix: 'io.k8s.apimachinery.pkg.apis.meta.v1.',
  kinds: {},
  fields: {
    ObjectMeta: {
      annotations: 'Notes of programs and people. Objects cannot be selected by them.',
      creationTimestamp: 'When the object was created; set by the server.',
      deletionGracePeriodSeconds: 'How many seconds the object has to end, once its deletion has begun.',
      deletionTimestamp:
        'When the object is to be gone; set when its deletion begins. It goes when it has no finalizers.',
      finalizers: 'Who has to do something before the object may go. Each removes its own entry.',
      generateName: 'The beginning of the name, which the server completes where there is no name.',
      generation: 'Counts the changes of what is wanted; set by the server.',
      labels: 'Names and values by which objects are selected.',
      managedFields: 'Which manager owns which fields; kept by the server.',
      name: 'The name, unique among the objects of its kind in its namespace.',
      namespace: 'The namespace of the object; absent for objects of the whole cluster.',
      ownerReferences: 'The objects that this one belongs to. It is deleted when all of them are gone.',
      resourceVersion: 'Which state of the object this is. Writes that name it fail when the object has changed since.',
      selfLink: 'No longer set by servers.',
      uid: 'Identifies the object for ever, other than its name; set by the server.',
    },
    OwnerReference: {
      apiVersion: 'The group and version of the owner.',
      blockOwnerDeletion: 'True keeps the owner, when it is deleted in the foreground, until this object is gone.',
      controller: 'True for the one owner that manages this object.',
      kind: 'The kind of the owner.',
      name: 'The name of the owner.',
      uid: 'The uid of the owner.',
    },
    Condition: {
      lastTransitionTime: 'When the status of the condition last changed.',
      message: 'Details of the last change, for people.',
      observedGeneration: 'The generation of the object that the condition is about.',
      reason: 'Why the status last changed, as one word for programs.',
      status: 'True, False or Unknown.',
      type: 'The name of the condition, unique in the object.',
    },
    LabelSelector: {
      matchExpressions: 'Rules for labels, all of which must hold.',
      matchLabels: 'Labels that objects must have, with exactly these values.',
    },
    LabelSelectorRequirement: {
      key: 'The name of the label.',
      operator: 'How the label is compared: In, NotIn, Exists or DoesNotExist.',
      values: 'The values for In and NotIn. Empty for the other operators.',
    },
  },
};

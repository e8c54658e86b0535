/**
 * What may change about a pod that runs, through subresources: containers are added and stay, resources change within limits. Upstream:
 * ValidatePodEphemeralContainersUpdate and ValidatePodResize in kubernetes pkg/apis/core/validation.
 */
import { deepEqual } from '@reeve/machinery';
import {
  fieldsAt,
  forbiddenField,
  invalid,
  itemsAt,
  textAt,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { qosClassOf } from '../../facts/qos-class.ts';
import { none, when } from '../checks.ts';
import { podProblems } from './pod.ts';

export const ephemeralContainerProblems = (pod: ApiObject, old: ApiObject): readonly FieldError[] => [
  ...podProblems(pod),
  ...keptProblems(pod, old),
];

export const resizeProblems = (pod: ApiObject, old: ApiObject): readonly FieldError[] => [
  ...podProblems(pod),
  ...changedProblems(pod, old),
];

function keptProblems(pod: ApiObject, old: ApiObject): readonly FieldError[] {
  const field = 'spec.ephemeralContainers';
  const now = itemsAt(pod, 'spec', 'ephemeralContainers');
  return itemsAt(old, 'spec', 'ephemeralContainers').flatMap((before) => {
    const name = textAt(before, 'name');
    const found = now.find((container) => textAt(container, 'name') === name);
    const told = (word: string): FieldError =>
      forbiddenField(field, `existing ephemeral containers ${JSON.stringify(name)} may not be ${word}`);
    if (found === undefined) return [told('removed')];
    return deepEqual(found, before) ? none : [told('changed')];
  });
}

const names = (containers: readonly Fields[]): readonly string[] =>
  containers.map((container) => textAt(container, 'name'));

function changedProblems(pod: ApiObject, old: ApiObject): readonly FieldError[] {
  const lists = ['containers', 'initContainers'];
  const other = lists.find((list) => !deepEqual(names(itemsAt(pod, 'spec', list)), names(itemsAt(old, 'spec', list))));
  if (other !== undefined) return [forbiddenField(`spec.${other}`, `${other} may not be added or removed on resize`)];
  const isOtherResource = lists.some((list) => !deepEqual(fixedResources(pod, list), fixedResources(old, list)));
  const before = textAt(old, 'status', 'qosClass');
  return [
    ...when(
      qosClassOf(fieldsAt(pod, 'spec')) !== before,
      invalid('spec', before, 'Pod QOS Class may not change as a result of resizing'),
    ),
    ...when(isOtherResource, forbiddenField('spec', 'only cpu and memory resources are mutable')),
  ];
}

/** What of the resources stays. */
const fixedResources = (pod: ApiObject, list: string): readonly Fields[] =>
  itemsAt(pod, 'spec', list).map((container) => {
    const without = (kind: string): Fields => {
      const { cpu: _cpu, memory: _memory, ...rest } = fieldsAt(container, 'resources', kind);
      return rest;
    };
    return { limits: without('limits'), requests: without('requests') };
  });

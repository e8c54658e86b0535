/**
 * What of a pod may change: images, a deadline that gets shorter, tolerations that are added, gates that are taken away; and while gates hold it back, which
 * nodes it wants. Upstream: ValidatePodUpdate in kubernetes pkg/apis/core/validation.
 */
import { deepEqual } from '@reeve/machinery';
import {
  fieldsAt,
  fieldsOf,
  forbiddenField,
  hasAt,
  invalid,
  isSet,
  itemsAt,
  listAt,
  numberAt,
  required,
  textAt,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { eachItem, none, when } from '../checks.ts';
import { imageProblems } from './container.ts';
import { tolerationProblems } from './placement.ts';
import { podProblems } from './pod.ts';

const changeable =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

/** The problems of a pod given what it was. */
export function podChangeProblems(pod: ApiObject, old: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(pod, 'spec');
  const before = fieldsAt(old, 'spec');
  const lists = ['containers', 'initContainers'];
  const other = lists.find((name) => listAt(spec, name).length !== listAt(before, name).length);
  const looked = other === undefined ? lists : lists.slice(0, lists.indexOf(other));
  const problems = [
    ...podProblems(pod),
    ...looked.flatMap((name) => changedImages(itemsAt(spec, name), `spec.${name}`)),
  ];
  if (other !== undefined)
    return [...problems, forbiddenField(`spec.${other}`, 'pod updates may not add or remove containers')];
  const deadline = deadlineProblems(spec, before);
  if (deadline.length > 0 && hasAt(spec, 'activeDeadlineSeconds')) return [...problems, ...deadline];
  return [
    ...problems,
    ...deadline,
    ...changedTolerations(spec, before),
    ...addedGates(spec, before),
    ...waitingProblems(spec, before),
    ...when(!deepEqual(withOldParts(spec, before), withOldParts(before, before)), forbiddenField('spec', changeable)),
  ];
}

const changedImages = (containers: readonly Fields[], field: string): readonly FieldError[] =>
  eachItem(containers, field, (container, path) => {
    const image = textAt(container, 'image');
    return [...when(image === '', required(`${path}.image`, '')), ...imageProblems(image, `${path}.image`)];
  });

function deadlineProblems(spec: Fields, before: Fields): readonly FieldError[] {
  const field = 'spec.activeDeadlineSeconds';
  if (!hasAt(before, 'activeDeadlineSeconds')) return none;
  if (!hasAt(spec, 'activeDeadlineSeconds'))
    return [invalid(field, null, 'must not update from a positive integer to nil value')];
  const seconds = numberAt(spec, 'activeDeadlineSeconds');
  return when(
    seconds > numberAt(before, 'activeDeadlineSeconds'),
    invalid(field, seconds, 'must be less than or equal to previous value'),
  );
}

function changedTolerations(spec: Fields, before: Fields): readonly FieldError[] {
  const identity = ({ tolerationSeconds: _seconds, ...rest }: Fields): Fields => rest;
  const tolerations = itemsAt(spec, 'tolerations');
  const kept = tolerations.map(identity);
  const isLost = itemsAt(before, 'tolerations').some((each) => !kept.some((own) => deepEqual(own, identity(each))));
  return isLost
    ? [forbiddenField('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds')]
    : eachItem(tolerations, 'spec.tolerations', tolerationProblems);
}

function addedGates(spec: Fields, before: Fields): readonly FieldError[] {
  const known = new Set(itemsAt(before, 'schedulingGates').map((gate) => textAt(gate, 'name')));
  return itemsAt(spec, 'schedulingGates').flatMap((gate, index) => {
    const name = textAt(gate, 'name');
    const problem = `only deletion is allowed, but found new scheduling gate '${name}'`;
    return when(!known.has(name), forbiddenField(`spec.schedulingGates[${index}].name`, problem));
  });
}

const isWaiting = (before: Fields): boolean => listAt(before, 'schedulingGates').length > 0;

/** A pod that waits may still become choosier about nodes. */
function waitingProblems(spec: Fields, before: Fields): readonly FieldError[] {
  const selector = fieldsAt(spec, 'nodeSelector');
  const isLess = Object.entries(fieldsAt(before, 'nodeSelector')).some(([key, value]) => selector[key] !== value);
  return when(
    isWaiting(before) && isLess,
    invalid(
      'spec.nodeSelector',
      selector,
      'only additions to spec.nodeSelector are allowed (no mutations or deletions)',
    ),
  );
}

/** The spec with everything that may change as it was. */
function withOldParts(spec: Fields, before: Fields): Fields {
  const images = (name: string): Fields => {
    const old = itemsAt(before, name);
    return { [name]: itemsAt(spec, name).map((each, index) => ({ ...each, image: textAt(old[index], 'image') })) };
  };
  const grace = spec['terminationGracePeriodSeconds'];
  const isMended = numberAt(before, 'terminationGracePeriodSeconds') < 0 && grace === 1;
  const kept = [
    'activeDeadlineSeconds',
    'tolerations',
    'schedulingGates',
    ...(isWaiting(before) ? ['nodeSelector'] : []),
  ];
  const rest = Object.fromEntries(Object.entries(spec).filter(([name, value]) => !kept.includes(name) && isSet(value)));
  return {
    ...rest,
    ...images('containers'),
    ...images('initContainers'),
    terminationGracePeriodSeconds: isMended ? before['terminationGracePeriodSeconds'] : grace,
    affinity: isWaiting(before) ? withoutNodes(fieldsOf(spec['affinity'])) : (spec['affinity'] ?? null),
  };
}

const withoutNodes = ({ nodeAffinity: _nodes, ...rest }: Fields): Fields => rest;

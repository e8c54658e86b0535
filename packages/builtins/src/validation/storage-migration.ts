/**
 * What migrations of stored objects must be: of one resource, from beginning to end. Upstream: kubernetes pkg/apis/storagemigration/validation.
 */
import { deepEqual } from '@reeve/machinery';
import {
  dns1035Label,
  dnsSubdomain,
  invalid,
  itemsAt,
  required,
  textAt,
  valueAt,
  type ApiObject,
  type FieldError,
} from '@reeve/registry';
import { none, when } from './checks.ts';

export function migrationProblems(migration: ApiObject): readonly FieldError[] {
  const [group, resource] = [
    textAt(migration, 'spec', 'resource', 'group'),
    textAt(migration, 'spec', 'resource', 'resource'),
  ];
  const field = 'spec.resource';
  const [ofResource, ofGroup] = [dns1035Label(resource), group === '' ? [] : dnsSubdomain(group)];
  return [
    ...(resource === ''
      ? [required(`${field}.resource`, 'resource is required to be set')]
      : when(ofResource.length > 0, invalid(`${field}.resource`, resource, ofResource.join(',')))),
    ...when(ofGroup.length > 0, invalid(`${field}.group`, group, ofGroup.join(','))),
  ];
}

export const migrationChangeProblems = (migration: ApiObject, old: ApiObject): readonly FieldError[] =>
  when(
    !deepEqual(migration['spec'] ?? null, old['spec'] ?? null),
    invalid('spec', { Resource: valueAt(migration, 'spec', 'resource') ?? {} }, 'field is immutable'),
  );

export function migrationStatusProblems(migration: ApiObject, old: ApiObject): readonly FieldError[] {
  const [version, before] = [textAt(migration, 'status', 'resourceVersion'), textAt(old, 'status', 'resourceVersion')];
  const isTrue = (object: ApiObject, type: string): boolean =>
    itemsAt(object, 'status', 'conditions').some(
      (condition) => textAt(condition, 'type') === type && textAt(condition, 'status') === 'True',
    );
  const wrong = (problem: string): FieldError =>
    invalid('status.conditions', valueAt(migration, 'status', 'conditions') ?? null, problem);
  const lost = (type: string): boolean => isTrue(old, type) && !isTrue(migration, type);
  return [
    ...(version === '' ? none : versionProblems(version)),
    ...when(before !== '' && version !== before, invalid('status.resourceVersion', version, 'field is immutable')),
    ...when(
      isTrue(migration, 'Succeeded') && isTrue(migration, 'Failed'),
      wrong('Both success and failed conditions cannot be true at the same time'),
    ),
    ...when(lost('Succeeded'), wrong('Success condition cannot be set to false once it is true')),
    ...when(lost('Failed'), wrong('Failed condition cannot be set to false once it is true')),
  ];
}

/** A version is a number, written as numbers are. */
const versionProblems = (version: string): readonly FieldError[] =>
  when(
    !/^(?:0|[1-9][0-9]*)$/u.test(version),
    invalid('status.resourceVersion', version, `resource version is not well formed: ${version}`),
  );

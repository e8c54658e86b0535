/**
 * What a claim for storage asks for, alone or as the template of a workload or a pod. Upstream: ValidatePersistentVolumeClaimSpec in kubernetes
 * pkg/apis/core/validation.
 */
import { parseQuantity } from '@reeve/machinery';
import {
  dnsSubdomain,
  forbiddenField,
  hasAt,
  invalid,
  isSet,
  listAt,
  required,
  textAt,
  textsAt,
  valueAt,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { amountOf, none, oneOf, when, wordProblems } from './checks.ts';
import { selectorProblems } from './selector.ts';

const modes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

/** The spec of a claim at a path. */
export function claimSpecProblems(spec: Fields, field: string): readonly FieldError[] {
  const className = textAt(spec, 'storageClassName');
  const attributes = textAt(spec, 'volumeAttributesClassName');
  return [
    ...when(
      listAt(spec, 'accessModes').length === 0,
      required(`${field}.accessModes`, 'at least 1 access mode is required'),
    ),
    ...(isSet(spec['selector']) ? selectorProblems(spec['selector'], `${field}.selector`) : none),
    ...accessModeProblems(textsAt(spec, 'accessModes'), `${field}.accessModes`),
    ...requestProblems(valueAt(spec, 'resources', 'requests', 'storage'), `${field}.resources[storage]`),
    ...(className === '' ? none : wordProblems(dnsSubdomain, className, `${field}.storageClassName`)),
    ...volumeModeProblems(spec, `${field}.volumeMode`),
    ...sourceProblems(spec, 'dataSource', field),
    ...sourceProblems(spec, 'dataSourceRef', field),
    ...(attributes === '' ? none : wordProblems(dnsSubdomain, attributes, `${field}.volumeAttributesClassName`)),
  ];
}

/** How a volume may be mounted. */
export function accessModeProblems(given: readonly string[], field: string): readonly FieldError[] {
  const isMixed = given.includes('ReadWriteOncePod') && given.length > 1;
  return [
    ...given.flatMap((mode) => oneOf(mode, modes, field)),
    ...when(isMixed, forbiddenField(field, 'may not use ReadWriteOncePod with other access modes')),
  ];
}

/** Files or a device. */
export const volumeModeProblems = (spec: Fields, field: string): readonly FieldError[] =>
  isSet(spec['volumeMode']) ? oneOf(textAt(spec, 'volumeMode'), ['Block', 'Filesystem'], field) : none;

function requestProblems(request: unknown, field: string): readonly FieldError[] {
  const amount = amountOf(request);
  if (amount === undefined) return [required(field, '')];
  return when(amount.compare(parseQuantity('0')) <= 0, invalid(field, request, 'must be greater than zero'));
}

/** What a volume begins with. */
function sourceProblems(spec: Fields, name: string, field: string): readonly FieldError[] {
  if (!hasAt(spec, name)) return none;
  return [
    ...when(textAt(spec, name, 'name') === '', required(`${field}.${name}.name`, '')),
    ...when(textAt(spec, name, 'kind') === '', required(`${field}.${name}.kind`, '')),
  ];
}

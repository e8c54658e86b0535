/**
 * What claims, storage classes and what drivers tell about themselves must be. Upstream: kubernetes pkg/apis/core/validation and
 * pkg/apis/storage/validation.
 */
import { deepEqual } from '@reeve/machinery';
import {
  dnsSubdomain,
  dnsSubdomainCaseless,
  duplicate,
  fieldsAt,
  forbiddenField,
  hasAt,
  invalid,
  itemsAt,
  listAt,
  numberAt,
  qualifiedName,
  required,
  textAt,
  textsAt,
  tooLong,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { eachItem, none, notNegative, oneOf, when, wordProblems } from './checks.ts';
import { claimSpecProblems } from './claim-spec.ts';
import { driverProblems } from './pod/volume-sources.ts';

export const claimProblems = (claim: ApiObject): readonly FieldError[] =>
  claimSpecProblems(fieldsAt(claim, 'spec'), 'spec');

/** Once a claim is made only its size and attributes may change, and only when it is bound; what was left open may be filled in. */
export function claimChangeProblems(claim: ApiObject, old: ApiObject): readonly FieldError[] {
  const isBound = textAt(claim, 'status', 'phase') === 'Bound';
  const before = fieldsAt(old, 'spec');
  const open = ['volumeName', 'storageClassName'].filter((name) => !hasAt(before, name));
  const fixed = (object: ApiObject): Fields => {
    const { resources, ...spec } = fieldsAt(object, 'spec');
    const { requests, ...rest } = fieldsAt(resources);
    const { storage: _size, ...others } = fieldsAt(requests);
    const changing = [...open, ...(isBound ? ['volumeAttributesClassName'] : [])];
    const kept = Object.fromEntries(Object.entries(spec).filter(([name]) => !changing.includes(name)));
    return { ...kept, resources: isBound ? { ...rest, requests: others } : resources };
  };
  const problem =
    'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
  const mode = textAt(claim, 'spec', 'volumeMode');
  return [
    ...when(!deepEqual(fixed(claim), fixed(old)), forbiddenField('spec', problem)),
    ...when(mode !== textAt(before, 'volumeMode'), invalid('volumeMode', mode, 'field is immutable')),
  ];
}

export function storageClassProblems(object: ApiObject): readonly FieldError[] {
  const provisioner = textAt(object, 'provisioner');
  return [
    ...(provisioner === ''
      ? [required('provisioner', '')]
      : wordProblems(qualifiedName, provisioner.toLowerCase(), 'provisioner')),
    ...Object.keys(fieldsAt(object, 'parameters')).flatMap((name) =>
      when(name === '', invalid('parameters', name, 'field can not be empty.')),
    ),
    ...oneOf(textAt(object, 'reclaimPolicy'), ['Delete', 'Retain'], 'reclaimPolicy'),
    ...oneOf(textAt(object, 'volumeBindingMode'), ['Immediate', 'WaitForFirstConsumer'], 'volumeBindingMode'),
    ...topologyProblems(itemsAt(object, 'allowedTopologies')),
  ];
}

/** Upstream declares these with the fields, tells them last, and does not print the value. */
export const declaredClassProblems = (object: ApiObject, old?: ApiObject): readonly FieldError[] =>
  ['provisioner', 'parameters', 'reclaimPolicy', 'volumeBindingMode']
    .filter((name) => old !== undefined && !deepEqual(object[name] ?? null, old[name] ?? null))
    .map((name) => invalid(name, null, 'field is immutable'));

export function csiDriverProblems(driver: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(driver, 'spec');
  const modes = ['Persistent', 'Ephemeral'];
  const policies = ['File', 'None', 'ReadWriteOnceWithFSType'];
  return [
    ...textsAt(spec, 'volumeLifecycleModes').flatMap((mode) => oneOf(mode, modes, 'spec.volumeLifecycleModes')),
    ...(hasAt(spec, 'fsGroupPolicy') ? oneOf(textAt(spec, 'fsGroupPolicy'), policies, 'spec.fsGroupPolicy') : none),
    ...tokenProblems(itemsAt(spec, 'tokenRequests'), 'spec.tokenRequests'),
  ];
}

export function csiNodeProblems(node: ApiObject): readonly FieldError[] {
  const drivers = itemsAt(node, 'spec', 'drivers');
  const names = drivers.map((driver) => textAt(driver, 'name'));
  return eachItem(drivers, 'spec.drivers', (driver, field) => {
    const name = textAt(driver, 'name');
    return [
      ...driverProblems(name, `${field}.name`),
      ...when(textAt(driver, 'nodeID') === '', required(`${field}.nodeID`, '')),
      ...notNegative(fieldsAt(driver, 'allocatable')['count'], `${field}.allocatable.count`),
      ...textsAt(driver, 'topologyKeys').flatMap((key, index, keys) => [
        ...when(keys.indexOf(key) < index, duplicate(field, key)),
        ...when(key === '', required(field, '')),
        ...wordProblems(qualifiedName, key, field),
      ]),
      ...when(names.indexOf(name) < drivers.indexOf(driver), duplicate(`${field}.name`, name)),
    ];
  });
}

export function attachmentProblems(attachment: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(attachment, 'spec');
  const given = ['inlineVolumeSpec', 'persistentVolumeName'].filter((name) => hasAt(spec, 'source', name));
  return [
    ...wordProblems(dnsSubdomain, textAt(spec, 'nodeName'), 'spec.nodeName'),
    ...when(
      given.length === 0,
      required('spec.source', 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'),
    ),
    ...when(
      given.length > 1,
      forbiddenField('spec.source', 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'),
    ),
    ...(hasAt(spec, 'source', 'persistentVolumeName')
      ? attachedProblems(textAt(spec, 'source', 'persistentVolumeName'))
      : none),
  ];
}

/** Upstream declares this with the field, and tells it last. */
export function attacherProblems(attachment: ApiObject): readonly FieldError[] {
  const attacher = textAt(attachment, 'spec', 'attacher');
  const field = 'spec.attacher';
  if (attacher === '') return [required(field, '')];
  return [...when(attacher.length > 63, tooLong(field, 63)), ...wordProblems(dnsSubdomainCaseless, attacher, field)];
}

function attachedProblems(name: string): readonly FieldError[] {
  const field = 'spec.source.persistentVolumeName';
  return [
    ...when(name === '', required(field, 'must specify non empty persistentVolumeName')),
    ...wordProblems(dnsSubdomain, name, field),
  ];
}

function topologyProblems(terms: readonly Fields[]): readonly FieldError[] {
  return eachItem(terms, 'allowedTopologies', (term, field) => {
    const path = `${field}.matchLabelExpressions`;
    const isSecond = terms.findIndex((each) => deepEqual(each, term)) < terms.indexOf(term);
    return [
      ...eachItem(itemsAt(term, 'matchLabelExpressions'), path, (expression, at) => {
        const values = textsAt(expression, 'values');
        return [
          ...when(values.length === 0, required(`${at}.values`, '')),
          ...values.flatMap((value, index) =>
            when(values.indexOf(value) < index, duplicate(`${at}.values[${index}]`, value)),
          ),
          ...wordProblems(qualifiedName, textAt(expression, 'key'), `${at}.key`),
        ];
      }),
      ...when(isSecond && listAt(term, 'matchLabelExpressions').length > 0, duplicate(path, '')),
    ];
  });
}

function tokenProblems(tokens: readonly Fields[], field: string): readonly FieldError[] {
  const audiences = tokens.map((token) => textAt(token, 'audience'));
  return eachItem(tokens, field, (token, path) => {
    const seconds = numberAt(token, 'expirationSeconds');
    const audience = textAt(token, 'audience');
    return [
      ...when(audiences.indexOf(audience) < tokens.indexOf(token), duplicate(`${path}.audience`, audience)),
      ...when(
        hasAt(token, 'expirationSeconds') && seconds < 600,
        invalid(`${path}.expirationSeconds`, seconds, 'may not specify a duration less than 10 minutes'),
      ),
      ...when(
        seconds > 2 ** 32,
        invalid(`${path}.expirationSeconds`, seconds, 'may not specify a duration larger than 2^32 seconds'),
      ),
    ];
  });
}

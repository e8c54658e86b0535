/**
 * Several sources in one volume, and files with a pod's own fields. Upstream: validateProjectedVolumeSource and validateDownwardAPIVolumeFile in kubernetes
 * pkg/apis/core/validation.
 */
import {
  fieldsAt,
  forbiddenField,
  hasAt,
  invalid,
  itemsAt,
  numberAt,
  required,
  textAt,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { eachItem, fileMode, none, unreservedPath, when, type Check } from '../checks.ts';
import { fieldReferenceProblems, resourceReferenceProblems } from './references.ts';

const shown = ['metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace', 'metadata.uid'];
const leastSeconds = 600;
const mostSeconds = 2 ** 32;

/** A file with a field, or an amount, of the pod. Its place in the list is not told. */
export function fileProblems(file: Fields, field: string): readonly FieldError[] {
  const path = textAt(file, 'path');
  return [
    ...when(path === '', required(`${field}.path`, '')),
    ...unreservedPath(path, `${field}.path`),
    ...contentProblems(file, field),
    ...fileMode(file['mode'], `${field}.mode`),
  ];
}

/** One key of a ConfigMap or Secret as a file. */
export const keyToPathProblems: Check<Fields> = (item, field) => [
  ...['key', 'path'].flatMap((name) => when(textAt(item, name) === '', required(`${field}.${name}`, ''))),
  ...unreservedPath(textAt(item, 'path'), `${field}.path`),
  ...fileMode(item['mode'], `${field}.mode`),
];

/** All sources of one volume; their files have different paths. */
export const projectedProblems: Check<Fields> = (source, field) => {
  const taken = new Set<string>();
  return [
    ...fileMode(source['defaultMode'], `${field}.defaultMode`),
    ...eachItem(itemsAt(source, 'sources'), `${field}.sources`, (each, path) => oneSource(each, path, field, taken)),
  ];
};

function contentProblems(file: Fields, field: string): readonly FieldError[] {
  if (hasAt(file, 'fieldRef'))
    return [
      ...fieldReferenceProblems(fieldsAt(file, 'fieldRef'), `${field}.fieldRef`, shown),
      ...when(
        hasAt(file, 'resourceFieldRef'),
        invalid(field, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously'),
      ),
    ];
  return hasAt(file, 'resourceFieldRef')
    ? resourceReferenceProblems(fieldsAt(file, 'resourceFieldRef'), `${field}.resourceFieldRef`, true)
    : [required(field, 'one of fieldRef and resourceFieldRef is required')];
}

function oneSource(source: Fields, path: string, field: string, taken: Set<string>): readonly FieldError[] {
  const given = [
    'secret',
    'configMap',
    'downwardAPI',
    'serviceAccountToken',
    'clusterTrustBundle',
    'podCertificate',
  ].filter((name) => hasAt(source, name));
  return [
    ...given.flatMap((name) => {
      const own = fieldsAt(source, name);
      if (name === 'secret' || name === 'configMap') return keysProblems(own, `${path}.${name}`, field, taken);
      if (name === 'downwardAPI') return filesProblems(own, `${path}.${name}`, field, taken);
      return name === 'serviceAccountToken' ? tokenProblems(own, `${path}.${name}`, field) : none;
    }),
    ...when(given.length > 1, forbiddenField(path, 'may not specify more than 1 volume type per source')),
  ];
}

function keysProblems(source: Fields, path: string, field: string, taken: Set<string>): readonly FieldError[] {
  const name = textAt(source, 'name');
  return [
    ...when(name === '', required(`${path}.name`, '')),
    ...eachItem(itemsAt(source, 'items'), `${path}.items`, (item, at) => [
      ...keyToPathProblems(item, at),
      ...twice(textAt(item, 'path'), name, field, taken),
    ]),
  ];
}

const filesProblems = (source: Fields, path: string, field: string, taken: Set<string>): readonly FieldError[] =>
  itemsAt(source, 'items').flatMap((file) => [
    ...fileProblems(file, path),
    ...twice(textAt(file, 'path'), textAt(file, 'path'), field, taken),
  ]);

function twice(path: string, told: string, field: string, taken: Set<string>): readonly FieldError[] {
  if (path === '') return none;
  const isTaken = taken.has(path);
  taken.add(path);
  return when(isTaken, invalid(field, told, 'conflicting duplicate paths'));
}

function tokenProblems(token: Fields, path: string, field: string): readonly FieldError[] {
  const seconds = numberAt(token, 'expirationSeconds');
  const at = `${path}.expirationSeconds`;
  return [
    ...when(seconds < leastSeconds, invalid(at, seconds, 'may not specify a duration less than 10 minutes')),
    ...when(seconds > mostSeconds, invalid(at, seconds, 'may not specify a duration larger than 2^32 seconds')),
    ...(textAt(token, 'path') === ''
      ? [required(`${field}.path`, '')]
      : unreservedPath(textAt(token, 'path'), `${field}.path`)),
  ];
}

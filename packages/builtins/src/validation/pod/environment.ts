/**
 * What a container's environment must be: variables with names, and a value or one source of it. Upstream: ValidateEnv and ValidateEnvFrom in kubernetes
 * pkg/apis/core/validation.
 */
import {
  configKey,
  dnsSubdomain,
  fieldsAt,
  hasAt,
  invalid,
  itemsAt,
  required,
  textAt,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { eachItem, none, requiredWord, when, wordProblems } from '../checks.ts';
import { fieldReferenceProblems, resourceReferenceProblems } from './references.ts';

/** Variables one by one, and all those of a ConfigMap or Secret. */
export const environmentProblems = (container: Fields, field: string): readonly FieldError[] => [
  ...eachItem(itemsAt(container, 'env'), `${field}.env`, variableProblems),
  ...eachItem(itemsAt(container, 'envFrom'), `${field}.envFrom`, (source, path) =>
    importProblems(source, path, `${field}.envFrom`),
  ),
];

const badName = "a valid environment variable name must consist only of printable ASCII characters other than '='";
const isVariableName = (name: string): boolean => /^[\u0020-\u003c\u003e-\u007e]+$/u.test(name);

function variableProblems(variable: Fields, field: string): readonly FieldError[] {
  const name = textAt(variable, 'name');
  return [
    ...when(name === '', required(`${field}.name`, '')),
    ...when(name !== '' && !isVariableName(name), invalid(`${field}.name`, name, badName)),
    ...(hasAt(variable, 'valueFrom') ? sourceProblems(variable, `${field}.valueFrom`) : none),
  ];
}

/** Fields that a variable can show, besides single labels and annotations. */
const shown = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

/** The sources of a value, in the order in which they are looked at. */
const sources: Readonly<Record<string, (source: Fields, field: string) => readonly FieldError[]>> = {
  fieldRef: (source, field) => fieldReferenceProblems(source, field, shown),
  resourceFieldRef: (source, field) => resourceReferenceProblems(source, field, false),
  configMapKeyRef: keyProblems,
  secretKeyRef: keyProblems,
  fileKeyRef: () => none,
};

function sourceProblems(variable: Fields, field: string): readonly FieldError[] {
  const source = fieldsAt(variable, 'valueFrom');
  const given = Object.keys(sources).filter((name) => hasAt(source, name));
  const missing =
    'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';
  return [
    ...given.flatMap((name) => sources[name]?.(fieldsAt(source, name), `${field}.${name}`) ?? none),
    ...when(given.length === 0, invalid(field, '', missing)),
    ...when(
      textAt(variable, 'value') !== '' && given.length > 0,
      invalid(field, '', 'may not be specified when `value` is not empty'),
    ),
    ...when(given.length > 1, invalid(field, '', 'may not have more than one field specified at a time')),
  ];
}

function keyProblems(source: Fields, field: string): readonly FieldError[] {
  return [
    ...wordProblems(dnsSubdomain, textAt(source, 'name'), `${field}.name`),
    ...requiredWord(configKey, textAt(source, 'key'), `${field}.key`),
  ];
}

function importProblems(source: Fields, path: string, field: string): readonly FieldError[] {
  const given = ['configMapRef', 'secretRef'].filter((name) => hasAt(source, name));
  const prefix = textAt(source, 'prefix');
  return [
    ...when(prefix !== '' && !isVariableName(prefix), invalid(`${path}.prefix`, prefix, badName)),
    ...given.flatMap((name) => requiredWord(dnsSubdomain, textAt(source, name, 'name'), `${path}.${name}.name`)),
    ...when(given.length === 0, invalid(field, '', 'must specify one of: `configMapRef` or `secretRef`')),
    ...when(given.length > 1, invalid(field, '', 'may not have more than one field specified at a time')),
  ];
}

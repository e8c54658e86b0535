/**
 * What ConfigMaps and Secrets must be, and that those which are immutable stay as they are. Upstream: ValidateConfigMap and ValidateSecret in kubernetes
 * pkg/apis/core/validation.
 */
import { deepEqual, getOwn } from '@reeve/machinery';
import {
  configKey,
  fieldsAt,
  forbiddenField,
  goJsonError,
  hasAt,
  invalid,
  isSet,
  required,
  textAt,
  textOf,
  tooLong,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { none, when, wordProblems } from './checks.ts';

export function configMapProblems(object: ApiObject): readonly FieldError[] {
  const data = fieldsAt(object, 'data');
  const binary = fieldsAt(object, 'binaryData');
  return [
    ...Object.keys(data).flatMap((key) => [
      ...wordProblems(configKey, key, `data[${key}]`),
      ...(Object.hasOwn(binary, key) ? [invalid(`data[${key}]`, key, 'duplicate of key present in binaryData')] : none),
    ]),
    ...keyProblems(binary, 'binaryData'),
    ...when(textBytes(data) + decodedBytes(binary) > mostBytes, tooLong('[]', mostBytes)), // the path of nothing, as Go prints it
  ];
}

const mostBytes = 2 ** 20;
const textBytes = (data: Fields): number =>
  Object.values(data).reduce((sum: number, value) => sum + Buffer.byteLength(textOf(value)), 0);
const decodedBytes = (data: Fields): number =>
  Object.values(data).reduce((sum: number, value) => sum + Buffer.byteLength(textOf(value), 'base64'), 0);

export const configMapChangeProblems = (object: ApiObject, old: ApiObject): readonly FieldError[] =>
  immutableProblems(object, old, ['data', 'binaryData']);

/** The keys that a Secret of a known type must have; a private key must not be empty. */
const keysOfType: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
};

export function secretProblems(secret: ApiObject): readonly FieldError[] {
  const data = fieldsAt(secret, 'data');
  const type = textAt(secret, 'type');
  return [
    ...keyProblems(data, 'data'),
    ...when(decodedBytes(data) > mostBytes, tooLong('data', mostBytes)),
    ...accountProblems(secret, type),
    ...typeProblems(data, type),
  ];
}

export const secretChangeProblems = (secret: ApiObject, old: ApiObject): readonly FieldError[] => [
  ...(textAt(secret, 'type') === textAt(old, 'type')
    ? none
    : [invalid('type', textAt(secret, 'type'), 'field is immutable')]),
  ...immutableProblems(secret, old, ['data']),
];

const keyProblems = (data: Fields, field: string): readonly FieldError[] =>
  Object.keys(data).flatMap((key) => wordProblems(configKey, key, `${field}[${key}]`));

function accountProblems({ metadata }: ApiObject, type: string): readonly FieldError[] {
  const key = 'kubernetes.io/service-account.name';
  const isNamed = Boolean(metadata.annotations?.[key]);
  return type === 'kubernetes.io/service-account-token' && !isNamed
    ? [required(`metadata.annotations[${key}]`, '')]
    : none;
}

function typeProblems(data: Fields, type: string): readonly FieldError[] {
  if (type === 'kubernetes.io/basic-auth') {
    const hasOne = Object.hasOwn(data, 'username') || Object.hasOwn(data, 'password');
    return hasOne ? none : [required('data[username]', ''), required('data[password]', '')];
  }
  return (getOwn(keysOfType, type) ?? []).flatMap((key) => {
    const isMissing = key === 'ssh-privatekey' ? textAt(data, key) === '' : !hasAt(data, key);
    if (isMissing) return [required(`data[${key}]`, '')];
    return key.startsWith('.docker') ? jsonProblems(textAt(data, key), `data[${key}]`) : none;
  });
}

/** What is wrong is told without telling the secret. */
function jsonProblems(base64: string, field: string): readonly FieldError[] {
  const text = Buffer.from(base64, 'base64').toString();
  const problem = goJsonError(text);
  return problem === undefined ? none : [invalid(field, '<secret contents redacted>', problem)];
}

function immutableProblems(object: ApiObject, old: ApiObject, names: readonly string[]): readonly FieldError[] {
  if (old['immutable'] !== true) return none;
  const detail = 'field is immutable when `immutable` is set';
  const changed = names.filter((name) => !deepEqual(fieldsAt(object, name), fieldsAt(old, name)));
  const isOpened = !isSet(object['immutable']) || object['immutable'] !== true;
  return [
    ...(isOpened ? [forbiddenField('immutable', detail)] : none),
    ...changed.map((name) => forbiddenField(name, detail)),
  ];
}

/**
 * What the volumes of a pod must be: named, each from one source. Upstream: ValidateVolumes in kubernetes pkg/apis/core/validation.
 */
import { duplicate, forbiddenField, required, type FieldError } from '../../error/field-error.ts';
import { hasAt, isSet, itemsAt, textAt, type Fields } from '../fields.ts';
import { dnsLabel } from '../wire-words.ts';
import { eachItem, none, repeated, requiredWord } from './checks.ts';

/** The volumes of a pod. */
export function volumeProblems(volumes: readonly Fields[], field: string): readonly FieldError[] {
  const names = volumes.map((volume) => textAt(volume, 'name'));
  return [
    ...eachItem(volumes, field, (volume, path) => [
      ...sourceProblems(volume, path),
      ...requiredWord(dnsLabel, textAt(volume, 'name'), `${path}.name`),
    ]),
    ...repeated(names).map((index) => duplicate(`${field}[${index}].name`, names[index])),
  ];
}

/** The volumes that containers may mount: those with nothing wrong. */
export const mountable = (volumes: readonly Fields[]): ReadonlySet<string> =>
  new Set(volumes.filter((volume) => sourceProblems(volume, '').length === 0).map((volume) => textAt(volume, 'name')));

/** A token is somebody's. */
export const tokenProblems = (volumes: readonly Fields[], field: string): readonly FieldError[] =>
  eachItem(volumes, field, (volume, path) =>
    eachItem(itemsAt(volume, 'projected', 'sources'), `${path}.projected.sources`, (source, at) =>
      hasAt(source, 'serviceAccountToken')
        ? [forbiddenField(`${at}.serviceAccountToken`, 'must not be specified when serviceAccountName is not set')]
        : none,
    ),
  );

/** What a source is named by. */
const nameOfSource: Readonly<Record<string, string>> = {
  configMap: 'name',
  secret: 'secretName',
  persistentVolumeClaim: 'claimName',
  hostPath: 'path',
};

function sourceProblems(volume: Fields, field: string): readonly FieldError[] {
  const given = Object.keys(volume).filter((name) => name !== 'name' && isSet(volume[name]));
  const [first, ...more] = given.toSorted((a, b) => Number(b === 'emptyDir') - Number(a === 'emptyDir'));
  if (first === undefined) return [required(field, 'must specify a volume type')];
  const name = nameOfSource[first];
  return [
    ...(name !== undefined && textAt(volume, first, name) === '' ? [required(`${field}.${first}.${name}`, '')] : none),
    ...more.map((each) => forbiddenField(`${field}.${each}`, 'may not specify more than 1 volume type')),
  ];
}

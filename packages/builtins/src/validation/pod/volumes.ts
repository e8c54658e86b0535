/**
 * What the volumes of a pod must be: named, each from one source. Upstream: ValidateVolumes in kubernetes pkg/apis/core/validation.
 */
import {
  dnsLabel,
  duplicate,
  fieldsAt,
  forbiddenField,
  hasAt,
  itemsAt,
  required,
  textAt,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { eachItem, none, requiredWord, when } from '../checks.ts';
import type { Mountable } from './mounts.ts';
import { sourceChecks } from './volume-sources.ts';

/** The volumes of a pod. */
export function volumeProblems(volumes: readonly Fields[], field: string, isPod: boolean): readonly FieldError[] {
  const names = volumes.map((volume) => textAt(volume, 'name'));
  return eachItem(volumes, field, (volume, path) => {
    const name = textAt(volume, 'name');
    const nameProblems = requiredWord(dnsLabel, name, `${path}.name`);
    return [
      ...sourceProblems(volume, path, isPod),
      ...nameProblems,
      ...when(
        nameProblems.length === 0 && names.indexOf(name) < volumes.indexOf(volume),
        duplicate(`${path}.name`, name),
      ),
    ];
  });
}

/** The volumes that containers may mount: those with nothing wrong. */
export const mountable = (volumes: readonly Fields[], isPod: boolean): Mountable =>
  new Map(
    volumes
      .filter(
        (volume) =>
          sourceProblems(volume, '', isPod).length === 0 &&
          requiredWord(dnsLabel, textAt(volume, 'name'), '').length === 0,
      )
      .map((volume) => [textAt(volume, 'name'), volume]),
  );

/** A token is somebody's. */
export const tokenProblems = (volumes: readonly Fields[], field: string): readonly FieldError[] =>
  eachItem(volumes, field, (volume, path) =>
    eachItem(itemsAt(volume, 'projected', 'sources'), `${path}.projected.sources`, (source, at) =>
      when(
        hasAt(source, 'serviceAccountToken'),
        forbiddenField(`${at}.serviceAccountToken`, 'must not be specified when serviceAccountName is not set'),
      ),
    ),
  );

function sourceProblems(volume: Fields, field: string, isPod: boolean): readonly FieldError[] {
  const [first, ...more] = Object.keys(sourceChecks).filter((name) => hasAt(volume, name));
  if (first === undefined) return [required(field, 'must specify a volume type')];
  const isUnreferenced = isPod && first === 'image' && textAt(volume, 'image', 'reference') === '';
  return [
    ...when(isUnreferenced, required(`${field}.image.reference`, '')),
    ...(sourceChecks[first]?.(fieldsAt(volume, first), `${field}.${first}`) ?? none),
    ...more.map((each) => forbiddenField(`${field}.${each}`, 'may not specify more than 1 volume type')),
  ];
}

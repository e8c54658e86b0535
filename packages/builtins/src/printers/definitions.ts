/**
 * The rows of CustomResourceDefinitions. Upstream: the table convertor of apiextensions-apiserver.
 */
import { itemsAt, textAt, textsAt, type ApiObject, type Printer } from '@reeve/registry';
import { conditionStatus, nameOf } from './print.ts';

const definitions: Printer = (definition) => [
  nameOf(definition),
  textAt(definition, 'spec', 'scope'),
  servedVersions(definition),
  definition.metadata.creationTimestamp ?? '<unknown>',
  textAt(definition, 'spec', 'group'),
  textAt(definition, 'spec', 'names', 'kind'),
  textsAt(definition, 'spec', 'names', 'shortNames').join(','),
  conditionStatus(definition, 'Established') === 'True',
];

/** The versions that are served, the one that is stored marked. */
const servedVersions = (definition: ApiObject): string =>
  itemsAt(definition, 'spec', 'versions')
    .filter((version) => version['served'] === true)
    .map((version) => `${textAt(version, 'name')}${version['storage'] === true ? '(storage)' : ''}`)
    .toSorted()
    .join(',');

export const definitionCells: Readonly<Record<string, Printer>> = {
  'apiextensions.k8s.io/customresourcedefinitions': definitions,
};

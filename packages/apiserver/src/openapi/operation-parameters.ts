/**
 * The parameters that operations take, by verb and by what connects to a node.
 */
import type { Verb } from '@reeve/registry';
import { query, type Parameter } from './operation.ts';

export const listParameters: readonly Parameter[] = [
  query('allowWatchBookmarks', 'boolean'),
  query('continue'),
  query('fieldSelector'),
  query('labelSelector'),
  query('limit', 'integer'),
  query('resourceVersion'),
  query('resourceVersionMatch'),
  query('sendInitialEvents', 'boolean'),
  query('shardSelector'),
  query('timeoutSeconds', 'integer'),
  query('watch', 'boolean'),
];

const writeParameters = [query('dryRun'), query('fieldManager'), query('fieldValidation')];
const deleteParameters = [
  query('dryRun'),
  query('gracePeriodSeconds', 'integer'),
  query('ignoreStoreReadErrorWithClusterBreakingPotential', 'boolean'),
  query('orphanDependents', 'boolean'),
  query('propagationPolicy'),
];
const streams = ['stderr', 'stdin', 'stdout', 'tty'].map((name) => query(name, 'boolean'));

/** What a verb takes besides the names in the path. Documents of custom resources say a little more, and of deletion less. */
export function verbParameters(verb: Verb, isCustom: boolean): readonly Parameter[] {
  switch (verb) {
    case 'get':
      return isCustom ? [query('resourceVersion')] : [];
    case 'list':
    case 'watch':
      return listParameters;
    case 'create':
    case 'update':
      return writeParameters;
    case 'patch':
      return [...writeParameters, query('force', 'boolean')];
    case 'delete':
      return deleteParameters;
    case 'deletecollection':
      return isCustom ? listParameters : [...deleteParameters, ...listParameters.filter(isSelecting)];
  }
}

const isSelecting = ({ name }: Parameter): boolean => name !== 'allowWatchBookmarks' && name !== 'watch';

/** What subresources that talk to a node take. */
export const connectParameters: ReadonlyMap<string, readonly Parameter[]> = new Map([
  ['attach', [query('container'), ...streams]],
  ['exec', [query('command'), query('container'), ...streams]],
  ['portforward', [query('ports', 'integer')]],
  ['proxy', [query('path')]],
]);

export const logParameters: readonly Parameter[] = [
  query('container'),
  query('follow', 'boolean'),
  query('insecureSkipTLSVerifyBackend', 'boolean'),
  query('limitBytes', 'integer'),
  query('previous', 'boolean'),
  query('sinceSeconds', 'integer'),
  query('stream'),
  query('tailLines', 'integer'),
  query('timestamps', 'boolean'),
];

/**
 * The documents that are about no resource: discovery, the version, and the keys of tokens.
 */
import { groupWord, idOf, capital, tagOf } from './operation-names.ts';
import type { Operation } from './operation.ts';

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const types = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];

const reading = (
  path: string,
  tag: string,
  id: string,
  schema: string | undefined,
  produces: readonly string[] = types,
  consumes: readonly string[] = produces,
): Operation => ({ path, method: 'get', tag, id, consumes, produces, parameters: [], answers: [[200, schema]] });

/** Documents by their place in the index. */
export const fixedDocuments: ReadonlyMap<string, Operation> = new Map([
  [
    '.well-known/openid-configuration',
    reading(
      '/.well-known/openid-configuration/',
      'WellKnown',
      'getServiceAccountIssuerOpenIDConfiguration',
      undefined,
      ['application/json'],
      [],
    ),
  ],
  ['api', reading('/api/', 'core', 'getCoreAPIVersions', `${meta}.APIVersions`)],
  ['apis', reading('/apis/', 'apis', 'getAPIVersions', `${meta}.APIGroupList`)],
  [
    'openid/v1/jwks',
    reading(
      '/openid/v1/jwks/',
      'openid',
      'getServiceAccountIssuerOpenIDKeyset',
      undefined,
      ['application/jwk-set+json'],
      [],
    ),
  ],
  [
    'version',
    reading('/version/', 'version', 'getCodeVersion', 'io.k8s.apimachinery.pkg.version.Info', ['application/json']),
  ],
]);

/** The document of a group by itself. */
export const groupOperation = (group: string): Operation =>
  reading(`/apis/${group}/`, groupWord(group), `get${capital(groupWord(group))}APIGroup`, `${meta}.APIGroup`);

/** The list of resources of a group and version. */
export function versionOperation(group: string, version: string): Operation {
  const path = group === '' ? `/api/${version}/` : `/apis/${group}/${version}/`;
  return reading(path, tagOf(group, version), `get${idOf(group, version)}APIResources`, `${meta}.APIResourceList`);
}

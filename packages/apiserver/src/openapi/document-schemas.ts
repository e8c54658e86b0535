/**
 * The schemas of discovery and of the version, which no resource leads to.
 */
import type { OpenApiSchema } from '@reeve/kinds';

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const text = { type: 'string' };
const filledText = { type: 'string', default: '' };
const refTo = (name: string) => ({ default: {}, allOf: [{ $ref: `#/components/schemas/${name}` }] });
const itemOf = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const listOf = (items: object) => ({ type: 'array', items, 'x-kubernetes-list-type': 'atomic' });
const kindOf = (kind: string) => ({ 'x-kubernetes-group-version-kind': [{ group: '', kind, version: 'v1' }] });
const typed = { apiVersion: text, kind: text };

const addresses = listOf(itemOf(`${meta}.ServerAddressByClientCIDR`));
const filled = ['buildDate', 'compiler', 'gitCommit', 'gitTreeState', 'gitVersion', 'goVersion', 'major', 'minor'];
const optional = ['emulationMajor', 'emulationMinor', 'minCompatibilityMajor', 'minCompatibilityMinor'];

export const documentSchemas: Readonly<Record<string, OpenApiSchema>> = {
  [`${meta}.APIGroup`]: {
    type: 'object',
    required: ['name', 'versions'],
    properties: {
      ...typed,
      name: filledText,
      preferredVersion: refTo(`${meta}.GroupVersionForDiscovery`),
      serverAddressByClientCIDRs: addresses,
      versions: listOf(itemOf(`${meta}.GroupVersionForDiscovery`)),
    },
    ...kindOf('APIGroup'),
  },
  [`${meta}.APIGroupList`]: {
    type: 'object',
    required: ['groups'],
    properties: { apiVersion: text, groups: listOf(itemOf(`${meta}.APIGroup`)), kind: text },
    ...kindOf('APIGroupList'),
  },
  [`${meta}.APIVersions`]: {
    type: 'object',
    required: ['versions', 'serverAddressByClientCIDRs'],
    properties: { ...typed, serverAddressByClientCIDRs: addresses, versions: listOf(text) },
    ...kindOf('APIVersions'),
  },
  [`${meta}.GroupVersionForDiscovery`]: {
    type: 'object',
    required: ['groupVersion', 'version'],
    properties: { groupVersion: filledText, version: filledText },
  },
  [`${meta}.ServerAddressByClientCIDR`]: {
    type: 'object',
    required: ['clientCIDR', 'serverAddress'],
    properties: { clientCIDR: filledText, serverAddress: filledText },
  },
  'io.k8s.apimachinery.pkg.version.Info': {
    type: 'object',
    required: [
      'major',
      'minor',
      'gitVersion',
      'gitCommit',
      'gitTreeState',
      'buildDate',
      'goVersion',
      'compiler',
      'platform',
    ],
    properties: Object.fromEntries(
      [...filled, 'platform', ...optional]
        .toSorted()
        .map((name) => [name, optional.includes(name) ? text : filledText]),
    ),
  },
};

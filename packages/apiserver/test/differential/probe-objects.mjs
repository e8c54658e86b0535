/**
 * Objects and paths that many probes use. Everything lives in the probe's own namespace `<ns>` or group `<id>.example.com`.
 */
import { get, post } from '../../../../tools/differential/probe.mjs';

/** @typedef {Record<string, unknown>} Json */

const namespaced = '/api/v1/namespaces/<ns>';

/** Collections of the probe's namespace. */
export const configMaps = `${namespaced}/configmaps`;
export const secrets = `${namespaced}/secrets`;
export const services = `${namespaced}/services`;
export const pods = `${namespaced}/pods`;
export const serviceAccounts = `${namespaced}/serviceaccounts`;
export const deployments = '/apis/apps/v1/namespaces/<ns>/deployments';
export const replicaSets = '/apis/apps/v1/namespaces/<ns>/replicasets';
export const statefulSets = '/apis/apps/v1/namespaces/<ns>/statefulsets';
export const leases = '/apis/coordination.k8s.io/v1/namespaces/<ns>/leases';
export const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
export const widgets = '/apis/<id>.example.com/v1/namespaces/<ns>/widgets';

/**
 * @param {string} name
 * @param {Json} [data]
 * @param {Json} [metadata]
 */
export function configMap(name, data = { a: '1' }, metadata = {}) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, data };
}

/**
 * @param {string} name
 * @param {Json} [spec]
 * @param {Json} [metadata]
 */
export function pod(name, spec = {}, metadata = {}) {
  const containers = [{ name: 'main', image: 'example/main:1' }];
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, ...metadata }, spec: { containers, ...spec } };
}

/**
 * The least of a Deployment.
 * @param {string} name
 * @param {Json} [spec]
 * @param {Json} [metadata]
 */
export function deployment(name, spec = {}, metadata = {}) {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, ...metadata },
    spec: { selector: { matchLabels: { app: name } }, template: podTemplate(name), ...spec },
  };
}

/** @param {string} app */
export function podTemplate(app) {
  return { metadata: { labels: { app } }, spec: { containers: [{ name: 'main', image: 'example/main:1' }] } };
}

/**
 * @param {string} name
 * @param {Json} [rest] Besides type and name.
 * @param {Json} [metadata]
 */
export function widget(name, rest = { spec: { size: 1 } }, metadata = {}) {
  return { apiVersion: '<id>.example.com/v1', kind: 'Widget', metadata: { name, ...metadata }, ...rest };
}

/** A schema that takes everything below `spec` and `status`. */
export const openSchema = {
  type: 'object',
  properties: {
    spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
};

/**
 * A schema with these properties of `spec`.
 * @param {Json} properties
 * @param {Json} [rest]
 */
export function specSchema(properties, rest = {}) {
  return { type: 'object', properties: { spec: { type: 'object', properties, ...rest } } };
}

/**
 * A version of a definition.
 * @param {string} name
 * @param {Json} [rest]
 */
export function version(name, rest = {}) {
  return { name, served: true, storage: true, schema: { openAPIV3Schema: openSchema }, ...rest };
}

/**
 * The definition of Widgets in the probe's own group.
 * @param {Json} [ofVersion] What to add to its one version.
 * @param {Json} [ofSpec] What to add to the spec.
 */
export function widgetDefinition(ofVersion = {}, ofSpec = {}) {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.<id>.example.com' },
    spec: {
      group: '<id>.example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      versions: [version('v1', ofVersion)],
      ...ofSpec,
    },
  };
}

/**
 * The steps after which Widgets are served.
 * @param {Json} [ofVersion]
 * @param {Json} [ofSpec]
 */
export function define(ofVersion = {}, ofSpec = {}) {
  return [
    post(crds, widgetDefinition(ofVersion, ofSpec), { quiet: true }),
    get('/apis/<id>.example.com/v1', { quiet: true, until: { status: 200, path: 'kind', is: 'APIResourceList' } }),
    get(ofSpec['scope'] === 'Cluster' ? '/apis/<id>.example.com/v1/widgets' : widgets, {
      quiet: true,
      until: { status: 200 },
    }),
  ];
}

/**
 * The steps after which Widgets with this schema are served.
 * @param {Json} openAPIV3Schema
 * @param {Json} [ofVersion]
 */
export function defineWith(openAPIV3Schema, ofVersion = {}) {
  return define({ schema: { openAPIV3Schema }, ...ofVersion });
}

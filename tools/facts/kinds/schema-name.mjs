/**
 * Which module a schema's type lives in: `io.k8s.api.apps.v1.DeploymentSpec` is `DeploymentSpec` of `apps/v1`. What the vocabulary of `@reeve/machinery`
 * already has, and what JSON has a type for, comes from there.
 */

/** Types that are written by hand elsewhere, or are plain JSON. */
const known = new Map([
  ['io.k8s.apimachinery.pkg.api.resource.Quantity', { machinery: 'QuantityValue' }],
  ['io.k8s.apimachinery.pkg.apis.meta.v1.Time', { type: 'string' }],
  ['io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime', { type: 'string' }],
  ['io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1', { type: 'Record<string, unknown>' }],
  ['io.k8s.apimachinery.pkg.apis.meta.v1.Patch', { type: 'Record<string, unknown>' }],
  ['io.k8s.apimachinery.pkg.runtime.RawExtension', { machinery: 'RawExtension' }],
  ['io.k8s.apimachinery.pkg.util.intstr.IntOrString', { machinery: 'IntOrString' }],
  ['io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON', { machinery: 'JsonValue' }],
  [
    'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray',
    { type: 'JSONSchemaProps | JSONSchemaProps[]' },
  ],
  [
    'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool',
    { type: 'JSONSchemaProps | boolean' },
  ],
  [
    'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray',
    { type: 'JSONSchemaProps | string[]' },
  ],
  ...[
    'Condition',
    'LabelSelector',
    'LabelSelectorRequirement',
    'ListMeta',
    'ManagedFieldsEntry',
    'ObjectMeta',
    'OwnerReference',
    'Status',
    'StatusCause',
    'StatusDetails',
  ].map((name) => /** @type {const} */ ([`io.k8s.apimachinery.pkg.apis.meta.v1.${name}`, { machinery: name }])),
]);

/**
 * @param {string} schemaName
 * @returns {{ type?: string, machinery?: string } | undefined} undefined for types that are generated
 */
export const knownType = (schemaName) => known.get(schemaName);

/**
 * The module and name of a generated type.
 * @param {string} schemaName
 */
export function placeOf(schemaName) {
  const [name = '', version = '', group = ''] = schemaName.split('.').toReversed();
  return { module: `${group}/${version}`, name };
}

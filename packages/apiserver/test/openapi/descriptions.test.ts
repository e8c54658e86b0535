/**
 * What the published schemas say about built-in kinds, for `kubectl explain` and `reeve explain`.
 */
import { ApiServer } from '@reeve/apiserver';
import { beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../server/talk.ts';

interface Property {
  readonly $ref?: string;
  readonly allOf?: readonly { readonly $ref?: string }[];
  readonly description?: string;
}
interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly 'x-kubernetes-group-version-kind'?: readonly { readonly kind: string }[];
}

/** Parts of kinds that people look up, below spec and status, by the beginning of the names of their schemas. */
const parts = Object.entries({
  'io.k8s.api.core.v1.':
    'Container ContainerPort ContainerStatus EnvVar EnvVarSource Probe HTTPGetAction Lifecycle ResourceRequirements ' +
    'SecurityContext PodSecurityContext Volume VolumeMount Affinity NodeAffinity PodAffinity PodAntiAffinity ' +
    'TopologySpreadConstraint Toleration Taint ServicePort LimitRangeItem NodeSystemInfo',
  'io.k8s.api.apps.v1.': 'DeploymentStrategy StatefulSetUpdateStrategy DaemonSetUpdateStrategy',
  'io.k8s.api.networking.v1.':
    'IngressRule HTTPIngressPath IngressBackend IngressTLS ' +
    'NetworkPolicyIngressRule NetworkPolicyEgressRule NetworkPolicyPeer NetworkPolicyPort IPBlock',
  'io.k8s.api.rbac.v1.': 'PolicyRule RoleRef Subject',
  'io.k8s.api.autoscaling.v2.': 'MetricSpec MetricTarget HorizontalPodAutoscalerBehavior',
  'io.k8s.api.discovery.v1.': 'Endpoint EndpointConditions EndpointPort',
  'io.k8s.api.admissionregistration.v1.': 'MutatingWebhook ValidatingWebhook RuleWithOperations WebhookClientConfig',
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.':
    'CustomResourceDefinitionVersion CustomResourceDefinitionNames CustomResourceConversion',
  'io.k8s.apimachinery.pkg.apis.meta.v1.': 'ObjectMeta OwnerReference Condition LabelSelector',
}).flatMap(([prefix, names]) => names.split(' ').map((name) => prefix + name));

let schemas: Readonly<Record<string, Schema>>;

beforeAll(async () => {
  await using server = await ApiServer.start();
  const read = async (path: string) => JSON.parse((await ask(server.transport, 'GET', path)).text) as object;
  const { paths } = (await read('/openapi/v3')) as { paths: Record<string, { serverRelativeURL: string }> };
  const documents = await Promise.all(Object.values(paths).map(({ serverRelativeURL }) => read(serverRelativeURL)));
  schemas = Object.assign(
    {},
    ...documents.map((document) => (document as { components?: { schemas?: object } }).components?.schemas),
  ) as typeof schemas;
});

/** The schemas of the kinds that are served, without lists and without what only answers are made of. */
const kinds = (): string[] =>
  Object.entries(schemas)
    .filter(
      ([name, { properties, 'x-kubernetes-group-version-kind': of = [] }]) =>
        of.length === 1 && properties?.['metadata'] && !name.endsWith('List') && !name.includes('.meta.v1.'),
    )
    .map(([name]) => name);

const fieldsOf = (name: string): [string, Property][] =>
  Object.entries(schemas[name]?.properties ?? {}).map(([field, property]) => [`${name}.${field}`, property]);

const referred = ({ $ref, allOf }: Property): string | undefined => ($ref ?? allOf?.[0]?.$ref)?.split('/').at(-1);

/** The fields of a kind, of its spec and of its status. */
const firstLevel = (kind: string): [string, Property][] => {
  const below = ['spec', 'status'].map((field) => referred(schemas[kind]?.properties?.[field] ?? {}));
  return [kind, ...below.filter((name) => name !== undefined)].flatMap(fieldsOf);
};

const undescribed = (fields: [string, Property][]): string[] =>
  fields.filter(([, { description }]) => !description).map(([name]) => name);

describe('published schemas', () => {
  test('describe every built-in kind', () => {
    expect(kinds().length).toBeGreaterThan(60);
    expect(kinds().filter((name) => !schemas[name]?.description)).toEqual([]);
  });

  test('describe every field of built-in kinds and of their spec and status', () => {
    expect(undescribed(kinds().flatMap(firstLevel))).toEqual([]);
  });

  test('describe every field of the parts of kinds that people look up', () => {
    expect(parts.filter((name) => schemas[name]?.properties === undefined)).toEqual([]);
    expect(undescribed(parts.flatMap(fieldsOf))).toEqual([]);
  });

  test('describe kinds and fields in one or two sentences', () => {
    const texts = kinds().flatMap((name) => [schemas[name], ...firstLevel(name).map(([, property]) => property)]);
    const all = [...texts, ...parts.flatMap(fieldsOf).map(([, property]) => property)].map(
      (of) => of?.description ?? '',
    );
    expect(all.filter((text) => !/^[^ ].*\.$/.test(text) || text.split(/\. (?=[A-Z])/).length > 2)).toEqual([]);
  });
});

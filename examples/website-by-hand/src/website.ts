/**
 * The resource: its type, its definition, and the Deployment that it stands for.
 */
import { controllerReference, defineKind, type DeepReadonly, type Kind, type KubeObject } from '@reeve/machinery';

export interface Website extends KubeObject {
  spec: { image: string; replicas: number };
  status?: { deployment: string };
}

export const Website: Kind<Website, 'Namespaced', 'status'> = defineKind({
  group: 'web.example.com',
  version: 'v1',
  kind: 'Website',
  plural: 'websites',
  scope: 'Namespaced',
  subresources: ['status'],
});

export interface Deployment extends KubeObject {
  spec: {
    replicas: number;
    selector: object;
    template: { metadata: object; spec: { containers: { name: string; image: string }[] } };
  };
}

export const Deployment: Kind<Deployment, 'Namespaced', 'status' | 'scale'> = defineKind({
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  scope: 'Namespaced',
  subresources: ['status', 'scale'],
});

export const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'websites.web.example.com' },
  spec: {
    group: Website.group,
    scope: Website.scope,
    names: { plural: Website.plural, kind: Website.kind, shortNames: ['web'] },
    versions: [
      {
        name: Website.version,
        served: true,
        storage: true,
        subresources: { status: {} },
        additionalPrinterColumns: [
          { name: 'Image', type: 'string', jsonPath: '.spec.image' },
          { name: 'Replicas', type: 'integer', jsonPath: '.spec.replicas' },
          { name: 'Deployment', type: 'string', jsonPath: '.status.deployment' },
        ],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                default: {},
                properties: {
                  image: { type: 'string', default: 'nginx' },
                  replicas: { type: 'integer', minimum: 0, maximum: 10, default: 1 },
                },
              },
              status: { type: 'object', properties: { deployment: { type: 'string' } } },
            },
          },
        },
      },
    ],
  },
};

/** What a website should look like in the cluster. */
export function deploymentFor(site: DeepReadonly<Website>): Deployment {
  const { metadata, spec } = site;
  const labels = { app: metadata.name ?? '' };
  return Deployment.of({
    metadata: {
      name: metadata.name ?? '',
      namespace: metadata.namespace ?? '',
      ownerReferences: [controllerReference(site)],
    },
    spec: {
      replicas: spec.replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: spec.image }] } },
    },
  });
}

/**
 * The manifests that the walk through kubectl sends, as JSON.
 */

const json = (object: unknown): string => JSON.stringify(object);

export const configMap = (
  name: string,
  { data, ...metadata }: { data?: Record<string, string>; labels?: Record<string, string>; finalizers?: string[] },
) => json({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, ...(data && { data }) });

const podSpec = { containers: [{ name: 'main', image: 'web:1', ports: [{ containerPort: 8080 }] }] };

export const pod = (name: string) =>
  json({ apiVersion: 'v1', kind: 'Pod', metadata: { name, labels: { app: name } }, spec: podSpec });

export const deployment = (name: string, replicas = 2) =>
  json({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: podSpec },
    },
  });

/** An event that just happened to a pod. */
export const eventAbout = ({ namespace, name, uid }: { namespace: string; name: string; uid: string }) => {
  const now = new Date().toISOString().replace(/\.\d+/, '');
  return json({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${name}.1`, namespace },
    involvedObject: { apiVersion: 'v1', kind: 'Pod', namespace, name, uid },
    type: 'Normal',
    reason: 'Greeted',
    message: 'hello there',
    source: { component: 'greeter' },
    firstTimestamp: now,
    lastTimestamp: now,
    count: 1,
  });
};

export const gardenDefinition = (group: string) =>
  json({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `gardens.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'gardens', singular: 'garden', kind: 'Garden', categories: ['all'] },
      versions: [{ name: 'v1', served: true, storage: true, ...gardenVersion }],
    },
  });

const gardenVersion = {
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          required: ['flower'],
          properties: {
            flower: { type: 'string', description: 'what grows' },
            beds: { type: 'integer', minimum: 1, default: 2, description: 'how many beds there are' },
            secret: { type: 'boolean' },
          },
        },
        status: { type: 'object', properties: { planted: { type: 'integer' } } },
      },
    },
  },
  subresources: { status: {}, scale: { specReplicasPath: '.spec.beds', statusReplicasPath: '.status.planted' } },
  selectableFields: [{ jsonPath: '.spec.flower' }],
  additionalPrinterColumns: [
    { name: 'Flower', type: 'string', jsonPath: '.spec.flower' },
    { name: 'Beds', type: 'integer', jsonPath: '.spec.beds' },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    { name: 'Secret', type: 'boolean', jsonPath: '.spec.secret', priority: 1 },
  ],
};

export const garden = (group: string, name: string, spec: Record<string, unknown>) =>
  json({ apiVersion: `${group}/v1`, kind: 'Garden', metadata: { name }, spec });

/**
 * A custom resource as they are: containers with ports, variables and resources, labels, conditions.
 */

/** @typedef {import('@reeve/machinery').JsonObject} Json */

/** @param {Json} [more] @returns {Json} */
const string = (more) => ({ type: 'string', ...more });
/** @param {Json} [more] @returns {Json} */
const integer = (more) => ({ type: 'integer', format: 'int32', ...more });
/** @param {Json} properties @param {string[]} [required] @returns {Json} */
const object = (properties, required = []) => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});
/** @param {Json} items @param {string[]} keys @returns {Json} */
const listMap = (items, keys) => ({
  type: 'array',
  items,
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': keys,
});

const quantity = {
  'x-kubernetes-int-or-string': true,
  pattern:
    '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$',
};
const quantities = { type: 'object', additionalProperties: quantity };
const label = string({ minLength: 1, maxLength: 63, pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$' });

const container = object(
  {
    name: label,
    image: string({ pattern: '^[a-z0-9./:@_-]+$' }),
    imagePullPolicy: string({ enum: ['Always', 'IfNotPresent', 'Never'], default: 'IfNotPresent' }),
    ports: listMap(
      object(
        {
          name: label,
          containerPort: integer({ minimum: 1, maximum: 65535 }),
          protocol: string({ enum: ['TCP', 'UDP'], default: 'TCP' }),
        },
        ['containerPort'],
      ),
      ['containerPort', 'protocol'],
    ),
    env: listMap(object({ name: string({ minLength: 1 }), value: string() }, ['name']), ['name']),
    resources: object({ requests: quantities, limits: quantities }),
    command: { type: 'array', items: string(), maxItems: 50 },
  },
  ['name', 'image'],
);

export const customSchema = object({
  spec: object(
    {
      replicas: integer({ minimum: 0, maximum: 100, default: 1 }),
      schedule: string({ enum: ['daily', 'weekly'] }),
      startAt: string({ format: 'date-time' }),
      paused: { type: 'boolean', default: false },
      selector: object({ matchLabels: { type: 'object', additionalProperties: string() } }),
      maxSurge: { 'x-kubernetes-int-or-string': true, default: '25%' },
      containers: listMap(container, ['name']),
      options: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    },
    ['containers'],
  ),
  status: object({
    ready: integer(),
    observedGeneration: { type: 'integer', format: 'int64' },
    conditions: listMap(
      object(
        {
          type: string({ maxLength: 316, pattern: '^[A-Za-z]([A-Za-z0-9_]*[A-Za-z0-9])?$' }),
          status: string({ enum: ['True', 'False', 'Unknown'] }),
          reason: string({ minLength: 1, maxLength: 1024 }),
          message: string({ maxLength: 32768 }),
          lastTransitionTime: string({ format: 'date-time' }),
          observedGeneration: { type: 'integer', format: 'int64', minimum: 0 },
        },
        ['type', 'status', 'reason', 'message', 'lastTransitionTime'],
      ),
      ['type'],
    ),
  }),
});

/** @param {number} at */
const containerAt = (at) => ({
  name: `app-${at}`,
  image: `registry.example.com/team/app-${at}:v1.2.3`,
  imagePullPolicy: 'IfNotPresent',
  ports: [{ name: 'http', containerPort: 8080 + at, protocol: 'TCP' }],
  env: [0, 1, 2].map((number) => ({ name: `SETTING_${number}`, value: `value-${number}` })),
  resources: { requests: { cpu: '500m', memory: '256Mi' }, limits: { cpu: '1', memory: '1Gi' } },
  command: ['serve', '--port', '8080'],
});

/** @param {string} type */
const condition = (type) => ({
  type,
  status: 'True',
  reason: 'MinimumReplicasAvailable',
  message: 'the website has as many replicas as it wants',
  lastTransitionTime: '2024-02-29T12:30:00Z',
  observedGeneration: 3,
});

export const customObject = {
  apiVersion: 'web.example.com/v1',
  kind: 'Website',
  metadata: {
    name: 'blog',
    namespace: 'default',
    uid: '8a354b6f-317f-414c-88e7-584f71940a76',
    resourceVersion: '12345',
    generation: 3,
    creationTimestamp: '2024-02-29T12:00:00Z',
    labels: { app: 'blog', team: 'estate' },
  },
  spec: {
    replicas: 3,
    schedule: 'daily',
    startAt: '2024-02-29T12:30:00Z',
    paused: false,
    selector: { matchLabels: { app: 'blog', team: 'estate' } },
    maxSurge: '25%',
    containers: [0, 1, 2].map(containerAt),
    options: { theme: { dark: true, colors: ['red', 'green'] } },
  },
  status: { ready: 3, observedGeneration: 3, conditions: ['Available', 'Progressing'].map(condition) },
};

/** An object that needs nothing. */
export const complete = () => structuredClone(customObject);

/** An object with fields to prune and to default in every container. */
export function sparse() {
  const copy = structuredClone(customObject);
  for (const each of copy.spec.containers) Object.assign(each, { imagePullPolicy: null, unknown: { a: 1 } });
  Object.assign(copy.spec, { replicas: null, maxSurge: undefined, paused: undefined });
  return JSON.parse(JSON.stringify(copy));
}

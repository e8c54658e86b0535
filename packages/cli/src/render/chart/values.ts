/**
 * The values of a chart: their defaults with a comment each, their JSON schema, and how new ones come into a file that a person has changed.
 */
import { isMap, isScalar, parseDocument, stringify } from 'yaml';
import type { Document, Pair, YAMLMap } from 'yaml';
import { CliError } from '../../error/cli-error.ts';

/** What the defaults are made of. */
export interface ValuesOptions {
  readonly image: string;
  readonly replicas: number;
  readonly resources: unknown;
}

const indented = (value: unknown): string =>
  stringify(value)
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');

/** The text of values.yaml. */
export function defaultValues({ image, replicas, resources }: ValuesOptions): string {
  const { repository, tag, digest } = imageParts(image);
  return `# The name of all objects; that of the chart when it is empty.
nameOverride: ""
image:
  repository: ${JSON.stringify(repository)}
  # The version of the image; the appVersion of the chart when it is empty.
  tag: ${JSON.stringify(tag)}
  # Counts over the tag.
  digest: ${JSON.stringify(digest)}
  # Always, IfNotPresent or Never; what Kubernetes chooses when it is empty.
  pullPolicy: ""
imagePullSecrets: []
# How many of it run; one of them works, the others stand by.
replicas: ${replicas}
resources:
${indented(resources)}
nodeSelector: {}
tolerations: []
affinity: {}
podLabels: {}
podAnnotations: {}
# Further arguments of reeve run.
extraArgs: []
# Further variables of the container.
env: []
volumes: []
volumeMounts: []
serviceAccount:
  create: true
  # The account that it runs as; the name of all objects when it is empty.
  name: ""
  annotations: {}
rbac:
  # Whether the roles of the operator and their bindings are made.
  create: true
metrics:
  # Whether metrics are served, over TLS and to those who may read them.
  enabled: true
crds:
  # Whether the chart brings the definitions of its kinds.
  enabled: true
  # Whether the definitions, and with them all their objects, stay when the release is uninstalled.
  keep: true
`;
}

/** Parts of a reference to an image. */
function imageParts(image: string): { readonly repository: string; readonly tag: string; readonly digest: string } {
  const [name = '', digest = ''] = image.split('@');
  const colon = name.lastIndexOf(':');
  const hasTag = colon > name.lastIndexOf('/');
  return { repository: hasTag ? name.slice(0, colon) : name, tag: hasTag ? name.slice(colon + 1) : '', digest };
}

/** The groups whose keys are completed; other mappings are values of their own. */
const groups: ReadonlySet<string> = new Set(['image', 'serviceAccount', 'rbac', 'metrics', 'crds']);

/** A file with its own values and comments, and the defaults that it lacks. */
export function mergedValues(existing: string, defaults: string, file: string): string {
  const document = parseDocument(existing);
  const [problem] = document.errors;
  if (problem !== undefined)
    throw new CliError('REEVE_FILE_EXISTS', `${file} cannot be read: ${problem.message}`, {
      next: 'correct it, or remove it and run the command again',
    });
  if (document.contents === null) return defaults;
  if (!isMap(document.contents))
    throw new CliError('REEVE_FILE_EXISTS', `${file} holds no mapping`, {
      next: 'correct it, or remove it and run the command again',
    });
  const isChanged = complete(document.contents, parseDocument<YAMLMap>(defaults));
  return isChanged ? document.toString({ lineWidth: 0 }) : existing;
}

function complete(values: YAMLMap, { contents }: Document<YAMLMap>): boolean {
  let isChanged = false;
  for (const pair of contents?.items ?? []) {
    const key = keyOf(pair);
    const own = values.get(key);
    if (!values.has(key)) isChanged = add(values, pair);
    else if (groups.has(key) && isMap(own) && isMap(pair.value))
      for (const inner of pair.value.items) if (!own.has(keyOf(inner))) isChanged = add(own, inner);
  }
  return isChanged;
}

function add(values: YAMLMap, pair: Pair): true {
  values.items.push(pair);
  return true;
}

const keyOf = ({ key }: Pair): string => String(isScalar(key) ? key.value : key);

/** The JSON schema of the values, which Helm holds them against. Unknown keys are refused, as they would be ignored. */
export function valuesSchema(): string {
  const text = { type: 'string' };
  const flag = { type: 'boolean' };
  const object = { type: 'object' };
  const list = { type: 'array' };
  const texts = { type: 'object', additionalProperties: text };
  const group = (properties: Record<string, unknown>) => ({ type: 'object', additionalProperties: false, properties });
  return `${JSON.stringify(
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      additionalProperties: false,
      required: ['image', 'replicas', 'serviceAccount', 'rbac', 'metrics', 'crds'],
      properties: {
        nameOverride: text,
        image: {
          ...group({
            repository: { type: 'string', minLength: 1 },
            tag: text,
            digest: { type: 'string', pattern: '^(sha256:[0-9a-f]{64})?$' },
            pullPolicy: { enum: ['', 'Always', 'IfNotPresent', 'Never'] },
          }),
          required: ['repository'],
        },
        imagePullSecrets: list,
        replicas: { type: 'integer', minimum: 0 },
        resources: object,
        nodeSelector: texts,
        tolerations: list,
        affinity: object,
        podLabels: texts,
        podAnnotations: texts,
        extraArgs: { type: 'array', items: text },
        env: list,
        volumes: list,
        volumeMounts: list,
        serviceAccount: group({ create: flag, name: text, annotations: texts }),
        rbac: group({ create: flag }),
        metrics: group({ enabled: flag }),
        crds: group({ enabled: flag, keep: flag }),
        global: object,
      },
    },
    undefined,
    2,
  )}\n`;
}

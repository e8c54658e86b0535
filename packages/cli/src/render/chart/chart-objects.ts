/**
 * The objects of an operator, prepared for a chart: marks where a release decides, and the condition that each object stands behind.
 */
import type { KubeObject } from '@reeve/machinery';
import { marks, place } from './template.ts';

/** An object of the chart. */
export interface ChartObject {
  readonly object: KubeObject;
  /** The file below `templates/`. */
  readonly file: string;
  /** The value that the object stands behind. */
  readonly condition: string | undefined;
}

type Fields = Record<string, unknown>;

/** What the chart takes from the program's Deployment as values. */
export interface ChartDefaults {
  readonly resources: unknown;
}

/** Prepares objects that were made with the marks as their names. Helm makes the namespace itself. */
export function chartObjects(objects: readonly KubeObject[]): {
  readonly objects: readonly ChartObject[];
  readonly defaults: ChartDefaults;
} {
  let resources: unknown = {};
  const prepared = objects
    .filter(({ kind }) => kind !== 'Namespace')
    .map((object) => {
      const copy = structuredClone(object) as KubeObject & Fields;
      labelled(copy);
      if (copy.kind === 'Deployment') resources = prepareDeployment(copy);
      if (copy.kind === 'ServiceAccount') prepareAccount(copy);
      if (copy.kind?.endsWith('RoleBinding')) prepareSubjects(copy);
      if (copy.kind === 'CustomResourceDefinition') annotatedToKeep(copy);
      return { object: copy, file: fileOf(copy), condition: conditionOf(copy) };
    });
  return { objects: prepared, defaults: { resources } };
}

const fieldsOf = (value: unknown): Fields => (value ?? {}) as Fields;

function labelled({ metadata }: KubeObject & Fields): void {
  const fields = metadata as Fields;
  fields['labels'] = { ...fieldsOf(fields['labels']), [place('labels')]: '' };
}

function annotatedToKeep({ metadata }: KubeObject & Fields): void {
  const fields = metadata as Fields;
  fields['annotations'] = { ...fieldsOf(fields['annotations']), [place('keep')]: '' };
}

function prepareAccount(account: KubeObject & Fields): void {
  const metadata = account.metadata as Fields;
  metadata['name'] = marks.account;
  metadata[place('accountAnnotations')] = '';
}

function prepareSubjects(binding: KubeObject & Fields): void {
  for (const subject of (binding['subjects'] ?? []) as Fields[])
    if (subject['kind'] === 'ServiceAccount' && subject['name'] === marks.name) subject['name'] = marks.account;
}

/** Returns the resources of the container, which become values. */
function prepareDeployment(deployment: KubeObject & Fields): unknown {
  const spec = fieldsOf(deployment['spec']);
  const template = fieldsOf(spec['template']);
  const pod = fieldsOf(template['spec']);
  const [container = {}] = pod['containers'] as Fields[];
  const { resources } = container;
  delete spec['replicas'];
  deployment['spec'] = { [place('replicas')]: '', ...spec };
  const metadata = fieldsOf(template['metadata']);
  metadata['labels'] = { ...fieldsOf(metadata['labels']), [place('podLabels')]: '' };
  metadata[place('podAnnotations')] = '';
  pod['serviceAccountName'] = marks.account;
  for (const block of ['imagePullSecrets', 'nodeSelector', 'tolerations', 'affinity', 'volumes'] as const)
    pod[place(block)] = '';
  container['args'] = [...withoutMetrics(container['args'] as string[]), place('extraArgs')];
  container['env'] = [...((container['env'] ?? []) as unknown[]), place('env')];
  delete container['resources'];
  for (const block of ['pullPolicy', 'resources', 'volumeMounts'] as const) container[place(block)] = '';
  return resources;
}

/** The flags of the metrics server are behind a value. */
function withoutMetrics(args: readonly string[]): string[] {
  const at = args.indexOf('--metrics-address');
  return at < 0 ? [...args] : [...args.slice(0, at), place('metricsArgs'), ...args.slice(at + 3)];
}

function conditionOf({ kind = '', metadata }: KubeObject): string | undefined {
  const isOfMetrics = metadata.name?.startsWith(`${marks.name}-metrics`) === true;
  const isOfRbac = /^(?:Cluster)?Role(?:Binding)?$/.test(kind);
  if (isOfRbac && isOfMetrics) return 'and .Values.rbac.create .Values.metrics.enabled';
  if (isOfRbac) return '.Values.rbac.create';
  if (isOfMetrics || kind === 'ServiceMonitor') return '.Values.metrics.enabled';
  if (kind === 'CustomResourceDefinition') return '.Values.crds.enabled';
  if (kind === 'ServiceAccount') return '.Values.serviceAccount.create';
  return kind === 'PodDisruptionBudget' ? 'gt (int .Values.replicas) 1' : undefined;
}

function fileOf({ kind = '', metadata }: KubeObject): string {
  const own = metadata.name?.replace(marks.name, '').replace(marks.account, '').replace(/^-/, '') ?? '';
  const where =
    metadata.namespace === undefined || metadata.namespace === marks.namespace ? '' : `${metadata.namespace}-`;
  const name = [kind.toLowerCase(), `${where}${own}`].filter((part) => part !== '').join('-');
  return kind === 'CustomResourceDefinition' ? `crds/${metadata.name}.yaml` : `${name.replace(/-$/, '')}.yaml`;
}

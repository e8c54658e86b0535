/**
 * `/scale`: how many replicas there are and should be, in one shape for every kind that has them. Upstream: autoscaling/v1 Scale.
 */
import { isJsonObject, labelSelectorToString } from '@reeve/machinery';
import { invalid, invalidObject, type ApiObject, type ObjectCodec, type ScalePaths } from '@reeve/registry';

export const builtinScalePaths: ScalePaths = {
  specReplicas: ['spec', 'replicas'],
  statusReplicas: ['status', 'replicas'],
  selector: ['spec', 'selector'],
};

/** The Scale of an object. */
export function scaleOf(object: ApiObject, paths: ScalePaths): ApiObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const selector = paths.selector && valueAt(object, paths.selector);
  const printed = typeof selector === 'string' ? selector : isJsonObject(selector) ? printSelector(selector) : '';
  const replicas = Number(valueAt(object, paths.specReplicas) ?? 0);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, ...(namespace && { namespace }), uid, resourceVersion, creationTimestamp },
    spec: replicas === 0 ? {} : { replicas },
    status: {
      replicas: Number(valueAt(object, paths.statusReplicas) ?? 0),
      ...(printed !== '' && { selector: printed }),
    },
  } as ApiObject;
}

/** The object with the number of replicas that a Scale asks for, under the version that the Scale carries. */
export function withScale(object: ApiObject, scale: ApiObject, paths: ScalePaths): ApiObject {
  const replicas = Number((isJsonObject(scale['spec']) ? scale['spec']['replicas'] : 0) ?? 0);
  if (replicas < 0 && !paths.isDeclared)
    throw invalidObject('autoscaling', 'Scale', object.metadata.name ?? '', [
      invalid('spec.replicas', replicas, 'must be greater than or equal to 0'),
    ]);
  const changed = setAt(object, paths.specReplicas, replicas) as ApiObject;
  const { resourceVersion } = scale.metadata;
  return { ...changed, metadata: { ...changed.metadata, ...(resourceVersion && { resourceVersion }) } };
}

/** Whether an object has a number at the path of its replicas. */
export const hasReplicas = (object: ApiObject, { specReplicas }: ScalePaths): boolean =>
  valueAt(object, specReplicas) !== undefined;

export const scaleKind = (codec: ObjectCodec) => ({
  apiVersion: 'autoscaling/v1',
  kind: 'Scale',
  codec,
  isCustom: false,
});

function valueAt(object: unknown, path: readonly string[]): unknown {
  let value = object;
  for (const name of path) value = isJsonObject(value) ? value[name] : undefined;
  return value;
}

function setAt(object: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const before = isJsonObject(object) ? object : {};
  return { ...before, [name]: setAt(before[name], rest, value) };
}

/** Replication controllers have plain labels, everybody else a LabelSelector. */
function printSelector(selector: Readonly<Record<string, unknown>>): string {
  const isLabelSelector = 'matchLabels' in selector || 'matchExpressions' in selector;
  return labelSelectorToString(isLabelSelector ? selector : { matchLabels: selector });
}

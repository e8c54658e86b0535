/**
 * References of a pod to its own fields and resources, for variables and files. Upstream: validateObjectFieldSelector and
 * validateContainerResourceFieldSelector in kubernetes pkg/apis/core/validation.
 */
import {
  invalid,
  isSet,
  notSupported,
  qualifiedName,
  required,
  textAt,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { amountOf, none, wordProblems } from '../checks.ts';

/** Fields of a pod that can be referred to at all. */
const known = new Set(
  'metadata.annotations metadata.labels metadata.name metadata.namespace metadata.uid spec.nodeName spec.restartPolicy spec.serviceAccountName spec.schedulerName status.phase status.hostIP status.hostIPs status.podIP status.podIPs spec.host'.split(
    ' ',
  ),
);

/** A field by its path; a single label or annotation by its key in brackets. */
export function fieldReferenceProblems(source: Fields, field: string, shown: readonly string[]): readonly FieldError[] {
  const path = textAt(source, 'fieldPath');
  const at = `${field}.fieldPath`;
  if (textAt(source, 'apiVersion') === '') return [required(`${field}.apiVersion`, '')];
  if (path === '') return [required(at, '')];
  const problem = conversionProblem(textAt(source, 'apiVersion'), path);
  if (problem !== undefined) return [invalid(at, path, `error converting fieldPath: ${problem}`)];
  const [, map, key] = /^(metadata\.(?:labels|annotations))\['(.*)'\]$/u.exec(path) ?? [];
  if (key !== undefined)
    return wordProblems(qualifiedName, map === 'metadata.annotations' ? key.toLowerCase() : key, field);
  const own = path === 'spec.host' ? 'spec.nodeName' : path;
  return shown.includes(own) ? none : [notSupported(at, path, shown)];
}

function conversionProblem(version: string, path: string): string | undefined {
  if (version !== 'v1') return `unsupported pod version: ${version}`;
  const [, subscripted] = /^(.*)\['.*'\]$/u.exec(path) ?? [];
  if (subscripted !== undefined)
    return ['metadata.annotations', 'metadata.labels'].includes(subscripted)
      ? undefined
      : `field label does not support subscript: ${path}`;
  return known.has(path) ? undefined : `field label not supported: ${path}`;
}

const resources = ['cpu', 'ephemeral-storage', 'memory'];
const amounts = ['limits', 'requests'].flatMap((kind) => resources.map((name) => `${kind}.${name}`));
const bytes = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'];

/** An amount that a container asks for or is limited to, in a unit. */
export function resourceReferenceProblems(
  source: Fields,
  field: string,
  needsContainer: boolean,
): readonly FieldError[] {
  const resource = textAt(source, 'resource');
  const isHuge = /^(limits|requests)\.hugepages-/u.test(resource);
  if (needsContainer && textAt(source, 'containerName') === '') return [required(`${field}.containerName`, '')];
  if (resource === '') return [required(`${field}.resource`, '')];
  if (!amounts.includes(resource) && !isHuge) return [notSupported(`${field}.resource`, resource, amounts)];
  const divisor = amountOf(source['divisor'])?.toString() ?? '0';
  const units = resource.endsWith('.cpu') ? ['1m', '1'] : bytes;
  return divisor === '0' || !isSet(source['divisor']) || units.includes(divisor)
    ? none
    : [invalid(`${field}.divisor`, resource, unitProblem(resource, units))];
}

function unitProblem(resource: string, units: readonly string[]): string {
  const subject = resource.includes('hugepages')
    ? 'hugepages'
    : resource.endsWith('storage')
      ? 'local ephemeral storage'
      : resource.split('.')[1];
  return `only divisor's values ${units.length === 2 ? units.join(' and ') : units.join(', ')} are supported with the ${subject} resource`;
}

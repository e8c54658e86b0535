/**
 * Pods get the amounts that the limit ranges of their namespace give by default, and pods and claims outside their bounds are refused. Upstream: the
 * LimitRanger admission plugin.
 */
import type { Quantity } from '@reeve/machinery';
import {
  fieldsAt,
  forbidden,
  itemsAt,
  textAt,
  type AdmissionPlugin,
  type AdmissionRequest,
  type ApiObject,
  type Fields,
  type Store,
} from '@reeve/registry';
import { inNamespace } from './current-objects.ts';
import { amountFields, amountsAt, type Amounts } from '../quota/amounts.ts';
import { claimViolations, podViolations } from '../quota/limit-rules.ts';

const annotation = 'kubernetes.io/limit-ranger';

type Defaults = Readonly<Record<'requests' | 'limits', Amounts>>;

export function limitRanges(store: Store): AdmissionPlugin {
  const rangesOf = (request: AdmissionRequest): readonly ApiObject[] =>
    isBounded(request) ? inNamespace(store, 'limitranges', request.namespace ?? '') : [];
  return {
    name: 'LimitRanger',
    mutate: (request) => {
      const { object } = request as AdmissionRequest & { object: ApiObject }; // there is one when something is to be changed
      return request.resource.plural === 'pods' ? rangesOf(request).reduce(withDefaults, object) : object;
    },
    validate: (request) => {
      for (const range of rangesOf(request)) refuse(request, violationsOf(request, range));
    },
  };
}

/** Pods when they are made or resized, claims whenever they are written; nothing that is being deleted. */
function isBounded({ resource, operation, subresource, old }: AdmissionRequest): boolean {
  if (resource.group !== '' || old?.metadata.deletionTimestamp) return false;
  if (resource.plural === 'pods')
    return operation === 'CREATE' ? subresource === undefined : operation === 'UPDATE' && subresource === 'resize';
  return resource.plural === 'persistentvolumeclaims' && operation !== 'DELETE' && subresource === undefined;
}

function violationsOf({ resource, object }: AdmissionRequest, range: ApiObject): string[] {
  const spec = fieldsAt(object, 'spec');
  return resource.plural === 'pods' ? podViolations(spec, range) : claimViolations(spec, range);
}

function refuse({ resource, name }: AdmissionRequest, violations: readonly string[]): void {
  const [first] = violations;
  if (first === undefined) return;
  const distinct = [...new Set(violations)];
  throw forbidden(resource, name, distinct.length === 1 ? first : `[${distinct.join(', ')}]`);
}

function withDefaults(pod: ApiObject, range: ApiObject): ApiObject {
  const defaults = { limits: defaultsOf(range, 'default'), requests: defaultsOf(range, 'defaultRequest') };
  const notes: string[] = [];
  const complete = (part: string, called: string): Fields => {
    const containers = itemsAt(pod, 'spec', part).map((container) => completed(container, defaults, called, notes));
    return containers.length === 0 ? {} : { [part]: containers };
  };
  const spec = {
    ...fieldsAt(pod, 'spec'),
    ...complete('containers', 'container'),
    ...complete('initContainers', 'init container'),
  };
  if (notes.length === 0) return pod;
  const annotations = { ...pod.metadata.annotations, [annotation]: `LimitRanger plugin set: ${notes.join('; ')}` };
  return { ...pod, metadata: { ...pod.metadata, annotations }, spec };
}

/** What containers get that say nothing: of several limits the last one counts. */
function defaultsOf(range: ApiObject, field: string): Map<string, Quantity> {
  const found = new Map<string, Quantity>();
  for (const limit of itemsAt(range, 'spec', 'limits'))
    if (textAt(limit, 'type') === 'Container')
      for (const [name, amount] of amountsAt(limit, field)) found.set(name, amount);
  return found;
}

function completed(container: Fields, defaults: Defaults, called: string, notes: string[]): Fields {
  const resources = { ...fieldsAt(container, 'resources') };
  for (const part of ['requests', 'limits'] as const) {
    const own = fieldsAt(container, 'resources', part);
    const missing = new Map([...defaults[part]].filter(([name]) => !Object.hasOwn(own, name)));
    if (missing.size === 0) continue;
    resources[part] = { ...own, ...amountFields(missing) };
    const names = [...missing.keys()].toSorted().join(', ');
    notes.push(`${names} ${part === 'requests' ? 'request' : 'limit'} for ${called} ${textAt(container, 'name')}`);
  }
  return { ...container, resources };
}

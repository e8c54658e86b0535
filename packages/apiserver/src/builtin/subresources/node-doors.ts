/**
 * Doors that lead to a node: where there is none behind a pod, its log is empty and nobody can be talked to. Upstream: kubernetes
 * pkg/registry/core/pod strategy's locations.
 */
import { badRequest, notFound } from '../../error/status-error.ts';
import type { ApiObject } from '../../resource/served-resource.ts';
import type { SubresourceHandler } from '../../resource/subresource-view.ts';
import { storedObject, type Call } from '../../verbs/call.ts';
import { itemsAt, textAt } from '../fields.ts';

const doors = new Set(['log', 'exec', 'attach', 'portforward', 'proxy']);

/** The handler of such a door; undefined for others. */
export const nodeDoor = (subresource: string): SubresourceHandler | undefined =>
  doors.has(subresource) ? (call) => Promise.resolve(answer(call, subresource)) : undefined;

function answer(call: Call, door: string): Awaited<ReturnType<SubresourceHandler>> {
  const name = call.info.name ?? '';
  const object = storedObject(call, name);
  if (object === undefined) throw notFound(call.resource, name);
  if (call.resource.plural !== 'pods')
    throw badRequest(`no node is there to answer for ${call.resource.plural} ${name}`);
  if (door === 'proxy') throw badRequest('address not allowed');
  checkContainer(object, call.request.query.get('container') ?? '', name);
  if (door !== 'log' || textAt(object, 'spec', 'nodeName') !== '')
    throw badRequest(`pod ${name} does not have a host assigned`);
  return { status: 204, headers: {}, body: new Uint8Array() };
}

function checkContainer(pod: ApiObject, container: string, name: string): void {
  const namesIn = (list: string): string[] => itemsAt(pod, 'spec', list).map((each) => textAt(each, 'name'));
  const names = namesIn('containers');
  const all = [...names, ...namesIn('initContainers'), ...namesIn('ephemeralContainers')];
  if (container === '' && names.length > 1)
    throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${names.join(' ')}]`);
  if (container !== '' && !all.includes(container))
    throw badRequest(`container ${container} is not valid for pod ${name}`);
}

/**
 * The components of a cluster, which are asked and not stored: always three, of which only the store runs here. The other two have servers of their own in a
 * cluster that is not embedded; nobody listens where they would. Upstream: kubernetes pkg/registry/core/componentstatus.
 */
import { notFound, type ApiObject, type ServedResource } from '@reeve/registry';
import { parseListOptions } from '../request/list-options.ts';
import type { Call } from './call.ts';
import type { Found } from './get.ts';
import type { Listed } from './list.ts';
import { selectionOf } from './selection.ts';

const ports = { scheduler: 10_259, 'controller-manager': 10_257 };

export const areComponents = ({ group, plural }: Pick<ServedResource, 'group' | 'plural'>): boolean =>
  group === '' && plural === 'componentstatuses';

export function getComponent(name: string): Found {
  const object = components.find(({ metadata }) => metadata.name === name);
  if (object === undefined) throw notFound({ group: '', plural: 'componentstatus' }, name);
  return { object, json: undefined };
}

/** The components that a list picks, which have no version. */
export function listComponents(call: Call): { readonly listed: Listed; readonly objects: readonly ApiObject[] } {
  const { matches } = selectionOf(call, parseListOptions(call.request.query, false));
  const listed = { items: [], resourceVersion: '', continueToken: undefined, remainingItemCount: undefined };
  return { listed, objects: components.filter(matches) };
}

const refusedBy = (address: string): string =>
  `Get "https://${address}/healthz": dial tcp ${address}: connect: connection refused`;

function component(name: string, status: 'True' | 'False', message: string): ApiObject {
  return {
    kind: 'ComponentStatus',
    apiVersion: 'v1',
    metadata: { name },
    conditions: [{ type: 'Healthy', status, message }],
  };
}

const components: readonly ApiObject[] = [
  ...Object.entries(ports).map(([name, port]) => component(name, 'False', refusedBy(`127.0.0.1:${port}`))),
  component('etcd-0', 'True', 'ok'),
];

/**
 * Where built-in objects are kept. Most resources have a table of their own; core and events.k8s.io Events are two views of one, as are the two versions of
 * the HorizontalPodAutoscaler.
 */
import type { StorageLocation } from '@reeve/registry';
import { eventFromCore, eventToCore } from './event-views.ts';
import { autoscalerFromV2, autoscalerToV2 } from '../autoscaling/autoscaler-views.ts';

const asIs = (table: string): StorageLocation => ({
  table,
  fromStorage: (object) => object,
  toStorage: (object) => object,
});

export function builtinStorage(group: string, version: string, plural: string): StorageLocation {
  if (group === 'events.k8s.io') return { table: 'events', fromStorage: eventFromCore, toStorage: eventToCore };
  if (group === 'autoscaling' && version === 'v1')
    return { table: 'autoscaling/horizontalpodautoscalers', fromStorage: autoscalerFromV2, toStorage: autoscalerToV2 };
  return asIs(group === '' ? plural : `${group}/${plural}`);
}

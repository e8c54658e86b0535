/**
 * Subresources that are not the object under other rules, but something of their own.
 */
import type { PodRuntime } from '@reeve/machinery';
import type { ObjectCodec, ScalePaths, ServedResource } from '@reeve/registry';
import type { SubresourceHandler, SubresourceHandlers } from '../resource/subresource-view.ts';
import { scaleHandler } from './scale-handler.ts';
import { bindingHandler } from './binding.ts';
import { evictionHandler } from './eviction.ts';
import { nodeSubresource } from './node-subresources.ts';

/** The kinds that are spoken by subresources and not stored. */
export interface SubresourceCodecs {
  forKind(group: string, version: string, kind: string): ObjectCodec;
}

export function subresourceHandlers(
  codecs: SubresourceCodecs,
  scalePathsOf: (resource: ServedResource) => ScalePaths,
  podRuntime?: PodRuntime,
): SubresourceHandlers {
  const ofPods: Readonly<Record<string, SubresourceHandler>> = {
    binding: bindingHandler(codecs.forKind('', 'v1', 'Binding')),
    eviction: evictionHandler(codecs.forKind('policy', 'v1', 'Eviction')),
  };
  return {
    find(resource, subresource) {
      if (subresource === 'scale')
        return scaleHandler(codecs.forKind('autoscaling', 'v1', 'Scale'), scalePathsOf(resource));
      const isPods = resource.group === '' && resource.plural === 'pods';
      return (isPods ? ofPods[subresource] : undefined) ?? nodeSubresource(subresource, podRuntime);
    },
  };
}

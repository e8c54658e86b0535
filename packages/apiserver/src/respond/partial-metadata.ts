/**
 * An object reduced to its metadata, for clients that ask for no more.
 */
import type { ApiObject } from '@reeve/registry';

export function partialMetadata({ metadata }: ApiObject, version: 'v1' | 'v1beta1'): ApiObject {
  return { kind: 'PartialObjectMetadata', apiVersion: `meta.k8s.io/${version}`, metadata };
}

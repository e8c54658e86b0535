/**
 * Makes a server convert objects of a definition by a webhook.
 * Upstream: apiextensions/v1 CustomResourceConversion; kubebuilder's webhook patches of CRDs.
 */
import type { KubeObject } from '@reeve/machinery';
import type { ConvertedKind } from '../conversion/converter.ts';
import { conversionPath } from '../conversion/conversion-endpoint.ts';
import { clientConfig } from './client-config.ts';
import type { WebhookPlace } from './client-config.ts';

/** A definition, as far as it is looked at. */
interface Definition extends KubeObject {
  readonly spec: { readonly group: string; readonly names: { readonly kind: string } };
}

/** The definition with the conversion by webhook, where its kind is one of those. */
export function withConversion<D extends Definition>(crd: D, kinds: readonly ConvertedKind[], at: WebhookPlace): D {
  const { group, names } = crd.spec;
  if (!kinds.some((one) => one.group === group && one.kind === names.kind)) return crd;
  const webhook = { conversionReviewVersions: ['v1'], clientConfig: clientConfig(at, conversionPath) };
  return { ...crd, spec: { ...crd.spec, conversion: { strategy: 'Webhook', webhook } } };
}

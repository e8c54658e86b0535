/**
 * Where an API server finds webhooks: behind a Service in its cluster, or at a URL.
 * Upstream: admissionregistration/v1 WebhookClientConfig.
 */

/** A Service, or the beginning of a URL; with the authorities to trust, where they are known. */
export type WebhookPlace = (
  | { readonly service: { readonly namespace: string; readonly name: string; readonly port?: number } }
  | { readonly url: string }
) & { readonly bundle?: string };

/** The `clientConfig` of one path. */
export function clientConfig(place: WebhookPlace, path: string) {
  const trusted = place.bundle === undefined ? {} : { caBundle: Buffer.from(place.bundle).toString('base64') };
  return 'url' in place
    ? { url: `${place.url.replace(/\/$/, '')}${path}`, ...trusted }
    : { service: { port: 443, ...place.service, path }, ...trusted };
}

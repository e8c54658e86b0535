/**
 * Says who is calling, unless the request says so itself.
 * Upstream: client-go transport's user agent round tripper.
 */
import { withMissingHeaders, type TransportLayer } from './transport-layer.ts';

/** Adds the user agent. */
export const withUserAgent =
  (userAgent: string): TransportLayer =>
  (next) => ({ request: (request) => next.request(withMissingHeaders(request, { 'user-agent': userAgent })) });

/** The program, system and architecture, as servers' logs are used to: `operator (linux/amd64) reeve`. */
export const userAgentOf = (program: string, platform: { readonly os: string; readonly arch: string }): string =>
  `${program.replaceAll(/[^\x21-\x7e]/g, '_')} (${platform.os}/${goArchitectures[platform.arch] ?? platform.arch}) reeve`;

const goArchitectures: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386' };

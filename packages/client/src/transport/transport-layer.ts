/**
 * Layers around a transport: each adds one behaviour and passes everything else on. The first of a list is the outermost.
 * Upstream: client-go transport wrappers (round trippers).
 */
import type { Transport, TransportRequest } from '@reeve/machinery';
import { LimitedRequest } from './limited-request.ts';

/** Something around a transport. */
export type TransportLayer = (next: Transport) => Transport;

/** The transport inside all layers. */
export const layered = (transport: Transport, layers: readonly TransportLayer[]): Transport =>
  layers.reduceRight((inner, layer) => layer(inner), transport);

/** The request with headers that it does not have yet: what a caller sets by hand is never overwritten. */
export const withMissingHeaders = (
  request: TransportRequest,
  headers: Readonly<Record<string, string | readonly string[]>>,
): TransportRequest => {
  const all = Object.assign({}, headers, request.headers); // two spreads into one object take ten times as long
  return request instanceof LimitedRequest ? request.withHeaders(all) : { ...request, headers: all };
};

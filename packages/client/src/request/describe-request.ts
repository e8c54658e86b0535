/**
 * How messages call a request: `get Pod default/blog`.
 */
import type { ApiRequest } from '@reeve/machinery';

/** Verb, kind and key of a request, as far as it has them. */
export function describeRequest({ verb, kind, key }: ApiRequest): string {
  const kindName = typeof kind === 'string' ? kind : kind?.kind;
  return [verb, kindName, key].filter(Boolean).join(' ') || 'the request';
}

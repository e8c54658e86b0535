/**
 * Requests as text, which is what a queue tells apart: the key, and the cluster before it where there is one.
 */
import type { ObjectKey } from '@reeve/machinery';
import { requestTo } from '../handler/request.ts';
import type { Request } from '../handler/request.ts';

const divider = '\u0000';

/** The text of a request. */
export const formatRequest = ({ cluster, key }: { readonly cluster: string; readonly key: string }): string =>
  cluster === '' ? key : `${cluster}${divider}${key}`;

/** The request of a text. */
export function parseRequest(text: string): Request {
  const at = text.indexOf(divider);
  // made by formatRequest, so what follows the divider is a key
  return at === -1 ? requestTo(text as ObjectKey, '') : requestTo(text.slice(at + 1) as ObjectKey, text.slice(0, at));
}

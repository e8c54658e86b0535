/**
 * Requests as text, which is what a queue tells apart: the key, and the cluster before it where there is one, between two dividers. No key begins with one, so that the first character tells.
 */
import type { ObjectKey } from '@reeve/machinery';
import { requestTo } from '../handler/request.ts';
import type { Request } from '../handler/request.ts';

const divider = '\u0000';
const dividerCode = 0;

/** The text of a request. A key alone is one already. */
export const formatRequest = (request: { readonly cluster: string; readonly key: string } | string): string => {
  if (typeof request === 'string') return request;
  const { cluster, key } = request;
  return cluster === '' ? key : `${divider}${cluster}${divider}${key}`;
};

/** The request of a text. */
export function parseRequest(text: string): Request {
  // made by formatRequest, so it is a key, or one follows the second divider
  if (text.charCodeAt(0) !== dividerCode) return requestTo(text as ObjectKey, '');
  const at = text.indexOf(divider, 1);
  return requestTo(text.slice(at + 1) as ObjectKey, text.slice(1, at));
}

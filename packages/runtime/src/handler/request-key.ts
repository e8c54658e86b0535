/**
 * Requests as text, which is what a queue tells apart: the key, and the cluster before it where there is one, between two dividers. No key begins with one, so that the first character tells.
 */
import { InvalidInputError } from '@reeve/machinery';
import type { ObjectKey } from '@reeve/machinery';
import { requestTo } from './request.ts';
import type { Request } from './request.ts';

const divider = '\u0000';
const dividerCode = 0;

/** The text of a request. A key alone is one already. What mappers of JavaScript make may be no request, and must not reach a queue. */
export const formatRequest = (request: { readonly cluster: string; readonly key: string } | string): string => {
  if (typeof request === 'string') return request;
  const { cluster, key } = request ?? nothing;
  if (typeof key !== 'string' || typeof cluster !== 'string') throw noRequest(request);
  return cluster === '' ? key : `${divider}${cluster}${divider}${key}`;
};

const nothing: { readonly cluster?: string; readonly key?: string } = {};

const noRequest = (request: unknown): InvalidInputError => {
  const text = JSON.stringify(request) ?? String(request);
  return new InvalidInputError(text, `${text} is no request: a request has a key and a cluster, as requestOf makes it`);
};

/** The request of a text. */
export function parseRequest(text: string): Request {
  // made by formatRequest, so it is a key, or one follows the second divider
  if (text.charCodeAt(0) !== dividerCode) return requestTo(text as ObjectKey, '');
  const at = text.indexOf(divider, 1);
  return requestTo(text.slice(at + 1) as ObjectKey, text.slice(1, at));
}

/**
 * JSON web tokens: three parts in base64url, of which the last signs the others. Upstream: RFC 7519.
 */
import { isJsonObject, parseJson, type JsonObject } from '@reeve/machinery';
import type { PublicKey, SigningKeys } from './signing-key.ts';

/** A token that carries these claims, signed. Claims go in the order of their names. */
export function signToken(claims: JsonObject, keys: SigningKeys): string {
  const { algorithm, id } = keys.own;
  const head = `${encode({ alg: algorithm, kid: id })}.${encode(sorted(claims))}`;
  return `${head}.${keys.sign(Buffer.from(head)).toString('base64url')}`;
}

/** The claims of a token, before anybody has looked at its signature; undefined when it is no such token. */
export function claimsOf(token: string): JsonObject | undefined {
  const [head, claims, signature, ...more] = token.split('.');
  if (!head || !claims || !signature || more.length > 0) return undefined;
  return decode(head) && decode(claims);
}

/** Whether one of the keys has signed the token; one that names its key is judged by that key. */
export function isSigned(token: string, keys: SigningKeys): boolean {
  const at = token.lastIndexOf('.');
  const { kid, alg } = decode(token.slice(0, token.indexOf('.'))) ?? {};
  const data = Buffer.from(token.slice(0, at));
  const signature = Buffer.from(token.slice(at + 1), 'base64url');
  const isMeant = ({ id, algorithm }: PublicKey) => algorithm === alg && (kid === undefined || kid === id);
  return keys.all.filter(isMeant).some((key) => keys.verify(key, data, signature));
}

const encode = (value: JsonObject): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function decode(part: string): JsonObject | undefined {
  try {
    const value = parseJson(Buffer.from(part, 'base64url'));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const sorted = (claims: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(claims).toSorted(([a], [b]) => (a < b ? -1 : 1)));

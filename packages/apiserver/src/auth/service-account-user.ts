/**
 * Who a service account is as a user: its name and groups follow from its namespace and name.
 */
import { isJsonObject, type JsonObject } from '@reeve/machinery';
import type { UserInfo } from '@reeve/registry';

const prefix = 'authentication.kubernetes.io';

/** The groups of a user whose name is that of a service account; none for anybody else. */
export function serviceAccountGroups(userName: string): string[] {
  const [system, kind, namespace = '', name = '', ...more] = userName.split(':');
  const isAccount =
    system === 'system' && kind === 'serviceaccount' && namespace !== '' && name !== '' && more.length === 0;
  return isAccount ? ['system:serviceaccounts', `system:serviceaccounts:${namespace}`] : [];
}

/** The user that the claims of a verified token speak of. */
export function serviceAccountUser(claims: JsonObject): UserInfo {
  const bound = objectOf(claims['kubernetes.io']);
  const [pod, node] = [objectOf(bound['pod']), objectOf(bound['node'])];
  const name = textOf(claims['sub']);
  const extra: Record<string, readonly string[]> = {
    [`${prefix}/credential-id`]: [`JTI=${textOf(claims['jti'])}`],
    ...named('node-name', node['name']),
    ...named('node-uid', node['uid']),
    ...named('pod-name', pod['name']),
    ...named('pod-uid', pod['uid']),
  };
  return { name, uid: textOf(objectOf(bound['serviceaccount'])['uid']), groups: serviceAccountGroups(name), extra };
}

const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? (value as JsonObject) : {});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const named = (name: string, value: unknown): Record<string, readonly string[]> =>
  typeof value === 'string' && value !== '' ? { [`${prefix}/${name}`]: [value] } : {};

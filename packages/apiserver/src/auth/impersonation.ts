/**
 * Acting as somebody else: headers say as whom. Whether one may is the authorizer's business. Upstream: apiserver endpoints/filters/impersonation.
 */
import { anonymous, badRequest, type UserInfo } from '@reeve/registry';
import type { ApiRequest } from '../request/api-request.ts';
import { serviceAccountGroups } from './service-account-user.ts';

const userHeader = 'impersonate-user';
const uidHeader = 'impersonate-uid';
const groupHeader = 'impersonate-group';
const extraPrefix = 'impersonate-extra-';

/** The user that a request is made as: who sent it, or whom its headers name. */
export function impersonated(user: UserInfo, headers: ApiRequest['headers']): UserInfo {
  const asked = askedUser(headers);
  if (asked === undefined) return user;
  if (asked.name === '') throw badRequest(`requested ${printed(asked)} without impersonating a user name`);
  return asked.name === anonymous.name
    ? { ...asked, groups: asked.groups.length > 0 ? asked.groups : anonymous.groups }
    : { ...asked, groups: withDefaultGroups(asked) };
}

/** Whom the headers name; undefined when they name nobody. */
function askedUser(headers: ApiRequest['headers']): UserInfo | undefined {
  if (!hasPrefix(headers)) return undefined;
  const name = headers[userHeader] ?? '';
  const uid = headers[uidHeader] ?? '';
  const groups = valuesOf(headers[groupHeader]);
  const extra = extraOf(headers);
  if (name === '' && uid === '' && groups.length === 0 && extra === undefined) return undefined;
  return { name, ...(uid !== '' && { uid }), groups, ...(extra && { extra }) };
}

function hasPrefix(headers: ApiRequest['headers']): boolean {
  for (const name in headers) if (name.startsWith('impersonate-')) return true;
  return false;
}

/** A service account that brings no groups has its own; everybody is in the group of those who are known. */
function withDefaultGroups({ name, groups }: UserInfo): readonly string[] {
  const own = groups.length > 0 ? groups : serviceAccountGroups(name);
  const isClassified = own.some((group) => group === 'system:authenticated' || group === 'system:unauthenticated');
  return isClassified ? own : [...own, 'system:authenticated'];
}

function extraOf(headers: ApiRequest['headers']): UserInfo['extra'] | undefined {
  const entries = Object.entries(headers)
    .filter(([name, value]) => name.startsWith(extraPrefix) && value !== undefined)
    .map(([name, value]) => [unescaped(name.slice(extraPrefix.length)), valuesOf(value)] as const);
  return entries.length === 0 ? undefined : Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Headers that come several times arrive as one, with commas. */
const valuesOf = (value: string | undefined): string[] =>
  value === undefined || value === '' ? [] : value.split(',').map((each) => each.trim());

/** Keys may hold what header names may not, as in URLs; what cannot be undone stays. */
function unescaped(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** A user as Go prints it. */
function printed({ name, uid = '', groups, extra }: UserInfo): string {
  const list = (values: readonly string[]) => `[]string{${values.map((value) => JSON.stringify(value)).join(', ')}}`;
  const shownGroups = groups.length === 0 ? '[]string(nil)' : list(groups);
  const shownExtra =
    extra === undefined
      ? 'map[string][]string(nil)'
      : `map[string][]string{${Object.entries(extra)
          .map(([key, values]) => `${JSON.stringify(key)}:${list(values)}`)
          .join(', ')}}`;
  return `&user.DefaultInfo{Name:${JSON.stringify(name)}, UID:${JSON.stringify(uid)}, Groups:${shownGroups}, Extra:${shownExtra}}`;
}

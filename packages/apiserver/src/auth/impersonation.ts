/**
 * Acting as somebody else: headers say as whom. Upstream: apiserver endpoints/filters/impersonation.
 */
import { badRequest, type UserInfo } from '@reeve/registry';
import type { ApiRequest } from '../request/api-request.ts';

const userHeader = 'impersonate-user';
const uidHeader = 'impersonate-uid';
const groupHeader = 'impersonate-group';
const extraPrefix = 'impersonate-extra-';

/** Whom the headers of a request name as its user; undefined when they name nobody. */
export function impersonationOf(headers: ApiRequest['headers']): UserInfo | undefined {
  const asked = askedUser(headers);
  if (asked?.name === '') throw badRequest(`requested ${printed(asked)} without impersonating a user name`);
  return asked;
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

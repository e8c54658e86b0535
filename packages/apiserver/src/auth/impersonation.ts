/**
 * Acting as somebody else: headers say as whom, and the sender must be allowed to impersonate every part of that user. Upstream: apiserver endpoints/filters/impersonation.
 */
import { anonymous, badRequest, type UserInfo } from '@reeve/registry';
import type { AccessRequest, Authorizer, ResourceAccess } from '../authorization/authorizer.ts';
import { accessDenied } from './request-access.ts';
import type { ApiRequest } from '../request/api-request.ts';
import { serviceAccountGroups } from './service-account-user.ts';

const userHeader = 'impersonate-user';
const uidHeader = 'impersonate-uid';
const groupHeader = 'impersonate-group';
const extraPrefix = 'impersonate-extra-';

/** Whom a request is to be made as; undefined when its headers name nobody. What the sender may not impersonate is refused. */
export function impersonated(
  sender: UserInfo,
  headers: ApiRequest['headers'],
  authorizer: Authorizer,
): Promise<UserInfo> | undefined {
  const asked = askedUser(headers);
  if (asked === undefined) return undefined;
  if (asked.name === '') throw badRequest(`requested ${printed(asked)} without impersonating a user name`);
  return checkImpersonation(sender, asked, authorizer).then(() =>
    asked.name === anonymous.name
      ? { ...asked, groups: asked.groups.length > 0 ? asked.groups : anonymous.groups }
      : { ...asked, groups: withDefaultGroups(asked) },
  );
}

/** Each part of the other user needs the verb `impersonate`. */
async function checkImpersonation(sender: UserInfo, asked: UserInfo, authorizer: Authorizer): Promise<void> {
  for (const resource of impersonatedParts(asked)) {
    const request: AccessRequest = { user: sender, verb: 'impersonate', resource };
    const { decision, reason } = await authorizer.authorize(request);
    if (decision !== 'allow') throw accessDenied(request, reason);
  }
}

function impersonatedParts({ name, groups, extra = {}, uid }: UserInfo): ResourceAccess[] {
  const core = { group: '', version: 'v1' };
  const authentication = { group: 'authentication.k8s.io', version: 'v1' };
  const account = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(name);
  return [
    account
      ? { ...core, plural: 'serviceaccounts', namespace: account[1] ?? '', name: account[2] ?? '' }
      : { ...core, plural: 'users', name },
    ...groups.map((group) => ({ ...core, plural: 'groups', name: group })),
    ...Object.entries(extra).flatMap(([subresource, values]) =>
      values.map((value) => ({ ...authentication, plural: 'userextras', subresource, name: value })),
    ),
    ...(uid === undefined ? [] : [{ ...authentication, plural: 'uids', name: uid }]),
  ];
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

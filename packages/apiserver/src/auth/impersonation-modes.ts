/**
 * Who may act as whom. A sender with `impersonate-on:MODE:VERB` for the request and `impersonate:MODE` for the user may act as a node, a service account or
 * a user for some requests only; one with `impersonate` for every part of the user may do so for all. The mode that let a sender through is tried first the
 * next time. Upstream: apiserver endpoints/filters/impersonation (KEP-5284).
 */
import { isDns1123Subdomain } from '@reeve/machinery';
import { anonymous, type StatusError, type UserInfo } from '@reeve/registry';
import type { AccessRequest, Authorizer, ResourceAccess } from '../authorization/authorizer.ts';
import { accessDenied } from '../authorization/request-access.ts';
import { serviceAccountGroups } from './service-account-user.ts';

/** Senders whose mode is remembered; then all are forgotten. */
const rememberedSenders = 10_000;

/** Where a mode applies, and what is special about the users in it. */
interface Mode {
  readonly name: string;
  applies(asked: UserInfo, sender: UserInfo): boolean;
}

const modes: readonly Mode[] = [
  { name: 'associated-node', applies: (asked, sender) => isOnlyName(asked) && isOnNode(sender, nodeOf(asked.name)) },
  { name: 'arbitrary-node', applies: (asked) => isOnlyName(asked) && nodeOf(asked.name) !== undefined },
  { name: 'serviceaccount', applies: (asked) => isOnlyName(asked) && accountOf(asked.name) !== undefined },
  { name: 'user-info', applies: ({ name }) => nodeOf(name) === undefined && accountOf(name) === undefined },
];

export class ImpersonationModes {
  readonly #authorizer: Authorizer;
  readonly #lastModes = new Map<string, Mode | undefined>();

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer;
  }

  /** The user that a request is made as; the refusal of the first mode is thrown where none lets the sender through. */
  async userFor(sender: UserInfo, asked: UserInfo, request: AccessRequest): Promise<UserInfo> {
    let refusal: StatusError | undefined;
    for (const mode of this.#inOrder(sender)) {
      if (mode !== undefined && !mode.applies(asked, sender)) continue;
      const problem = await this.#problemWith(mode, sender, asked, request);
      if (problem === undefined) {
        if (this.#lastModes.size >= rememberedSenders) this.#lastModes.clear();
        this.#lastModes.set(sender.name, mode);
        return actualUser(asked, mode !== undefined);
      }
      refusal ??= problem;
    }
    throw refusal ?? new Error('no mode of impersonation was asked'); // the last one always applies
  }

  /** The modes, that of the last time first; undefined is the one without constraints. */
  #inOrder(sender: UserInfo): (Mode | undefined)[] {
    const all = [...modes, undefined];
    if (!this.#lastModes.has(sender.name)) return all;
    const last = this.#lastModes.get(sender.name);
    return [last, ...all.filter((mode) => mode !== last)];
  }

  async #problemWith(
    mode: Mode | undefined,
    sender: UserInfo,
    asked: UserInfo,
    request: AccessRequest,
  ): Promise<StatusError | undefined> {
    const seen = mode?.name === 'associated-node' ? withKeysOnly(sender) : sender;
    const verb = mode === undefined ? 'impersonate' : `impersonate:${mode.name}`;
    if (mode !== undefined) {
      const on = await this.#refusal({ ...request, user: seen, verb: `impersonate-on:${mode.name}:${request.verb}` });
      if (on !== undefined) return on;
    }
    for (const { resource, problem } of partsOf(asked, mode)) {
      const access: AccessRequest = { user: seen, verb, resource };
      const refusal = problem === undefined ? await this.#refusal(access) : accessDenied(access, problem);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  async #refusal(access: AccessRequest): Promise<StatusError | undefined> {
    const { decision, reason, error } = await this.#authorizer.authorize(access);
    if (decision === 'allow') return undefined;
    return accessDenied(access, error === undefined ? reason : reason === '' ? error : `${error}: ${reason}`);
  }
}

/** A part of a user that has to be allowed, or why it never is. */
interface Part {
  readonly resource: ResourceAccess;
  readonly problem?: string;
}

function partsOf({ name, groups, extra = {}, uid }: UserInfo, mode: Mode | undefined): Part[] {
  const authentication = { group: 'authentication.k8s.io', version: 'v1' };
  const named = mode === undefined ? { group: '', version: 'v1' } : authentication;
  const account = accountOf(name);
  const node = mode === undefined ? undefined : nodeOf(name);
  const who = account
    ? { ...named, plural: 'serviceaccounts', ...account }
    : node === undefined
      ? { ...named, plural: 'users', name }
      : { ...named, plural: 'nodes', name: mode?.name === 'associated-node' ? '*' : node };
  const all: Part[] = [{ resource: who }];
  if (uid !== undefined) all.push({ resource: { ...authentication, plural: 'uids', name: uid } });
  for (const group of groups)
    all.push({ resource: { ...named, plural: 'groups', name: group }, ...(mode && groupProblem(group)) });
  for (const [subresource, values] of Object.entries(extra))
    for (const value of values)
      all.push({ resource: { ...authentication, plural: 'userextras', subresource, name: value } });
  return all;
}

/** Groups that nobody may claim in a mode with constraints. */
function groupProblem(group: string): Pick<Part, 'problem'> {
  if (group === '') return { problem: 'impersonating the empty string group is not allowed' };
  return group === 'system:masters' ? { problem: 'impersonating the system:masters group is not allowed' } : {};
}

/** The user with the groups that come by themselves. */
function actualUser(asked: UserInfo, isConstrained: boolean): UserInfo {
  const own =
    isConstrained && nodeOf(asked.name) !== undefined
      ? ['system:nodes']
      : asked.groups.length > 0
        ? asked.groups
        : serviceAccountGroups(asked.name);
  const [known, unknown] = ['system:authenticated', 'system:unauthenticated'];
  const more = asked.name === anonymous.name ? unknown : own.includes(unknown) ? undefined : known;
  return { ...asked, groups: more === undefined || own.includes(more) ? own : [...own, more] };
}

const isOnlyName = ({ uid, groups, extra }: UserInfo): boolean =>
  uid === undefined && groups.length === 0 && extra === undefined;

/** The node that such a user name is of. */
function nodeOf(userName: string): string | undefined {
  const name = userName.startsWith('system:node:') ? userName.slice('system:node:'.length) : '';
  return isDns1123Subdomain(name) ? name : undefined;
}

function accountOf(userName: string): { namespace: string; name: string } | undefined {
  const [, namespace = '', name = ''] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(userName) ?? [];
  return name === '' ? undefined : { namespace, name };
}

const nodeNameKey = 'authentication.kubernetes.io/node-name';

/** Whether a service account runs on a node, as its token says. */
function isOnNode({ name, extra }: UserInfo, node: string | undefined): boolean {
  const values = extra?.[nodeNameKey] ?? [];
  return node !== undefined && accountOf(name) !== undefined && values.length === 1 && values[0] === node;
}

/** A service account without the values of its token, which differ from node to node. */
const withKeysOnly = (sender: UserInfo): UserInfo => ({
  ...sender,
  extra: { 'authentication.kubernetes.io/associated-node-keys': Object.keys(sender.extra ?? {}).toSorted() },
});

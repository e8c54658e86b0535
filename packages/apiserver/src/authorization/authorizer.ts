/**
 * Who may do what: the question, the answer, and those who answer. An answer is there at once wherever nobody outside has to be asked.
 * Upstream: apiserver authorization/authorizer.
 */
import type { UserInfo } from '@reeve/registry';

/** A request for an object, a collection or a subresource. */
export interface ResourceAccess {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  /** The selectors of a list, a watch or a deletecollection. */
  readonly fieldSelector?: readonly SelectorRequirement[];
  readonly labelSelector?: readonly SelectorRequirement[];
}

/** One requirement of a selector, as reviews carry it. */
export interface SelectorRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** What somebody wants to do: with a resource, or with a path outside of the API. */
export interface AccessRequest {
  readonly user: UserInfo;
  readonly verb: string;
  readonly resource?: ResourceAccess;
  readonly path?: string;
}

/** `no opinion` leaves the answer to the next authorizer; from the last one it is a refusal. */
export interface AccessDecision {
  readonly decision: 'allow' | 'deny' | 'no opinion';
  readonly reason: string;
  /** Why the question could not be answered, or not completely. */
  readonly error?: string;
}

/** What a user may do with resources. */
export interface ResourceRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
}

/** What a user may do with paths outside of the API. */
export interface NonResourceRule {
  readonly verbs: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/** All that a user may do in a namespace, as far as it can be listed. */
export interface UserRules {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  readonly isIncomplete: boolean;
  readonly error?: string;
}

export interface Authorizer {
  authorize(request: AccessRequest): AccessDecision | Promise<AccessDecision>;
  /** The rules of a user; absent where an authorizer is not asked for them. */
  rulesFor?(user: UserInfo, namespace: string): UserRules;
}

export const allowed = (reason = ''): AccessDecision => ({ decision: 'allow', reason });
export const noOpinion = (reason = ''): AccessDecision => ({ decision: 'no opinion', reason });

/** Mode `AlwaysAllow`. */
export const alwaysAllow: Authorizer = {
  authorize: () => allowed(),
  rulesFor: () => ({
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
    isIncomplete: false,
  }),
};

/** Mode `AlwaysDeny`. It has no opinion, so that later authorizers are asked. */
export const alwaysDeny: Authorizer = {
  authorize: () => noOpinion('Everything is forbidden.'),
  rulesFor: () => ({ resourceRules: [], nonResourceRules: [], isIncomplete: false }),
};

export const privilegedGroup = 'system:masters';

/** Members of system:masters may do everything, whatever the modes are. */
export const privilegedGroups: NamedAuthorizer = {
  name: 'kubernetes.io/system-privileged-group',
  authorize: ({ user }) => (user.groups.includes(privilegedGroup) ? allowed() : noOpinion()),
};

/** An authorizer with the name by which reasons tell it from others. */
export interface NamedAuthorizer extends Authorizer {
  readonly name: string;
}

/** Asks one authorizer after the other until one has an opinion. */
export function authorizerChain(authorizers: readonly NamedAuthorizer[]): Authorizer {
  return {
    authorize: (request) => askFrom(authorizers, 0, request, { reasons: [], errors: [] }),
    rulesFor: (user, namespace) => joinedRules(authorizers.flatMap((each) => each.rulesFor?.(user, namespace) ?? [])),
  };
}

interface Heard {
  readonly reasons: readonly string[];
  readonly errors: readonly string[];
}

function askFrom(
  authorizers: readonly NamedAuthorizer[],
  start: number,
  request: AccessRequest,
  heard: Heard,
): AccessDecision | Promise<AccessDecision> {
  let so = heard;
  for (let at = start; at < authorizers.length; at += 1) {
    const authorizer = authorizers[at];
    if (authorizer === undefined) continue;
    const answer = authorizer.authorize(request);
    if (answer instanceof Promise)
      return answer.then((late) =>
        late.decision === 'no opinion' ? askFrom(authorizers, at + 1, request, also(so, authorizer, late)) : late,
      );
    if (answer.decision !== 'no opinion') return answer;
    so = also(so, authorizer, answer);
  }
  const error = aggregated(so.errors);
  return { ...noOpinion(so.reasons.join('\n')), ...(error !== '' && { error }) };
}

const also = ({ reasons, errors }: Heard, { name }: NamedAuthorizer, { reason, error }: AccessDecision): Heard =>
  reason === '' && error === undefined
    ? { reasons, errors }
    : {
        reasons: reason === '' ? reasons : [...reasons, `${name}: ${reason}`],
        errors: error === undefined ? errors : [...errors, error],
      };

/** Several errors as Go prints them together: each once, in brackets when there are more. */
export function aggregated(errors: readonly string[]): string {
  const different = [...new Set(errors)];
  return different.length > 1 ? `[${different.join(', ')}]` : (different[0] ?? '');
}

function joinedRules(all: readonly UserRules[]): UserRules {
  const error = aggregated(all.flatMap((each) => each.error ?? []));
  return {
    resourceRules: all.flatMap((each) => each.resourceRules),
    nonResourceRules: all.flatMap((each) => each.nonResourceRules),
    isIncomplete: all.some((each) => each.isIncomplete),
    ...(error !== '' && { error }),
  };
}

/**
 * Mode `RBAC`: roles and bindings say who may do what. Upstream: kubernetes plugin/pkg/auth/authorizer/rbac.
 */
import type { UserInfo } from '@reeve/registry';
import {
  aggregated,
  allowed,
  noOpinion,
  type AccessDecision,
  type AccessRequest,
  type Authorizer,
  type UserRules,
} from './authorizer.ts';
import { ruleAllows } from './policy-rule.ts';
import type { RoleRules } from './role-rules.ts';

export class RbacAuthorizer implements Authorizer {
  readonly #roles: RoleRules;

  constructor(roles: RoleRules) {
    this.#roles = roles;
  }

  authorize(request: AccessRequest): AccessDecision {
    const problems: string[] = [];
    for (const { rules, grant, problem } of this.#roles.applied(request.user, request.resource?.namespace ?? '')) {
      if (problem) problems.push(problem.message);
      for (const rule of rules) if (ruleAllows(rule, request)) return allowed(`RBAC: allowed by ${grant.source}`);
    }
    return noOpinion(problems.length === 0 ? '' : `RBAC: ${aggregated(problems)}`);
  }

  rulesFor(user: UserInfo, namespace: string): UserRules {
    const applied = [...this.#roles.applied(user, namespace)];
    const rules = applied.flatMap((each) => each.rules);
    const error = aggregated(applied.flatMap(({ problem }) => problem?.message ?? []));
    return {
      resourceRules: rules
        .filter(({ resources }) => resources.length > 0)
        .map(({ verbs, apiGroups, resources, resourceNames }) => ({
          verbs,
          apiGroups,
          resources,
          ...(resourceNames.length > 0 && { resourceNames }),
        })),
      nonResourceRules: rules
        .filter(({ nonResourceURLs }) => nonResourceURLs.length > 0)
        .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
      isIncomplete: false,
      ...(error !== '' && { error }),
    };
  }
}

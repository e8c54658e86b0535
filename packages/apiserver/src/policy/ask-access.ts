/**
 * The questions of expressions, put to the authorizer of the server. Upstream: apiserver cel/library authz.go.
 */
import type { AuthorizationAttributes, AuthorizationDecision } from '@reeve/cel';
import { selectorAttributes } from '../authorization/request-access.ts';
import type { AccessDecision, AccessRequest, Authorizer } from '../authorization/authorizer.ts';
import type { AskAccess } from './asked-authorizer.ts';

/** Asks an authorizer. */
export const askAccess =
  (authorizer: Authorizer): AskAccess =>
  (attributes) => {
    const answer = authorizer.authorize(requestOf(attributes));
    return answer instanceof Promise ? answer.then(decisionOf) : decisionOf(answer);
  };

const decisionOf = ({ decision, reason, error }: AccessDecision): AuthorizationDecision => ({
  isAllowed: decision === 'allow',
  reason,
  ...(error !== undefined && { error }),
});

function requestOf(attributes: AuthorizationAttributes): AccessRequest {
  const { verb } = attributes;
  const user = { ...attributes.user, groups: attributes.user.groups ?? [] };
  if (attributes.type === 'path') return { user, verb, path: attributes.path };
  const { group, resource: plural, subresource, namespace, name, fieldSelector, labelSelector } = attributes;
  return {
    user,
    verb,
    resource: {
      group,
      version: '*',
      plural,
      ...(subresource && { subresource }),
      ...(namespace && { namespace }),
      ...(name && { name }),
      ...selectorAttributes(fieldSelector, labelSelector),
    },
  };
}

/**
 * Authorization checks: what the principal of a request, or a service account, may do. Expressions have them where a variable
 * `authorizer` is declared: `authorizer.group('apps').resource('deployments').namespace('a').check('create').allowed()`.
 * Upstream: apiserver/pkg/cel/library Authz and AuthzSelectors.
 */
import { isDns1123Label, isDns1123Subdomain } from '@reeve/machinery';
import { add, fixed, scale, stringTraversalFactor, unknown } from '../cost/estimate.ts';
import type { Estimate } from '../cost/estimate.ts';
import type { OpaqueType } from '../types/type.ts';
import { opaqueType, types } from '../types/type.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import { codePoints } from '../values/size.ts';
import { OpaqueValue } from '../values/value.ts';
import type { Costs } from './declare.ts';
import { functions, member } from './declare.ts';
import type { Library } from './library.ts';

/** Who is asked about. */
export interface AuthorizationUser {
  readonly name: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** What is asked: a request to a path, or to resources. */
export type AuthorizationAttributes =
  | { readonly type: 'path'; readonly user: AuthorizationUser; readonly verb: string; readonly path: string }
  | {
      readonly type: 'resource';
      readonly user: AuthorizationUser;
      readonly verb: string;
      readonly group: string;
      readonly resource: string;
      readonly subresource: string;
      /** Empty for the cluster's scope. */
      readonly namespace: string;
      /** Empty for all names. */
      readonly name: string;
      readonly fieldSelector: string;
      readonly labelSelector: string;
    };

/** An answer. `isAllowed` is false also without an opinion. */
export interface AuthorizationDecision {
  readonly isAllowed: boolean;
  readonly reason?: string;
  /** Why the question could not be answered. */
  readonly error?: string;
}

/** Who answers. Expressions are evaluated in one go, so that the answer has to be there at once. */
export interface Authorizer {
  authorize(attributes: AuthorizationAttributes): AuthorizationDecision;
}

const typeNamed = (name: string): OpaqueType => opaqueType(`kubernetes.authorization.${name}`);

/** The type of the variable `authorizer`. */
export const authorizerType: OpaqueType = typeNamed('Authorizer');
const pathCheckType = typeNamed('PathCheck');
const groupCheckType = typeNamed('GroupCheck');
/** The type of the variable `authorizer.requestResource`. */
export const resourceCheckType: OpaqueType = typeNamed('ResourceCheck');
const decisionType = typeNamed('Decision');

type Resource = Omit<Extract<AuthorizationAttributes, { type: 'resource' }>, 'type' | 'user' | 'verb'>;

/** The value of the variable `authorizer`. */
export class AuthorizerValue extends OpaqueValue {
  readonly type: OpaqueType = authorizerType;
  readonly user: AuthorizationUser;
  readonly authorizer: Authorizer;

  constructor(user: AuthorizationUser, authorizer: Authorizer) {
    super();
    this.user = user;
    this.authorizer = authorizer;
  }

  /** The check of a resource that is known already, for the variable `authorizer.requestResource`. */
  resourceCheck(resource: Pick<Resource, 'group' | 'resource'> & Partial<Resource>): OpaqueValue {
    return new ResourceCheck(this, { ...wholeResource, ...resource });
  }

  equals(other: OpaqueValue): boolean {
    return this === other;
  }
}

const wholeResource = { subresource: '', namespace: '', name: '', fieldSelector: '', labelSelector: '' };

class PathCheck extends OpaqueValue {
  readonly type = pathCheckType;
  readonly authorizer: AuthorizerValue;
  readonly path: string;

  constructor(authorizer: AuthorizerValue, path: string) {
    super();
    this.authorizer = authorizer;
    this.path = path;
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof PathCheck && other.authorizer === this.authorizer && other.path === this.path;
  }
}

class GroupCheck extends OpaqueValue {
  readonly type = groupCheckType;
  readonly authorizer: AuthorizerValue;
  readonly group: string;

  constructor(authorizer: AuthorizerValue, group: string) {
    super();
    this.authorizer = authorizer;
    this.group = group;
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof GroupCheck && other.authorizer === this.authorizer && other.group === this.group;
  }
}

class ResourceCheck extends OpaqueValue {
  readonly type = resourceCheckType;
  readonly authorizer: AuthorizerValue;
  readonly resource: Resource;

  constructor(authorizer: AuthorizerValue, resource: Resource) {
    super();
    this.authorizer = authorizer;
    this.resource = resource;
  }

  with(changes: Partial<Resource>): ResourceCheck {
    return new ResourceCheck(this.authorizer, { ...this.resource, ...changes });
  }

  equals(other: OpaqueValue): boolean {
    return (
      other instanceof ResourceCheck &&
      other.authorizer === this.authorizer &&
      Object.entries(this.resource).every(([key, value]) => other.resource[key as keyof Resource] === value)
    );
  }
}

class Decision extends OpaqueValue {
  readonly type = decisionType;
  readonly decision: AuthorizationDecision;

  constructor(decision: AuthorizationDecision) {
    super();
    this.decision = decision;
  }

  equals(other: OpaqueValue): boolean {
    return this === other;
  }
}

function pathCheck(authorizer: AuthorizerValue, path: string): PathCheck {
  if (path.trim() === '') throw new EvaluationError('path must not be empty');
  return new PathCheck(authorizer, path);
}

function resourceCheck({ authorizer, group }: GroupCheck, resource: string): ResourceCheck {
  if (resource.trim() === '') throw new EvaluationError('resource must not be empty');
  return new ResourceCheck(authorizer, { ...wholeResource, group, resource });
}

function serviceAccount({ authorizer }: AuthorizerValue, namespace: string, name: string): AuthorizerValue {
  if (!isDns1123Subdomain(name)) throw new EvaluationError('Invalid service account name');
  if (!isDns1123Label(namespace)) throw new EvaluationError('Invalid service account namespace');
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
  return new AuthorizerValue({ name: `system:serviceaccount:${namespace}:${name}`, groups }, authorizer);
}

const checkPath = ({ authorizer, path }: PathCheck, verb: string): Decision =>
  new Decision(authorizer.authorizer.authorize({ type: 'path', user: authorizer.user, verb, path }));

const checkResource = ({ authorizer, resource }: ResourceCheck, verb: string): Decision =>
  new Decision(authorizer.authorizer.authorize({ type: 'resource', user: authorizer.user, verb, ...resource }));

/** Two checks, and no third one, are within the limit of an expression. */
const checkCosts: Costs = { estimate: () => ({ cost: fixed(350_000) }), cost: () => 350_000 };

/** A selector is a list of requirements, each of two characters at least. */
const selectorCosts: Costs = {
  estimate: ({ args }) => ({ cost: selectorEstimate(args[0]?.size ?? unknown) }),
  cost: (_: ResourceCheck, selector: string) => selectorEstimate(fixed(codePoints(selector))).max,
};

const selectorEstimate = (size: Estimate): Estimate =>
  add(fixed(listCost), add(scale(size, stringTraversalFactor), scale(scale(size, 0.5), listCost + structCost)));

const listCost = 10;
const structCost = 40;

const { string, bool } = types;
const text = [resourceCheckType, string] as const;
const changing =
  (field: keyof Resource) =>
  (check: ResourceCheck, value: string): ResourceCheck =>
    check.with({ [field]: value });

/** Authorization checks. */
export const authorizerLibrary: Library = {
  name: 'kubernetes.authz',
  types: [authorizerType, pathCheckType, groupCheckType, resourceCheckType, decisionType],
  functions: functions({
    path: member('authorizer_path', [authorizerType, string], pathCheckType, pathCheck),
    group: member(
      'authorizer_group',
      [authorizerType, string],
      groupCheckType,
      (authorizer: AuthorizerValue, group: string) => new GroupCheck(authorizer, group),
    ),
    serviceAccount: member(
      'authorizer_serviceaccount',
      [authorizerType, string, string],
      authorizerType,
      serviceAccount,
    ),
    resource: member('groupcheck_resource', [groupCheckType, string], resourceCheckType, resourceCheck),
    subresource: member('resourcecheck_subresource', text, resourceCheckType, changing('subresource')),
    namespace: member('resourcecheck_namespace', text, resourceCheckType, changing('namespace')),
    name: member('resourcecheck_name', text, resourceCheckType, changing('name')),
    fieldSelector: member(
      'authorizer_fieldselector',
      text,
      resourceCheckType,
      changing('fieldSelector'),
      selectorCosts,
    ),
    labelSelector: member(
      'authorizer_labelselector',
      text,
      resourceCheckType,
      changing('labelSelector'),
      selectorCosts,
    ),
    check: [
      member('pathcheck_check', [pathCheckType, string], decisionType, checkPath, checkCosts),
      member('resourcecheck_check', text, decisionType, checkResource, checkCosts),
    ],
    allowed: member('decision_allowed', [decisionType], bool, ({ decision }: Decision) => decision.isAllowed),
    reason: member('decision_reason', [decisionType], string, ({ decision }: Decision) => decision.reason ?? ''),
    errored: member('decision_errored', [decisionType], bool, ({ decision }: Decision) => decision.error !== undefined),
    error: member('decision_error', [decisionType], string, ({ decision }: Decision) => decision.error ?? ''),
  }),
};

/**
 * Questions posted as objects: may I, who am I, whose token is this. They are answered at once and never stored.
 */
import { formatTime } from '@reeve/machinery';
import { badRequest, invalidObject, type ApiObject, type UserInfo } from '@reeve/registry';
import type { ApiResponse } from '../request/api-request.ts';
import { readBody } from '../request/read-body.ts';
import { parseWriteOptions } from '../request/write-options.ts';
import { objectResponse } from '../respond/respond.ts';
import type { Call } from '../verbs/call.ts';
import { tracked } from '../verbs/track.ts';
import { applyFieldValidation } from '../write/field-validation.ts';
import { checkNamespace } from '../write/system-fields.ts';
import { accessReviewProblems, type ReviewKind } from './access-review-problems.ts';
import type { AccessDecision, AccessRequest, Authorizer } from '../authorization/authorizer.ts';
import type { TokenAuthenticator } from './token-authenticator.ts';

export type CreateHandler = (call: Call) => Promise<ApiResponse>;

/** Handlers for the resources that can only be created, by `group/plural`. */
export function reviewHandlers(authorizer: Authorizer, tokens: TokenAuthenticator): ReadonlyMap<string, CreateHandler> {
  const access = (kind: ReviewKind) =>
    answered(async (object, call) => {
      const located = kind === 'local' ? withNamespace(object, call) : object;
      const problems = accessReviewProblems(located, kind);
      if (problems.length > 0) throw invalidObject('authorization.k8s.io', '', '', problems);
      const user = kind === 'self' ? call.request.user : subjectOf(located);
      return { ...located, status: reviewStatus(await authorizer.authorize(accessRequest(located, user))) };
    });
  return new Map<string, CreateHandler>([
    ['authorization.k8s.io/selfsubjectaccessreviews', access('self')],
    ['authorization.k8s.io/subjectaccessreviews', access('subject')],
    ['authorization.k8s.io/localsubjectaccessreviews', access('local')],
    ['authorization.k8s.io/selfsubjectrulesreviews', answered((review, call) => rulesReview(review, call, authorizer))],
    ['authentication.k8s.io/selfsubjectreviews', answered(selfReview)],
    ['authentication.k8s.io/tokenreviews', answered((object) => tokenReview(object, tokens))],
  ]);
}

/** A handler that reads the question and sends back what is made of it. */
function answered(answer: (object: ApiObject, call: Call) => ApiObject | Promise<ApiObject>): CreateHandler {
  return async (call) => {
    const { fieldValidation } = parseWriteOptions(call.request.query, 'CreateOptions');
    const { object, oddities } = await readBody(call.request, call.resource);
    applyFieldValidation(oddities, fieldValidation, call.resource, call.warnings);
    checkNamespace(object, call.resource, call.info.namespace);
    const asked = call.resource.scope === 'Namespaced' ? object : withoutNamespace(object);
    return objectResponse(call, 201, { object: await answer(tracked(call, undefined, asked), call) });
  };
}

/** Where there is no namespace, one that is named is passed over. */
function withoutNamespace(object: ApiObject): ApiObject {
  const { namespace: _passedOver, ...metadata } = object.metadata;
  return { ...object, metadata };
}

function withNamespace(object: ApiObject, { info }: Call): ApiObject {
  return { ...object, metadata: { ...object.metadata, namespace: object.metadata.namespace ?? info.namespace ?? '' } };
}

/** The answer of the authorizers as a review shows it. */
const reviewStatus = ({ decision, reason, error }: AccessDecision): object => ({
  allowed: decision === 'allow',
  ...(decision === 'deny' && { denied: true }),
  ...(reason !== '' && { reason }),
  ...(error !== undefined && { evaluationError: error }),
});

/** All that the user of a request may do in a namespace. */
function rulesReview(review: ApiObject, { request }: Call, authorizer: Authorizer): ApiObject {
  const { namespace = '' } = (review['spec'] ?? {}) as { namespace?: string };
  if (namespace === '') throw badRequest('no namespace on request');
  const rules = authorizer.rulesFor?.(request.user, namespace);
  return {
    ...review,
    metadata: {},
    spec: {},
    status: {
      resourceRules: rules?.resourceRules ?? [],
      nonResourceRules: rules?.nonResourceRules ?? [],
      incomplete: rules?.isIncomplete ?? true,
      ...(rules?.error !== undefined && { evaluationError: rules.error }),
    },
  };
}

function selfReview(review: ApiObject, { request, context }: Call): ApiObject {
  return {
    ...review,
    metadata: { creationTimestamp: formatTime(context.host.clock.now()) },
    status: { userInfo: printUser(request.user) },
  };
}

async function tokenReview(review: ApiObject, tokens: TokenAuthenticator): Promise<ApiObject> {
  const { token = '', audiences = [] } = (review['spec'] ?? {}) as { token?: string; audiences?: readonly string[] };
  if (token === '') throw badRequest('token is required for TokenReview in authentication');
  const judged = await tokens.judge(token, audiences);
  const status =
    'user' in judged
      ? { authenticated: true, user: printUser(judged.user), audiences: judged.audiences }
      : { user: {}, error: judged.problem };
  return { ...review, status };
}

function printUser({ name, uid, groups, extra }: UserInfo): object {
  return { username: name, ...(uid && { uid }), groups, ...(extra && { extra }) };
}

interface ReviewSpec {
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  readonly resourceAttributes?: {
    verb?: string;
    group?: string;
    version?: string;
    resource?: string;
    subresource?: string;
    namespace?: string;
    name?: string;
  };
  readonly nonResourceAttributes?: { verb?: string; path?: string };
}

const specOf = (object: ApiObject): ReviewSpec => object['spec'] ?? {};

function subjectOf(object: ApiObject): UserInfo {
  const { user = '', groups = [], uid, extra } = specOf(object);
  return { name: user, groups, ...(uid !== undefined && { uid }), ...(extra && { extra }) };
}

function accessRequest(object: ApiObject, user: UserInfo): AccessRequest {
  const { resourceAttributes: resource, nonResourceAttributes: other } = specOf(object);
  if (resource === undefined) return { user, verb: other?.verb ?? '', path: other?.path ?? '' };
  const { verb = '', group = '', version = '', resource: plural = '', subresource, namespace, name } = resource;
  return {
    user,
    verb,
    resource: {
      group,
      version,
      plural,
      ...(subresource && { subresource }),
      ...(namespace && { namespace }),
      ...(name && { name }),
    },
  };
}

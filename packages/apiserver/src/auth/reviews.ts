/**
 * Questions posted as objects: may I, who am I. They are answered at once and never stored.
 */
import type { AccessRequest, Authorizer } from '../auth/authorizer.ts';
import type { UserInfo } from '../auth/user-info.ts';
import { readBody } from '../request/read-body.ts';
import type { ApiResponse } from '../request/api-request.ts';
import { objectResponse } from '../respond/respond.ts';
import type { ApiObject } from '../resource/served-resource.ts';
import type { Call } from '../verbs/call.ts';

export type CreateHandler = (call: Call) => Promise<ApiResponse>;

/** Handlers for the resources that can only be created, by `group/plural`. */
export function reviewHandlers(authorize: Authorizer): ReadonlyMap<string, CreateHandler> {
  const answered = (answer: (object: ApiObject, call: Call) => object) => async (call: Call) => {
    const { object } = await readBody(call.request, call.resource);
    return objectResponse(call, 201, {
      object: { ...object, metadata: object.metadata ?? {}, status: answer(object, call) },
    });
  };
  const access = (userOf: (object: ApiObject, call: Call) => UserInfo) =>
    answered((object, call) => {
      const { isAllowed, reason } = authorize(accessRequest(object, userOf(object, call)));
      return { allowed: isAllowed, ...(reason !== '' && { reason }) };
    });
  const self = (_object: ApiObject, call: Call) => call.request.user;
  return new Map<string, CreateHandler>([
    ['authorization.k8s.io/selfsubjectaccessreviews', access(self)],
    ['authorization.k8s.io/subjectaccessreviews', access(subjectOf)],
    ['authorization.k8s.io/localsubjectaccessreviews', access(subjectOf)],
    ['authorization.k8s.io/selfsubjectrulesreviews', answered(() => everyRule)],
    [
      'authentication.k8s.io/selfsubjectreviews',
      answered((_object, call) => ({ userInfo: printUser(call.request.user) })),
    ],
  ]);
}

/** What a server that allows everything says of anybody's rules. */
const everyRule = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
  incomplete: false,
};

function printUser({ name, uid, groups, extra }: UserInfo): object {
  return { username: name, ...(uid && { uid }), groups, ...(extra && { extra }) };
}

interface ReviewSpec {
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
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
  const { user = '', groups = [], uid } = specOf(object);
  return { name: user, groups, ...(uid !== undefined && { uid }) };
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

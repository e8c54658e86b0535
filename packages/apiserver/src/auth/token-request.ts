/**
 * `serviceaccounts/token`: gives out a token for an account. Upstream: registry/core/serviceaccount TokenREST.
 */
import { formatTime, parseApiVersion } from '@reeve/machinery';
import {
  badRequest,
  conflict,
  invalid,
  invalidObject,
  notFound,
  type ApiObject,
  type FieldError,
  type ObjectCodec,
} from '@reeve/registry';
import { readBody } from '../request/read-body.ts';
import { parseWriteOptions } from '../request/write-options.ts';
import type { SubresourceHandler } from '../resource/subresource-view.ts';
import { objectResponse } from '../respond/respond.ts';
import { admitPosted } from '../subresources/posted.ts';
import { storedObject, type Call } from '../verbs/call.ts';
import { applyFieldValidation } from '../write/field-validation.ts';
import { checkNamespace } from '../write/system-fields.ts';
import type { ServiceAccountTokens, TokenSubject } from './service-account-tokens.ts';

const defaultLifetime = 3600;
const shortestLifetime = 600;
const longestLifetime = 2 ** 32;
/** Pods ask for this lifetime, and get a year: old clients read their token once. */
const podLifetime = 3607;
const extendedLifetime = 365 * 24 * 3600;

const kind = {
  group: 'authentication.k8s.io',
  version: 'v1',
  apiVersion: 'authentication.k8s.io/v1',
  kind: 'TokenRequest',
};

interface TokenRequestSpec {
  readonly audiences?: readonly string[] | null;
  readonly expirationSeconds?: number | null;
  readonly boundObjectRef?: ObjectRef | null;
}

interface ObjectRef {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly name?: string;
  readonly uid?: string;
}

export function tokenRequestHandler(tokens: ServiceAccountTokens, codec: ObjectCodec): SubresourceHandler {
  return async (call) => {
    const { context, info, warnings } = call;
    const spoken: Call = { ...call, resource: { ...call.resource, ...kind, codec } };
    const { fieldValidation, isDryRun } = parseWriteOptions(call.request.query, 'CreateOptions');
    const { object, oddities } = await readBody(call.request, spoken.resource);
    applyFieldValidation(oddities, fieldValidation, spoken.resource, warnings);
    checkNamespace(object, call.resource, info.namespace);
    const posted = completed(object);
    const now = context.host.clock.now();
    let account = object;
    const asked = await admitPosted(call, posted, spoken.resource, {
      isDryRun,
      check: (request) => {
        account = accountOf(call, request);
        const { audiences } = specOf(request);
        const wanted = audiences?.length ? audiences : [tokens.issuer];
        const metadata = { ...request.metadata, ...metadataOf(account), creationTimestamp: formatTime(now) };
        return { ...request, metadata, spec: { ...specOf(request), audiences: wanted } } as ApiObject;
      },
    });
    const {
      audiences: wanted = [],
      expirationSeconds = defaultLifetime,
      boundObjectRef = null,
    } = specOf(asked) as KnownSpec;
    refuse(lifetimeProblems(expirationSeconds), '');
    const subject = { account, ...boundTo(call, boundObjectRef) };
    const token = tokens.issue(subject, wanted, lifetimeOf(subject, wanted, expirationSeconds, tokens));
    return objectResponse(spoken, 201, {
      object: {
        kind: kind.kind,
        apiVersion: kind.apiVersion,
        metadata: asked.metadata,
        spec: { audiences: wanted, expirationSeconds, boundObjectRef },
        status: { token, expirationTimestamp: formatTime(now + expirationSeconds * 1000) },
      },
    });
  };
}

/** A spec in which the audiences and the lifetime are chosen. */
type KnownSpec = { readonly [Name in keyof TokenRequestSpec]?: NonNullable<TokenRequestSpec[Name]> };

/** A request with everything that it leaves to the server, as others see it. */
function completed(object: ApiObject): ApiObject {
  const { audiences = null, expirationSeconds, boundObjectRef = null } = specOf(object);
  return {
    ...object,
    spec: { audiences, expirationSeconds: expirationSeconds ?? defaultLifetime, boundObjectRef },
    status: { token: '', expirationTimestamp: null },
  };
}

const specOf = (object: ApiObject): TokenRequestSpec => object['spec'] ?? {};
const metadataOf = ({ metadata: { name, namespace, uid } }: ApiObject) => ({ name, namespace, uid });

/** The account that the path names; the body may name it again, and no other. */
function accountOf(call: Call, { metadata }: ApiObject): ApiObject {
  const name = call.info.name ?? '';
  if (metadata.name && metadata.name !== name)
    refuse([invalid('metadata.name', metadata.name, 'must match the service account name if specified')], name);
  const account = storedObject(call, name);
  if (account === undefined) throw notFound(call.resource, name);
  if (metadata.uid && metadata.uid !== account.metadata.uid)
    throw conflict(
      { group: kind.group, plural: kind.kind },
      name,
      `the UID in the token request (${metadata.uid}) does not match the UID of the service account (${account.metadata.uid})`,
    );
  return account;
}

function lifetimeProblems(seconds: number): FieldError[] {
  const field = 'spec.expirationSeconds';
  return [
    ...(seconds < shortestLifetime ? [invalid(field, seconds, 'may not specify a duration less than 10 minutes')] : []),
    ...(seconds > longestLifetime
      ? [invalid(field, seconds, 'may not specify a duration larger than 2^32 seconds')]
      : []),
  ];
}

function refuse(problems: readonly FieldError[], name: string): void {
  if (problems.length > 0) throw invalidObject(kind.group, kind.kind, name, problems);
}

/** What a token is bound to, looked up; it must be what the reference says it is. */
function boundTo(call: Call, reference: ObjectRef | null): Omit<TokenSubject, 'account'> {
  if (reference === null) return {};
  const { kind: bound = '', apiVersion = '', name = '', uid = '' } = reference;
  const found = lookUp(call, bound, apiVersion, name);
  if (uid !== '' && found.metadata.uid !== uid)
    throw conflict(
      { group: '', plural: bound },
      name,
      `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`,
    );
  switch (bound) {
    case 'Pod':
      return { pod: found, node: nodeOf(call, found) };
    case 'Secret':
      return { secret: found };
    default:
      return { node: { name, uid: found.metadata.uid } };
  }
}

function lookUp(call: Call, bound: string, apiVersion: string, name: string): ApiObject {
  const { group, version } = apiVersion === '' ? { group: '', version: '' } : parseApiVersion(apiVersion);
  if (group !== '' || !['Pod', 'Secret', 'Node'].includes(bound))
    throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${bound}`);
  const plural = `${bound.toLowerCase()}s`;
  const key = bound === 'Node' ? name : `${call.info.namespace ?? ''}/${name}`;
  const found = call.context.store.table(plural).get(key)?.object;
  if (found === undefined) throw notFound({ group: '', plural }, name);
  const account = (found['spec'] as { serviceAccountName?: string } | undefined)?.serviceAccountName ?? '';
  if (bound === 'Pod' && account !== call.info.name)
    throw badRequest(
      `cannot bind token for serviceaccount ${JSON.stringify(call.info.name)} to pod running with different serviceaccount name.`,
    );
  return found;
}

/** The node that a pod runs on, by name where nobody has registered it. */
function nodeOf(call: Call, pod: ApiObject): TokenSubject['node'] {
  const { nodeName = '' } = (pod['spec'] ?? {}) as { nodeName?: string };
  if (nodeName === '') return undefined;
  return { name: nodeName, uid: call.context.store.table('nodes').get(nodeName)?.object.metadata.uid };
}

function lifetimeOf(
  { pod }: TokenSubject,
  audiences: readonly string[],
  asked: number,
  { issuer }: ServiceAccountTokens,
): number {
  const isExtended = pod !== undefined && asked === podLifetime && audiences.every((each) => each === issuer);
  return isExtended ? extendedLifetime : asked;
}

/**
 * A request as a question to authorizers, and the refusal of one that may not be made. Upstream: apiserver endpoints/filters/authorization and
 * handlers/responsewriters.
 */
import { parseFieldSelector, parseLabelSelector, quote, type FieldQuery, type LabelQuery } from '@reeve/machinery';
import { forbidden, pathSegment, type StatusError, type UserInfo } from '@reeve/registry';
import type { AccessRequest, Authorizer, ResourceAccess, SelectorRequirement } from './authorizer.ts';

/** What a request for a resource asks for. */
interface ResourceInfo {
  readonly isResource: true;
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly subresource: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

/** The part of a request that authorization is about. */
export interface AccessSubject {
  readonly info: ResourceInfo | { readonly isResource: false; readonly verb: string };
  readonly query: URLSearchParams;
  readonly path: string;
  readonly target: string;
}

/** An authorizer that failed: neither yes nor no. Told in plain text, as upstream does. */
export class AuthorizationFailure extends Error {
  constructor(target: string, problem: string) {
    super(escaped(`Internal Server Error: ${quote(target)}: ${problem}`));
    this.name = 'AuthorizationFailure';
  }
}

/** Refuses a request that its user may not make, by throwing; answers at once where the authorizer does. */
export function authorizeRequest(
  authorizer: Authorizer,
  user: UserInfo,
  request: AccessSubject,
  onDecision?: (decision: 'allow' | 'forbid', reason: string) => void,
): void | Promise<void> {
  const asked = accessOf(user, request);
  const answer = authorizer.authorize(asked);
  const judge = ({ decision, reason, error }: Awaited<typeof answer>): void => {
    if (decision === 'allow') return onDecision?.('allow', reason);
    if (error !== undefined) {
      onDecision?.('forbid', 'internal error');
      throw new AuthorizationFailure(request.target, error);
    }
    onDecision?.('forbid', reason);
    throw accessDenied(asked, reason);
  };
  return answer instanceof Promise ? answer.then(judge) : judge(answer);
}

/** What a request asks for. */
export function accessOf(user: UserInfo, { info, query, path }: AccessSubject): AccessRequest {
  if (!info.isResource) return { user, verb: info.verb, path };
  const { verb, group, version, plural, subresource, namespace } = info;
  const selectors = selectorsOf(info, query);
  const name = info.name ?? selectors?.name;
  return {
    user,
    verb,
    resource: {
      group,
      version,
      plural,
      ...(subresource !== undefined && { subresource }),
      ...(namespace !== undefined && { namespace }),
      ...(name !== undefined && { name }),
      ...selectors?.attributes,
    },
  };
}

interface Selectors {
  /** The name that the field selector asks for, where it asks for one. */
  readonly name: string | undefined;
  readonly attributes: Pick<ResourceAccess, 'fieldSelector' | 'labelSelector'>;
}

const selecting = new Set(['list', 'watch', 'deletecollection']);

function selectorsOf({ verb }: ResourceInfo, query: URLSearchParams): Selectors | undefined {
  const [fields, labels] = [query.get('fieldSelector') ?? '', query.get('labelSelector') ?? ''];
  if ((fields === '' && labels === '') || !selecting.has(verb)) return undefined;
  const [fieldQuery, labelQuery] = [readable(fields, parseFieldSelector), readable(labels, parseLabelSelector)];
  const name = fieldQuery?.requirements.find(
    ({ field, operator }) => field === 'metadata.name' && operator !== '!=',
  )?.value;
  return {
    name: name !== undefined && pathSegment(name).length === 0 && name !== '' ? name : undefined,
    attributes: attributesOf(fieldQuery, labelQuery),
  };
}

/** Selectors as they are asked about. */
export const selectorAttributes = (fields: string, labels: string): Selectors['attributes'] =>
  attributesOf(readable(fields, parseFieldSelector), readable(labels, parseLabelSelector));

const attributesOf = (fields: FieldQuery | undefined, labels: LabelQuery | undefined): Selectors['attributes'] => ({
  ...(fields && !fields.isEverything && { fieldSelector: fieldRequirements(fields) }),
  ...(labels && !labels.isEverything && { labelSelector: labelRequirements(labels) }),
});

/** A selector that cannot be read says nothing here; the verb refuses it. */
function readable<T>(text: string, parse: (text: string) => T): T | undefined {
  try {
    return text === '' ? undefined : parse(text);
  } catch {
    return undefined;
  }
}

const fieldRequirements = ({ requirements }: FieldQuery): SelectorRequirement[] =>
  requirements.map(({ field, operator, value }) => ({
    key: field,
    operator: operator === '!=' ? 'NotIn' : 'In',
    values: [value],
  }));

const operators: Readonly<Record<string, string>> = {
  '=': 'In',
  '==': 'In',
  in: 'In',
  '!=': 'NotIn',
  notin: 'NotIn',
  exists: 'Exists',
  '!': 'DoesNotExist',
};

/** Operators that reviews have no word for are left out, which asks for more and not for less. */
const labelRequirements = ({ requirements }: LabelQuery): SelectorRequirement[] =>
  requirements.flatMap(({ key, operator, values }) => {
    const word = operators[operator];
    return word === undefined ? [] : [{ key, operator: word, ...(values.length > 0 && { values }) }];
  });

/** The refusal of something that a user may not do. */
export function accessDenied({ user, verb, resource, path = '' }: AccessRequest, reason: string): StatusError {
  const who = `User ${quote(user.name)} cannot ${verb}`;
  if (resource === undefined)
    return forbidden({ group: '', plural: '' }, '', because(`${who} path ${quote(path)}`, reason));
  const { group, plural, subresource, namespace, name = '' } = resource;
  const what = `resource ${quote(subresource ? `${plural}/${subresource}` : plural)} in API group ${quote(group)}`;
  const where = namespace ? `in the namespace ${quote(namespace)}` : 'at the cluster scope';
  return forbidden({ group, plural }, name, because(`${who} ${what} ${where}`, reason));
}

const because = (sentence: string, reason: string): string =>
  reason === '' ? escaped(sentence) : `${escaped(sentence)}: ${reason}`;

/** What a browser could take for HTML is written otherwise. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Which requests a webhook or a policy is about: by rules, by equivalent versions of the resource, by the labels of the namespace and of the object. Match
 * conditions come after that. Upstream: apiserver admission/plugin/webhook generic, predicates and rules.
 */
import { labelSelectorToQuery, type LabelQuery } from '@reeve/machinery';
import {
  fieldsAt,
  itemsAt,
  notFound,
  textAt,
  textsAt,
  type AdmissionRequest,
  type ApiObject,
  type Fields,
  type ObjectForm,
  type ResourceRegistry,
  type ServedResource,
  type Store,
} from '@reeve/registry';
import { subresourceView } from '../resource/subresource-view.ts';

/** One of the rules in a webhook's `rules`, or in a policy's `resourceRules` and `excludeResourceRules`. */
interface Rule {
  readonly operations: readonly string[];
  readonly groups: readonly string[];
  readonly versions: readonly string[];
  readonly resources: readonly { readonly plural: string; readonly subresource: string }[];
  readonly scope: string;
  /** Names of objects; all of them where there are none. */
  readonly names: readonly string[];
}

/** What a webhook or a policy says of the requests that it is about. */
export interface MatchCriteria {
  readonly rules: readonly Rule[];
  readonly excluded: readonly Rule[];
  /** Whether other versions of a resource, and other groups with the same objects, count as well. */
  readonly hasEquivalents: boolean;
  readonly namespaces: LabelQuery | undefined;
  readonly objects: LabelQuery | undefined;
}

/** The resource whose version whoever is asked wants to see, and the kind of the objects in it. */
export interface Matched {
  readonly resource: ServedResource;
  readonly form: ObjectForm;
}

/** Reads a webhook (`rules`), or the match constraints of a policy (`resourceRules`). */
export function matchCriteria(fields: Fields): MatchCriteria {
  const rules = [...itemsAt(fields, 'rules'), ...itemsAt(fields, 'resourceRules')];
  return {
    rules: rules.map(readRule),
    excluded: itemsAt(fields, 'excludeResourceRules').map(readRule),
    hasEquivalents: textAt(fields, 'matchPolicy') !== 'Exact',
    namespaces: selector(fields, 'namespaceSelector'),
    objects: selector(fields, 'objectSelector'),
  };
}

function selector(fields: Fields, name: string): LabelQuery | undefined {
  const given = fieldsAt(fields, name);
  const isEmpty = itemsAt(given, 'matchExpressions').length + Object.keys(fieldsAt(given, 'matchLabels')).length === 0;
  return isEmpty ? undefined : labelSelectorToQuery(given);
}

const readRule = (rule: Fields): Rule => ({
  operations: textsAt(rule, 'operations'),
  groups: textsAt(rule, 'apiGroups'),
  versions: textsAt(rule, 'apiVersions'),
  resources: textsAt(rule, 'resources').map((each) => {
    const slash = each.indexOf('/');
    return slash === -1
      ? { plural: each, subresource: '' }
      : { plural: each.slice(0, slash), subresource: each.slice(slash + 1) };
  }),
  scope: textAt(rule, 'scope') || '*',
  names: textsAt(rule, 'resourceNames'),
});

export class RequestMatcher {
  readonly #store: Store;
  readonly #registry: ResourceRegistry;
  /** Resources with the same objects, by their table, as of a generation of the registry. */
  #byTable = new Map<string, ServedResource[]>();
  #generation = -1;

  constructor(store: Store, registry: ResourceRegistry) {
    this.#store = store;
    this.#registry = registry;
  }

  /** The version to ask in, or undefined where the criteria are not about the request. Throws a 404 where they ask for the labels of a namespace that is not there. */
  match(request: AdmissionRequest, criteria: MatchCriteria): Matched | undefined {
    const { namespaces, objects } = criteria;
    const isSelected = namespaces === undefined ? true : this.#isSelected(request, namespaces);
    if (isSelected === false || (objects !== undefined && !hasLabels(request, objects))) return undefined;
    if (this.#matchRules(request, criteria.excluded, criteria.hasEquivalents) !== undefined) return undefined;
    const matched = this.#matchRules(request, criteria.rules, criteria.hasEquivalents);
    if (matched !== undefined && isSelected === undefined)
      throw notFound({ group: '', plural: 'namespaces' }, request.namespace ?? '');
    return matched;
  }

  /** Rules in their order, each for the resource itself; then each for its equivalents. */
  #matchRules(request: AdmissionRequest, rules: readonly Rule[], hasEquivalents: boolean): Matched | undefined {
    const { resource, form } = request;
    if (rules.some((rule) => isAbout(rule, request, resource))) return { resource, form };
    if (!hasEquivalents || rules.length === 0) return undefined;
    const others = this.#equivalents(resource);
    for (const rule of rules) {
      for (const other of others) {
        const found = isAbout(rule, request, other) ? formIn(request, other) : undefined;
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /** Undefined where the namespace is not there. Objects of the cluster are never exempt, unless they are namespaces. */
  #isSelected(request: AdmissionRequest, query: LabelQuery): boolean | undefined {
    const { resource, subresource, namespace, operation, object } = request;
    const isNamespace = resource.group === '' && resource.plural === 'namespaces';
    if (!namespace && !isNamespace) return true;
    const isWritten = isNamespace && subresource === undefined && (operation === 'CREATE' || operation === 'UPDATE');
    const found = isWritten ? object : this.#store.table('namespaces').get(namespace ?? '')?.object;
    return found && query.matches(found.metadata.labels ?? {});
  }

  #equivalents(resource: ServedResource): readonly ServedResource[] {
    if (this.#generation !== this.#registry.generation) {
      this.#byTable = new Map();
      this.#generation = this.#registry.generation;
      for (const each of this.#registry.all()) {
        const known = this.#byTable.get(each.storage.table);
        if (known === undefined) this.#byTable.set(each.storage.table, [each]);
        else known.push(each);
      }
    }
    return (this.#byTable.get(resource.storage.table) ?? []).filter((other) => !isSame(other, resource));
  }
}

const isSame = (one: ServedResource, other: ServedResource): boolean =>
  one.group === other.group && one.version === other.version && one.plural === other.plural;

/** The request's objects in another version; undefined where that does not have the subresource. A Scale is a Scale in all. */
function formIn({ subresource, resource, form }: AdmissionRequest, other: ServedResource): Matched | undefined {
  const view = subresource === undefined ? other : subresourceView(other, subresource);
  if (view === undefined) return undefined;
  const isOwnKind = form.kind === resource.kind && form.group === resource.group;
  return { resource: view, form: isOwnKind ? view : form };
}

function isAbout(rule: Rule, request: AdmissionRequest, resource: ServedResource): boolean {
  return (
    isInScope(rule.scope, request, resource) &&
    listsOrAll(rule.operations, request.operation) &&
    listsOrAll(rule.groups, resource.group) &&
    listsOrAll(rule.versions, resource.version) &&
    rule.resources.some(
      ({ plural, subresource }) =>
        (plural === '*' || plural === resource.plural) &&
        (subresource === '*' || subresource === (request.subresource ?? '')),
    ) &&
    (rule.names.length === 0 || rule.names.includes(request.name))
  );
}

const listsOrAll = (words: readonly string[], word: string): boolean => words.includes('*') || words.includes(word);

function isInScope(scope: string, { namespace }: AdmissionRequest, { group, plural }: ServedResource): boolean {
  if (scope === '*') return true;
  const isOfCluster = !namespace || (group === '' && plural === 'namespaces');
  return isOfCluster === (scope === 'Cluster');
}

/** What is to be stored or what is stored has the labels; a CONNECT has no object with any. */
const hasLabels = ({ object, old }: AdmissionRequest, query: LabelQuery): boolean =>
  [object, old].some((each: ApiObject | undefined) => each !== undefined && query.matches(each.metadata?.labels ?? {}));

/** Configurations of admission itself, which nothing may stand in the way of. */
export function isExempt({ resource: { group, plural } }: AdmissionRequest): boolean {
  return group === 'admissionregistration.k8s.io' && exempt.has(plural);
}

/** Questions that are answered and not stored, which webhooks are not asked about. */
export function isVirtual({ resource: { group, plural } }: AdmissionRequest): boolean {
  return (group === 'authentication.k8s.io' || group === 'authorization.k8s.io') && plural.endsWith('reviews');
}

const exempt = new Set([
  'validatingwebhookconfigurations',
  'mutatingwebhookconfigurations',
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
]);

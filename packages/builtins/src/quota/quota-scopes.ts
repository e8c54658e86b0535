/**
 * Which objects a quota is about: those that are in all of its scopes. Upstream: the scope selectors of kubernetes pkg/quota/v1.
 */
import {
  fieldsAt,
  hasAt,
  itemsAt,
  listAt,
  numberAt,
  textAt,
  textsAt,
  valueAt,
  type ApiObject,
  type Fields,
  type ServedResource,
} from '@reeve/registry';
import { qosClassOf } from '../facts/qos-class.ts';

/** A scope, and which of it. */
interface Scope {
  readonly name: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** True of an object that is in all scopes of a quota. */
export const isInScope = (
  quota: ApiObject,
  { group, plural }: Pick<ServedResource, 'group' | 'plural'>,
  object: ApiObject,
): boolean => {
  const judge = group === '' ? judges.get(plural) : undefined;
  return scopesOf(quota).every((scope) => judge?.(scope, object) ?? false);
};

const scopesOf = (quota: ApiObject): readonly Scope[] => [
  ...textsAt(quota, 'spec', 'scopes').map((name) => ({ name, operator: 'Exists', values: [] })),
  ...itemsAt(quota, 'spec', 'scopeSelector', 'matchExpressions').map((each) => ({
    name: textAt(each, 'scopeName'),
    operator: textAt(each, 'operator'),
    values: textsAt(each, 'values'),
  })),
];

const judges: ReadonlyMap<string, (scope: Scope, object: ApiObject) => boolean> = new Map([
  ['pods', isPodIn],
  ['persistentvolumeclaims', isClaimIn],
]);

function isPodIn(scope: Scope, pod: ApiObject): boolean {
  const spec = fieldsAt(pod, 'spec');
  const hasDeadline = hasAt(spec, 'activeDeadlineSeconds') && numberAt(spec, 'activeDeadlineSeconds') >= 0;
  switch (scope.name) {
    case 'Terminating':
      return hasDeadline;
    case 'NotTerminating':
      return !hasDeadline;
    case 'BestEffort':
      return qosClassOf(spec) === 'BestEffort';
    case 'NotBestEffort':
      return qosClassOf(spec) !== 'BestEffort';
    case 'PriorityClass':
      return isChosen(scope, [textAt(spec, 'priorityClassName')].filter(Boolean));
    case 'CrossNamespacePodAffinity':
      return ['podAffinity', 'podAntiAffinity'].some((part) => looksAround(fieldsAt(spec, 'affinity', part)));
    default:
      return false;
  }
}

function isClaimIn(scope: Scope, claim: ApiObject): boolean {
  if (scope.name !== 'VolumeAttributesClass') return false;
  const names = [
    textAt(claim, 'spec', 'volumeAttributesClassName'),
    textAt(claim, 'status', 'currentVolumeAttributesClassName'),
    textAt(claim, 'status', 'modifyVolumeStatus', 'targetVolumeAttributesClassName'),
  ];
  return isChosen(scope, [...new Set(names)].filter(Boolean));
}

/** Whether the names that an object has are among those of the scope. */
function isChosen({ operator, values }: Scope, names: readonly string[]): boolean {
  const isNamed = names.some((name) => values.includes(name));
  if (operator === 'Exists') return names.length > 0;
  if (operator === 'DoesNotExist') return names.length === 0;
  return operator === 'In' ? isNamed : !isNamed;
}

/** True of affinity to pods of other namespaces. */
function looksAround(affinity: Fields): boolean {
  const required = itemsAt(affinity, 'requiredDuringSchedulingIgnoredDuringExecution');
  const preferred = itemsAt(affinity, 'preferredDuringSchedulingIgnoredDuringExecution').map((each) =>
    fieldsAt(each, 'podAffinityTerm'),
  );
  return [...required, ...preferred].some(
    (term) => listAt(term, 'namespaces').length > 0 || valueAt(term, 'namespaceSelector') !== undefined,
  );
}

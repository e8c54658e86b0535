/**
 * Kinds for which a line or two is all there is to fill in. Upstream: the SetDefaults_… functions of kubernetes pkg/apis.
 */
import { fieldsAt, isSet, textAt, textOf, type Fields } from '@reeve/registry';
import { all, always, each, fill, fillZeros, within, type Fill } from './fill.ts';

/** Completes a Secret, and folds what was given as text into its data. */
export const secretDefaults: Fill = (secret) => {
  const typed = fill(secret, { type: 'Opaque' });
  if (!Object.hasOwn(typed, 'stringData')) return typed;
  const { stringData: _folded, ...rest } = typed;
  const texts = Object.entries(fieldsAt(secret, 'stringData'));
  if (texts.length === 0) return rest;
  const folded = texts.map(([key, text]) => [key, Buffer.from(textOf(text)).toString('base64')]);
  return { ...rest, data: sorted({ ...fieldsAt(secret, 'data'), ...Object.fromEntries(folded) }) };
};

/** Completes a Node: what it has is what can be given away. */
export const nodeDefaults: Fill = all(
  (node) => always(node, 'spec', withBothRanges),
  (node) =>
    within(node, 'status', (status) =>
      isSet(status['capacity'])
        ? always(status, 'allocatable', (allocatable) => fill(allocatable, fieldsAt(status, 'capacity')))
        : status,
    ),
);

/** Completes a LimitRange: what a container may have at most is what it gets. */
export const limitRangeDefaults: Fill = (object) =>
  within(object, 'spec', (spec) =>
    each(spec, 'limits', (limit) => (limit['type'] === 'Container' ? containerLimitDefaults(limit) : limit)),
  );

/** Completes a PriorityClass. */
export const priorityClassDefaults: Fill = (object) => fill(object, { preemptionPolicy: 'PreemptLowerPriority' });

const rbacGroup = 'rbac.authorization.k8s.io';

/** Completes a RoleBinding or ClusterRoleBinding. */
export const roleBindingDefaults: Fill = all(
  (binding) => always(binding, 'roleRef', (reference) => fill(reference, { apiGroup: rbacGroup })),
  (binding) =>
    each(binding, 'subjects', (subject) =>
      ['User', 'Group'].includes(textAt(subject, 'kind')) ? fill(subject, { apiGroup: rbacGroup }) : subject,
    ),
);

/** Completes a FlowSchema. */
export const flowSchemaDefaults: Fill = (object) =>
  always(object, 'spec', (spec) => fillZeros(spec, { matchingPrecedence: 1000 }));

/** Completes a PriorityLevelConfiguration. */
export const priorityLevelDefaults: Fill = (object) =>
  within(
    object,
    'spec',
    all(
      (spec) => within(spec, 'exempt', (exempt) => fill(exempt, { nominalConcurrencyShares: 0, lendablePercent: 0 })),
      (spec) => within(spec, 'limited', limitedDefaults),
    ),
  );

/** Completes a ResourceClaim. */
export const resourceClaimDefaults: Fill = (object) => within(object, 'spec', claimDefaults);

/** Completes a ResourceClaimTemplate. */
export const resourceClaimTemplateDefaults: Fill = (object) =>
  within(object, 'spec', (spec) => within(spec, 'spec', claimDefaults));

/** The first range of addresses is told twice. */
function withBothRanges(spec: Fields): Fields {
  const range = textAt(spec, 'podCIDR');
  return range === '' ? spec : fill(spec, { podCIDRs: [range] });
}

/** The default is the maximum, and what is asked for by default is the default or the minimum. */
function containerLimitDefaults(limit: Fields): Fields {
  const most = fieldsAt(limit, 'max');
  const given = { ...most, ...fieldsAt(limit, 'default') };
  const asked = { ...fieldsAt(limit, 'min'), ...given, ...fieldsAt(limit, 'defaultRequest') };
  return {
    ...limit,
    ...(Object.keys(given).length > 0 && { default: given }),
    ...(Object.keys(asked).length > 0 && { defaultRequest: asked }),
  };
}

const limitedDefaults: Fill = all(
  (limited) => fill(limited, { nominalConcurrencyShares: 30, lendablePercent: 0 }),
  (limited) =>
    within(limited, 'limitResponse', (response) =>
      within(response, 'queuing', (queuing) => fillZeros(queuing, { queues: 64, handSize: 8, queueLengthLimit: 50 })),
    ),
);

const claimDefaults: Fill = (spec) =>
  within(spec, 'devices', (devices) =>
    each(
      devices,
      'requests',
      all(
        (request) => within(request, 'exactly', requestDefaults),
        (request) => each(request, 'firstAvailable', requestDefaults),
      ),
    ),
  );

const requestDefaults: Fill = (request) => {
  const named = fill(request, { allocationMode: 'ExactCount' });
  return named['allocationMode'] === 'ExactCount' ? fillZeros(named, { count: 1 }) : named;
};

const sorted = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** A namespace carries its own name as a label. */
export const namespaceDefaults: Fill = (namespace) => {
  const { name } = fieldsAt(namespace, 'metadata');
  return isSet(name) && name !== ''
    ? always(namespace, 'metadata', (metadata) =>
        always(metadata, 'labels', (labels) => ({ ...labels, 'kubernetes.io/metadata.name': name })),
      )
    : namespace;
};

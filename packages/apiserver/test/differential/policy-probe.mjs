/**
 * Probes of admission policies. A real server takes a policy up some time after it was written, and takes all up together: a probe asks a last policy until it
 * is answered by it, and so knows that those before are in force. Everything is about the probe's own namespace.
 */
import { del, post } from '../../../../tools/differential/probe.mjs';
import { configMap, configMaps } from './probe-objects.mjs';

/**
 * @typedef {Record<string, unknown>} Json
 * @typedef {import('../../../../tools/differential/probe.mjs').Step} Step
 *
 * @typedef {object} PolicyParts
 * @property {string} [name] What the policy is called in the probe; it and its binding have a name of their own in the server.
 * @property {Json[]} [rules]
 * @property {Json} [spec] More of the policy.
 * @property {Json | null} [binding] More of the binding; null for none.
 */

const admission = '/apis/admissionregistration.k8s.io/v1';
const ownNamespace = { matchLabels: { 'kubernetes.io/metadata.name': '<ns>' } };

const notTheCanary = { matchExpressions: [{ key: 'canary', operator: 'DoesNotExist' }] };

/** What policies look at unless they say otherwise. */
export const configMapRule = {
  operations: ['CREATE', 'UPDATE', 'DELETE'],
  apiGroups: [''],
  apiVersions: ['v1'],
  resources: ['configmaps'],
};

/** @param {'Validating' | 'Mutating'} type @param {string} name */
const pathsOf = (type, name) => ({
  policies: `${admission}/${type.toLowerCase()}admissionpolicies`,
  bindings: `${admission}/${type.toLowerCase()}admissionpolicybindings`,
  name: `${name}-<id>`,
});

/**
 * The steps that write a policy and its binding.
 * @param {'Validating' | 'Mutating'} type
 * @param {PolicyParts} parts
 * @returns {Step[]}
 */
export function withPolicy(type, { name = 'one', rules, spec = {}, binding = {} }) {
  const paths = pathsOf(type, name);
  const operations = type === 'Mutating' ? ['CREATE', 'UPDATE'] : configMapRule.operations;
  const { matchConstraints, ...rest } = spec;
  const policy = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: `${type}AdmissionPolicy`,
    metadata: { name: paths.name },
    spec: {
      matchConstraints: {
        namespaceSelector: ownNamespace,
        ...(name !== 'canary' && { objectSelector: notTheCanary }),
        resourceRules: rules ?? [{ ...configMapRule, operations }],
        ...Object(matchConstraints),
      },
      ...(type === 'Mutating' && { reinvocationPolicy: 'Never' }),
      ...rest,
    },
  };
  const bound = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: `${type}AdmissionPolicyBinding`,
    metadata: { name: paths.name },
    spec: { policyName: paths.name, ...(type === 'Validating' && { validationActions: ['Deny'] }), ...binding },
  };
  return [
    post(paths.policies, policy, { quiet: true }),
    ...(binding === null ? [] : [post(paths.bindings, bound, { quiet: true })]),
  ];
}

/**
 * The steps that take a policy away, or only its binding.
 * @param {'Validating' | 'Mutating'} type
 * @param {string} [name]
 * @returns {Step[]}
 */
export function withoutPolicy(type, name = 'one') {
  const paths = pathsOf(type, name);
  return [
    del(`${paths.bindings}/${paths.name}`, undefined, { quiet: true }),
    del(`${paths.policies}/${paths.name}`, undefined, { quiet: true }),
  ];
}

/**
 * Waits until everything before is in force.
 * @param {'Validating' | 'Mutating'} type
 * @returns {Step[]}
 */
export function settled(type) {
  const name = 'canary';
  const spec =
    type === 'Validating'
      ? { validations: [{ expression: `object.metadata.name != '${name}'`, message: name }] }
      : {
          mutations: [
            {
              patchType: 'ApplyConfiguration',
              applyConfiguration: { expression: `Object{metadata: Object.metadata{labels: {"${name}": "here"}}}` },
            },
          ],
          matchConditions: [{ name: 'one', expression: `object.metadata.name == '${name}'` }],
        };
  const rules = [{ ...configMapRule, operations: ['CREATE'] }];
  return [
    ...withPolicy(type, { name, rules, spec }),
    post(`${configMaps}?dryRun=All`, configMap(name, { a: '1' }, { labels: { canary: 'yes' } }), {
      quiet: true,
      until: type === 'Validating' ? { status: 422 } : { status: 201, path: `metadata.labels.${name}`, is: 'here' },
    }),
  ];
}

/**
 * A probe that tries requests under a policy.
 * @param {'Validating' | 'Mutating'} type
 * @param {string} title
 * @param {readonly PolicyParts[]} policies
 * @param {{ before?: Step[], requests: Step[] }} steps
 */
export function policyProbe(type, title, policies, { before = [], requests }) {
  return {
    title,
    steps: [
      ...before,
      ...policies.flatMap((parts, index) => withPolicy(type, { name: `p${index}`, ...parts })),
      ...settled(type),
      ...requests,
      ...policies.flatMap(({ name }, index) => withoutPolicy(type, name ?? `p${index}`)),
      ...withoutPolicy(type, 'canary'),
    ],
  };
}

/**
 * What Jobs must be, alone or as what a CronJob makes. Upstream: kubernetes pkg/apis/batch/validation.
 */
import { deepEqual, labelSelectorToQuery } from '@reeve/machinery';
import {
  dnsLabel,
  fieldsAt,
  fieldsOf,
  hasAt,
  invalid,
  isSet,
  notSupported,
  numberAt,
  required,
  textAt,
  tooLong,
  valueAt,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { domainPath, inOrder, none, notNegative, oneOf, when } from './checks.ts';
import { failurePolicyProblems, successPolicyProblems } from './job-policies.ts';
import { podTemplateProblems } from './pod/pod.ts';
import { mismatch, printed, selectorProblems } from './selector.ts';

const numbers = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
];
/** Jobs with an index for each pod end somewhere. */
const mostAtOnce = 100_000;
const longestManager = 63;

export const jobProblems = (job: ApiObject): readonly FieldError[] => [
  ...selectingSpecProblems(fieldsAt(job, 'spec')),
  ...hostnameProblems(job),
];

/** The selector that the server makes is looked at once, when the Job is new. */
export const newJobProblems = (job: ApiObject): readonly FieldError[] => [
  ...generatedSelector(job),
  ...jobProblems(job),
];

/** What a Job is about stays; while it is suspended, where its pods run may still change. */
export function jobChangeProblems(job: ApiObject, old: ApiObject): readonly FieldError[] {
  const [spec, before] = [fieldsAt(job, 'spec'), fieldsAt(old, 'spec')];
  const fixed = (name: string): readonly FieldError[] =>
    when(
      !deepEqual(spec[name] ?? null, before[name] ?? null),
      invalid(`spec.${name}`, spec[name] ?? null, 'field is immutable'),
    );
  return [
    ...completionProblems(spec, before),
    ...fixed('selector'),
    ...(before['suspend'] === true ? suspendedProblems(spec, before) : fixed('template')),
    ...['completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy', 'successPolicy'].flatMap(fixed),
  ];
}

const selectingSpecProblems = (spec: Fields): readonly FieldError[] => [
  ...jobSpecProblems(spec, 'spec'),
  ...(isSet(spec['selector']) ? selectorProblems(spec['selector'], 'spec.selector') : [required('spec.selector', '')]),
  ...pickedTemplate(spec),
];

/** The spec of a Job at a path. */
export function jobSpecProblems(spec: Fields, field: string): readonly FieldError[] {
  const template = fieldsAt(spec, 'template');
  return [
    ...numbers.flatMap((name) => notNegative(spec[name], `${field}.${name}`)),
    ...when(
      hasAt(spec, 'maxFailedIndexes') && !hasAt(spec, 'backoffLimitPerIndex'),
      required(`${field}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified'),
    ),
    ...managerProblems(spec, `${field}.managedBy`),
    ...modeProblems(spec, field),
    ...(hasAt(spec, 'podFailurePolicy') ? failurePolicyProblems(spec, `${field}.podFailurePolicy`) : none),
    ...(hasAt(spec, 'successPolicy') ? successPolicyProblems(spec, `${field}.successPolicy`) : none),
    ...replacementProblems(spec, `${field}.podReplacementPolicy`),
    ...podTemplateProblems(template, `${field}.template`),
    ...restartProblems(spec, `${field}.template.spec.restartPolicy`),
  ];
}

function managerProblems(spec: Fields, field: string): readonly FieldError[] {
  if (!hasAt(spec, 'managedBy')) return none;
  const name = textAt(spec, 'managedBy');
  return [...domainPath(name, field), ...when(name.length > longestManager, tooLong(field, longestManager))];
}

function modeProblems(spec: Fields, field: string): readonly FieldError[] {
  const mode = textAt(spec, 'completionMode');
  const failed = spec['maxFailedIndexes'];
  if (mode === 'Indexed')
    return [
      ...when(!hasAt(spec, 'completions'), required(`${field}.completions`, 'when completion mode is Indexed')),
      ...when(
        numberAt(spec, 'parallelism') > mostAtOnce,
        invalid(
          `${field}.parallelism`,
          spec['parallelism'],
          `must be less than or equal to ${mostAtOnce} when completion mode is Indexed`,
        ),
      ),
      ...when(
        hasAt(spec, 'completions') && Number(failed ?? 0) > numberAt(spec, 'completions'),
        invalid(`${field}.maxFailedIndexes`, failed, 'must be less than or equal to completions'),
      ),
    ];
  return [
    ...(mode === '' ? none : oneOf(mode, ['NonIndexed', 'Indexed'], `${field}.completionMode`)),
    ...['backoffLimitPerIndex', 'maxFailedIndexes'].flatMap((name) =>
      when(hasAt(spec, name), invalid(`${field}.${name}`, spec[name], 'requires indexed completion mode')),
    ),
  ];
}

function replacementProblems(spec: Fields, field: string): readonly FieldError[] {
  if (!hasAt(spec, 'podReplacementPolicy')) return none;
  const policies = hasAt(spec, 'podFailurePolicy') ? ['Failed'] : ['Failed', 'TerminatingOrFailed'];
  return oneOf(textAt(spec, 'podReplacementPolicy'), policies, field);
}

/** Pods of a Job come to an end. */
function restartProblems(spec: Fields, field: string): readonly FieldError[] {
  const policy = textAt(spec, 'template', 'spec', 'restartPolicy');
  if (['', 'Always'].includes(policy)) return [required(field, 'valid values: "OnFailure", "Never"')];
  if (!['OnFailure', 'Never'].includes(policy)) return [notSupported(field, policy, ['OnFailure', 'Never'])];
  return when(
    hasAt(spec, 'podFailurePolicy') && policy !== 'Never',
    invalid(field, policy, 'only "Never" is supported when podFailurePolicy is specified'),
  );
}

/** A Job that leaves its selector to the server has the one, and the labels, that the server makes. */
function generatedSelector(job: ApiObject): readonly FieldError[] {
  if (valueAt(job, 'spec', 'manualSelector') === true || !hasAt(job, 'spec', 'selector')) return none;
  const { uid = '', name = '' } = job.metadata;
  const labels = fieldsAt(job, 'spec', 'template', 'metadata', 'labels');
  const expected = {
    'controller-uid': uid,
    'job-name': name,
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
  };
  const selector = valueAt(job, 'spec', 'selector');
  const isReadable = selectorProblems(selector, '').length === 0;
  const isGenerated = isReadable && labelSelectorToQuery(fieldsOf(selector)).matches(expected);
  return [
    ...Object.entries(expected).flatMap(([key, value]) => labelProblems(labels, key, value)),
    ...when(isReadable && !isGenerated, invalid('spec.selector', printed(selector), '`selector` not auto-generated')),
  ];
}

function labelProblems(labels: Fields, key: string, value: string): readonly FieldError[] {
  const field = `spec.template.metadata.labels[${key}]`;
  if (!isSet(labels[key]))
    return [{ ...required('spec.template.metadata.labels', ''), body: `Required value: must be '${value}'` }];
  return when(labels[key] !== value, invalid(field, inOrder(labels), `must be '${value}'`));
}

function pickedTemplate(spec: Fields): readonly FieldError[] {
  const { selector } = spec;
  if (isSet(selector) && selectorProblems(selector, '').length > 0) return none;
  const labels = fieldsAt(spec, 'template', 'metadata', 'labels');
  const isPicked =
    isSet(selector) && labelSelectorToQuery(fieldsOf(selector)).matches(labels as Record<string, string>); // decoded as texts
  return when(!isPicked, mismatch(labels, 'spec'));
}

/** Pods with an index are hosts with a name. */
function hostnameProblems(job: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(job, 'spec');
  const count = numberAt(spec, 'completions');
  if (textAt(spec, 'completionMode') !== 'Indexed' || count <= 0) return none;
  const { name = '' } = job.metadata;
  const host = `${name}-${count - 1}`;
  const problem = `will not able to create pod with invalid DNS label: ${host}`;
  return when(dnsLabel(host).length > 0, invalid('metadata.name', name, problem));
}

function completionProblems(spec: Fields, before: Fields): readonly FieldError[] {
  const [count, old] = [spec['completions'] ?? null, before['completions'] ?? null];
  if (deepEqual(count, old)) return none;
  if (textAt(spec, 'completionMode') !== 'Indexed') return [invalid('spec.completions', count, 'field is immutable')];
  return count === null || count === spec['parallelism']
    ? none
    : [invalid('spec.completions', count, 'can only be modified in tandem with spec.parallelism')];
}

/** Where pods run, what they are called, and what they ask for. */
function suspendedProblems(spec: Fields, before: Fields): readonly FieldError[] {
  const fixed = (podSpec: Fields): Fields => {
    const { nodeSelector: _nodes, tolerations: _taints, schedulingGates: _gates, affinity, ...rest } = podSpec;
    const { nodeAffinity: _wishes, ...others } = fieldsOf(affinity);
    const containers = (name: string): Fields =>
      isSet(rest[name]) ? { [name]: (rest[name] as Fields[]).map(({ resources: _amounts, ...each }) => each) } : {}; // a list by its type
    return { ...rest, ...containers('containers'), ...containers('initContainers'), affinity: others };
  };
  const [own, old] = [fieldsAt(spec, 'template', 'spec'), fieldsAt(before, 'template', 'spec')];
  return when(!deepEqual(fixed(own), fixed(old)), invalid('spec.template.spec', own, 'field is immutable'));
}

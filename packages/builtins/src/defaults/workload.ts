/**
 * What makes pods, when its manifest does not say: replicas, strategies, history. Upstream: kubernetes pkg/apis/apps/v1 and batch/v1 SetDefaults_….
 */
import { fieldsAt, hasAt, isSet, itemsAt, textAt, type Fields } from '@reeve/registry';
import { all, always, each, fill, within, type Fill } from './fill.ts';
import { claimTemplateDefaults } from './persistent-volume-claim.ts';
import { podTemplateDefaults } from './pod.ts';

const templateDefaults: Fill = (spec) => always(spec, 'template', podTemplateDefaults);
const specDefaults =
  (...steps: readonly Fill[]): Fill =>
  (object) =>
    always(object, 'spec', all(templateDefaults, ...steps));

/** A rolling update has numbers only when that is the strategy. */
const strategyDefaults =
  (field: string, numbers: Fields): Fill =>
  (spec) =>
    always(spec, field, (strategy) => {
      const named = fill(strategy, { type: 'RollingUpdate' });
      return named['type'] === 'RollingUpdate'
        ? always(named, 'rollingUpdate', (rolling) => fill(rolling, numbers))
        : named;
    });

/** Completes a Deployment. */
export const deploymentDefaults = specDefaults(
  (spec) => fill(spec, { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 }),
  strategyDefaults('strategy', { maxUnavailable: '25%', maxSurge: '25%' }),
);

/** Completes a ReplicaSet. */
export const replicaSetDefaults = specDefaults((spec) => fill(spec, { replicas: 1 }));

/** Completes a StatefulSet. */
export const statefulSetDefaults = specDefaults(
  (spec) => fill(spec, { replicas: 1, revisionHistoryLimit: 10, podManagementPolicy: 'OrderedReady' }),
  strategyDefaults('updateStrategy', { partition: 0, maxUnavailable: 1 }),
  (spec) =>
    always(spec, 'persistentVolumeClaimRetentionPolicy', (policy) =>
      fill(policy, { whenDeleted: 'Retain', whenScaled: 'Retain' }),
    ),
  (spec) => each(spec, 'volumeClaimTemplates', claimTemplateDefaults),
);

/** Completes a DaemonSet. */
export const daemonSetDefaults: Fill = all(
  (set) => always(set, 'metadata', (metadata) => always(metadata, 'annotations', withoutTemplateGeneration)),
  specDefaults(
    (spec) => fill(spec, { revisionHistoryLimit: 10 }),
    strategyDefaults('updateStrategy', { maxUnavailable: 1, maxSurge: 0 }),
  ),
);

/** The changes of a template are counted in an annotation; whoever leaves it out means none, and is taken to have sent that. */
function withoutTemplateGeneration(annotations: Fields): Fields {
  return fill(annotations, { 'deprecated.daemonset.template.generation': '0' });
}

/** Completes a ReplicationController, which takes what it lacks from its template. */
export const replicationControllerDefaults: Fill = all(
  (object) => {
    const labels = fieldsAt(object, 'spec', 'template', 'metadata', 'labels');
    if (Object.keys(labels).length === 0) return object;
    const labelled = always(object, 'metadata', (metadata) =>
      hasEntries(metadata['labels']) ? metadata : { ...metadata, labels },
    );
    return always(labelled, 'spec', (spec) => (hasEntries(spec['selector']) ? spec : { ...spec, selector: labels }));
  },
  (object) => always(object, 'spec', (spec) => fill(within(spec, 'template', podTemplateDefaults), { replicas: 1 })),
);

/** Completes a Job. */
export const jobDefaults: Fill = all(
  (job) => {
    const labels = fieldsAt(job, 'spec', 'template', 'metadata', 'labels');
    return hasEntries(labels)
      ? always(job, 'metadata', (metadata) => (hasEntries(metadata['labels']) ? metadata : { ...metadata, labels }))
      : job;
  },
  specDefaults(
    (spec) =>
      hasAt(spec, 'completions') || hasAt(spec, 'parallelism') ? spec : { ...spec, completions: 1, parallelism: 1 },
    (spec) =>
      fill(spec, {
        parallelism: 1,
        backoffLimit: hasAt(spec, 'backoffLimitPerIndex') ? 2_147_483_647 : 6,
        completionMode: 'NonIndexed',
        suspend: false,
        manualSelector: false,
        podReplacementPolicy: hasAt(spec, 'podFailurePolicy') ? 'Failed' : 'TerminatingOrFailed',
      }),
    (spec) => within(spec, 'podFailurePolicy', (policy) => each(policy, 'rules', failureRuleDefaults)),
  ),
);

/** Completes a CronJob; the Jobs that it will make are completed when they are made. */
export const cronJobDefaults: Fill = (object) =>
  always(
    object,
    'spec',
    all(
      (spec) =>
        fill(spec, {
          concurrencyPolicy: 'Allow',
          suspend: false,
          successfulJobsHistoryLimit: 3,
          failedJobsHistoryLimit: 1,
        }),
      (spec) =>
        always(spec, 'jobTemplate', (template) =>
          always(
            always(template, 'metadata', (metadata) => metadata),
            'spec',
            templateDefaults,
          ),
        ),
    ),
  );

const failureRuleDefaults: Fill = (rule) =>
  itemsAt(rule, 'onPodConditions').every((condition) => textAt(condition, 'status') !== '')
    ? rule
    : each(rule, 'onPodConditions', (condition) => fill(condition, { status: 'True' }));

const hasEntries = (value: unknown): boolean => isSet(value) && Object.keys(value as object).length > 0;

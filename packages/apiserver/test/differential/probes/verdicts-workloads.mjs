/**
 * What the server says of workloads that are a little different from good ones, and of changes.
 */
import { deployment, deployments, podTemplate, replicaSets, statefulSets } from '../probe-objects.mjs';
import { changes, newOnes } from '../verdict-probe.mjs';

const daemonSets = '/apis/apps/v1/namespaces/<ns>/daemonsets';
const jobs = '/apis/batch/v1/namespaces/<ns>/jobs';
const cronJobs = '/apis/batch/v1/namespaces/<ns>/cronjobs';
const controllers = '/api/v1/namespaces/<ns>/replicationcontrollers';
const templates = '/api/v1/namespaces/<ns>/podtemplates';
const revisions = '/apis/apps/v1/namespaces/<ns>/controllerrevisions';
const metadata = { name: 'one' };
const selector = { matchLabels: { app: 'one' } };
const template = podTemplate('one');
const onceTemplate = { spec: { ...template.spec, restartPolicy: 'Never' } };
const claim = {
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};

const replicaSet = { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata, spec: { selector, template } };
const statefulSet = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata,
  spec: { selector, template, serviceName: 'one', volumeClaimTemplates: [claim] },
};
const daemonSet = { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata, spec: { selector, template } };
const job = { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: { template: onceTemplate } };
const indexed = { ...job, spec: { ...job.spec, completionMode: 'Indexed', completions: 3, parallelism: 2 } };
const suspended = { ...job, spec: { ...job.spec, suspend: true } };
const cronJob = {
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata,
  spec: { schedule: '* * * * *', jobTemplate: { spec: { template: onceTemplate } } },
};
const controller = {
  apiVersion: 'v1',
  kind: 'ReplicationController',
  metadata,
  spec: { replicas: 1, selector: { app: 'one' }, template },
};

/** What is wrong with a template is told the same way everywhere. */
const wrongTemplates = {
  'no template': { 'spec/template': undefined },
  'a template without containers': { 'spec/template/spec/containers': [] },
  'a template with an image that is none': { 'spec/template/spec/containers/0/image': '' },
  'a template with an image with a space': { 'spec/template/spec/containers/0/image': ' x' },
  'a template with labels that are none': { 'spec/template/metadata/labels/a b': 'c d' },
  'a template with annotations that are none': { 'spec/template/metadata/annotations': { 'a b': 'c' } },
  'a template with other labels': { 'spec/template/metadata/labels': { app: 'two' } },
  'a template without labels': { 'spec/template/metadata': {} },
  'a template that is not restarted': { 'spec/template/spec/restartPolicy': 'Never' },
  'a template with a deadline': { 'spec/template/spec/activeDeadlineSeconds': 5 },
  'a template with ephemeral containers': { 'spec/template/spec/ephemeralContainers': [{ name: 'e', image: 'x' }] },
};

const wrongSelectors = {
  'no selector': { 'spec/selector': undefined },
  'an empty selector': { 'spec/selector': {} },
  'a selector with labels that are none': { 'spec/selector': { matchLabels: { 'a b': 'c d' } } },
  'a selector with an operator that is none': {
    'spec/selector': { matchExpressions: [{ key: 'app', operator: 'Is', values: ['one'] }] },
  },
  'a selector without values': { 'spec/selector': { matchExpressions: [{ key: 'app', operator: 'In' }] } },
  'a selector with values too many': {
    'spec/selector': { matchExpressions: [{ key: 'app', operator: 'Exists', values: ['one'] }] },
  },
  'a selector by expressions': {
    'spec/selector': { matchExpressions: [{ key: 'app', operator: 'In', values: ['one', 'two'] }] },
  },
};

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  newOnes('verdicts on Deployments · E6', deployments, deployment('one'), {
    'a good one': {},
    'no spec': { spec: undefined },
    ...wrongSelectors,
    ...wrongTemplates,
    'a name with capitals': { 'metadata/name': 'One' },
    'replicas below zero': { 'spec/replicas': -1 },
    'seconds below zero': { 'spec/minReadySeconds': -1 },
    'history below zero': { 'spec/revisionHistoryLimit': -1 },
    'no time to get on': { 'spec/progressDeadlineSeconds': 0 },
    'less time to get on than to be ready': { 'spec/progressDeadlineSeconds': 5, 'spec/minReadySeconds': 5 },
    'a strategy that is none': { 'spec/strategy': { type: 'Slowly' } },
    recreating: { 'spec/strategy': { type: 'Recreate' } },
    'recreating with numbers': { 'spec/strategy': { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } },
    'rolling by one': { 'spec/strategy': { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } },
    'rolling by nothing': { 'spec/strategy': { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } },
    'rolling by less than nothing': { 'spec/strategy': { rollingUpdate: { maxSurge: -1, maxUnavailable: -1 } } },
    'rolling by a share that is none': { 'spec/strategy': { rollingUpdate: { maxSurge: 'x', maxUnavailable: '5' } } },
    'rolling by more than all': { 'spec/strategy': { rollingUpdate: { maxSurge: '150%', maxUnavailable: '150%' } } },
    'no time to get on at all': { 'spec/progressDeadlineSeconds': 2_147_483_647 },
  }),
  changes('verdicts on changes of a Deployment · E6', deployments, deployment('one'), {
    'another selector': { 'spec/selector/matchLabels': { app: 'two' } },
    'another selector and labels': {
      'spec/selector/matchLabels': { app: 'two' },
      'spec/template/metadata/labels': { app: 'two' },
    },
    'more labels': { 'spec/template/metadata/labels/b': 'c' },
    'another image': { 'spec/template/spec/containers/0/image': 'x' },
    'no image': { 'spec/template/spec/containers/0/image': '' },
    'replicas below zero': { 'spec/replicas': -1 },
    'no strategy': { 'spec/strategy': undefined },
    'a status': { status: { replicas: 5 } },
  }),
  changes(
    'verdicts on the status of a Deployment · E6',
    deployments,
    deployment('one'),
    {
      'a good one': { status: { replicas: 2, readyReplicas: 1, availableReplicas: 1 } },
      'numbers below zero': {
        status: {
          observedGeneration: -1,
          replicas: -1,
          updatedReplicas: -1,
          readyReplicas: -1,
          availableReplicas: -1,
          unavailableReplicas: -1,
        },
      },
      'more than all': { status: { replicas: 1, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 3 } },
    },
    '/status',
  ),
  newOnes('verdicts on ReplicaSets · E6', replicaSets, replicaSet, {
    'a good one': {},
    'no spec': { spec: undefined },
    ...wrongSelectors,
    ...wrongTemplates,
    'replicas below zero': { 'spec/replicas': -1 },
    'seconds below zero': { 'spec/minReadySeconds': -1 },
  }),
  changes('verdicts on changes of a ReplicaSet · E6', replicaSets, replicaSet, {
    'another selector': { 'spec/selector/matchLabels': { app: 'two' } },
    'another image': { 'spec/template/spec/containers/0/image': 'x' },
    'more replicas': { 'spec/replicas': 5 },
  }),
  newOnes('verdicts on StatefulSets · E6 · E7', statefulSets, statefulSet, {
    'a good one': {},
    'no spec': { spec: undefined },
    ...wrongSelectors,
    ...wrongTemplates,
    'a name with dots': { 'metadata/name': 'a.b' },
    'replicas below zero': { 'spec/replicas': -1 },
    'seconds below zero': { 'spec/minReadySeconds': -1 },
    'no service': { 'spec/serviceName': undefined },
    'a service that is none': { 'spec/serviceName': 'A b' },
    'a policy that is none': { 'spec/podManagementPolicy': 'Together' },
    'a policy': { 'spec/podManagementPolicy': 'Parallel' },
    'a strategy that is none': { 'spec/updateStrategy': { type: 'Slowly' } },
    'a strategy without updates': { 'spec/updateStrategy': { type: 'OnDelete' } },
    'a strategy without updates with numbers': {
      'spec/updateStrategy': { type: 'OnDelete', rollingUpdate: { partition: 1 } },
    },
    'a part below zero': { 'spec/updateStrategy': { rollingUpdate: { partition: -1 } } },
    'some may be missing': { 'spec/updateStrategy': { rollingUpdate: { maxUnavailable: 2 } } },
    ordinals: { 'spec/ordinals': { start: 3 } },
    'ordinals below zero': { 'spec/ordinals': { start: -3 } },
    'claims that are deleted': {
      'spec/persistentVolumeClaimRetentionPolicy': { whenDeleted: 'Delete', whenScaled: 'Retain' },
    },
    'claims with a policy that is none': {
      'spec/persistentVolumeClaimRetentionPolicy': { whenDeleted: 'Keep', whenScaled: 'Lose' },
    },
    'claims with nothing in them': { 'spec/volumeClaimTemplates': [{ metadata: { name: 'data' }, spec: {} }] },
    'claims without a name': { 'spec/volumeClaimTemplates': [{ spec: claim.spec }] },
    'history below zero': { 'spec/revisionHistoryLimit': -1 },
  }),
  changes('verdicts on changes of a StatefulSet · E6', statefulSets, statefulSet, {
    'another selector': { 'spec/selector/matchLabels': { app: 'two' } },
    'another service': { 'spec/serviceName': 'two' },
    'another image': { 'spec/template/spec/containers/0/image': 'x' },
    'other claims': { 'spec/volumeClaimTemplates/0/spec/resources/requests/storage': '2Gi' },
    'another policy': { 'spec/podManagementPolicy': 'Parallel' },
    'what may change': {
      'spec/replicas': 3,
      'spec/minReadySeconds': 5,
      'spec/revisionHistoryLimit': 2,
      'spec/ordinals': { start: 2 },
      'spec/updateStrategy': { type: 'OnDelete' },
    },
  }),
  newOnes('verdicts on DaemonSets · E6', daemonSets, daemonSet, {
    'a good one': {},
    'no spec': { spec: undefined },
    ...wrongSelectors,
    ...wrongTemplates,
    'seconds below zero': { 'spec/minReadySeconds': -1 },
    'history below zero': { 'spec/revisionHistoryLimit': -1 },
    'a strategy that is none': { 'spec/updateStrategy': { type: 'Slowly' } },
    'a strategy without updates': { 'spec/updateStrategy': { type: 'OnDelete' } },
    'rolling by nothing': { 'spec/updateStrategy': { rollingUpdate: { maxUnavailable: 0 } } },
    'rolling by more than there are': { 'spec/updateStrategy': { rollingUpdate: { maxSurge: 1 } } },
    'rolling by both': { 'spec/updateStrategy': { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } } },
    'rolling by one more': { 'spec/updateStrategy': { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } },
    'rolling by more than all': { 'spec/updateStrategy': { rollingUpdate: { maxUnavailable: '101%' } } },
  }),
  changes('verdicts on changes of a DaemonSet · E6', daemonSets, daemonSet, {
    'another selector': { 'spec/selector/matchLabels': { app: 'two' } },
    'another image': { 'spec/template/spec/containers/0/image': 'x' },
    'no updates': { 'spec/updateStrategy': { type: 'OnDelete' } },
  }),
  newOnes('verdicts on ReplicationControllers · E6', controllers, controller, {
    'a good one': {},
    'no spec': { spec: undefined },
    'no selector': { 'spec/selector': undefined },
    'an empty selector': { 'spec/selector': {} },
    'another selector': { 'spec/selector': { app: 'two' } },
    'a selector that is none': { 'spec/selector': { 'a b': 'c' } },
    ...wrongTemplates,
    'no replicas': { 'spec/replicas': undefined },
    'replicas below zero': { 'spec/replicas': -1 },
    'seconds below zero': { 'spec/minReadySeconds': -1 },
  }),
  changes('verdicts on changes of a ReplicationController · E6', controllers, controller, {
    'another selector': { 'spec/selector': { app: 'two' } },
    'another selector and labels': { 'spec/selector': { app: 'two' }, 'spec/template/metadata/labels': { app: 'two' } },
    'more replicas': { 'spec/replicas': 3 },
  }),
  newOnes('verdicts on Jobs · E6 · E7', jobs, job, {
    'a good one': {},
    'no spec': { spec: undefined },
    'no template': { 'spec/template': undefined },
    'a template that is always restarted': { 'spec/template/spec/restartPolicy': 'Always' },
    'a template that says nothing': { 'spec/template/spec/restartPolicy': undefined },
    'a template that is restarted when it failed': { 'spec/template/spec/restartPolicy': 'OnFailure' },
    'a template with a policy that is none': { 'spec/template/spec/restartPolicy': 'Once' },
    'labels of the template': { 'spec/template/metadata': { labels: { a: 'b' } } },
    'labels that are the server’s': { 'spec/template/metadata': { labels: { 'controller-uid': 'x' } } },
    'a selector of its own': { 'spec/selector': { matchLabels: { a: 'b' } } },
    'a selector by hand': {
      'spec/manualSelector': true,
      'spec/selector': { matchLabels: { a: 'b' } },
      'spec/template/metadata': { labels: { a: 'b' } },
    },
    'a selector by hand that does not match': {
      'spec/manualSelector': true,
      'spec/selector': { matchLabels: { a: 'b' } },
    },
    'by hand without a selector': { 'spec/manualSelector': true },
    'numbers below zero': {
      'spec/parallelism': -1,
      'spec/completions': -1,
      'spec/activeDeadlineSeconds': -1,
      'spec/backoffLimit': -1,
      'spec/ttlSecondsAfterFinished': -1,
    },
    'a deadline of zero': { 'spec/activeDeadlineSeconds': 0 },
    indexed: { 'spec/completionMode': 'Indexed', 'spec/completions': 2 },
    'indexed without a number': { 'spec/completionMode': 'Indexed' },
    'indexed with very many': {
      'spec/completionMode': 'Indexed',
      'spec/completions': 200_000,
      'spec/parallelism': 200_000,
    },
    'a mode that is none': { 'spec/completionMode': 'Random' },
    suspended: { 'spec/suspend': true },
    'retries for each index': {
      'spec/completionMode': 'Indexed',
      'spec/completions': 2,
      'spec/backoffLimitPerIndex': 1,
      'spec/maxFailedIndexes': 1,
    },
    'retries for each index without indexes': { 'spec/backoffLimitPerIndex': 1 },
    'indexes that may fail without retries for each': { 'spec/maxFailedIndexes': 1 },
    'a policy for failures': {
      'spec/podFailurePolicy': {
        rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [1, 2] } }],
      },
    },
    'a policy for failures that is none': {
      'spec/podFailurePolicy': {
        rules: [
          { action: 'Panic', onExitCodes: { operator: 'Is', values: [] } },
          { action: 'Ignore' },
          { action: 'Count', onExitCodes: { containerName: 'nobody', operator: 'In', values: [0, 0] } },
        ],
      },
    },
    'a policy for failures of what is restarted': {
      'spec/template/spec/restartPolicy': 'OnFailure',
      'spec/podFailurePolicy': { rules: [] },
    },
    'a policy for success': {
      'spec/completionMode': 'Indexed',
      'spec/completions': 3,
      'spec/successPolicy': { rules: [{ succeededCount: 1 }] },
    },
    'a policy for success without indexes': { 'spec/successPolicy': { rules: [{ succeededCount: 1 }] } },
    'replacing pods': { 'spec/podReplacementPolicy': 'Failed' },
    'replacing pods by a policy that is none': { 'spec/podReplacementPolicy': 'Soon' },
    'managed by somebody': { 'spec/managedBy': 'example.com/x' },
    'managed by nobody': { 'spec/managedBy': 'x' },
    'a long name': { 'metadata/name': 'n'.repeat(64) },
  }),
  changes('verdicts on changes of a Job · E6', jobs, job, {
    'more at once': { 'spec/parallelism': 3 },
    'more completions': { 'spec/completions': 3 },
    'another template': { 'spec/template/spec/containers/0/image': 'x' },
    'another selector': { 'spec/selector': { matchLabels: { a: 'b' } } },
    'another mode': { 'spec/completionMode': 'Indexed', 'spec/completions': 1 },
    suspended: { 'spec/suspend': true },
    'a deadline': { 'spec/activeDeadlineSeconds': 5 },
    'a life after': { 'spec/ttlSecondsAfterFinished': 5 },
    'more retries': { 'spec/backoffLimit': 9 },
  }),
  changes('verdicts on changes of an indexed Job · E6', jobs, indexed, {
    'more completions and as many at once': { 'spec/completions': 5, 'spec/parallelism': 5 },
    'more completions alone': { 'spec/completions': 5 },
    'no completions': { 'spec/completions': undefined },
  }),
  changes('verdicts on changes of a Job that is suspended · E6', jobs, suspended, {
    'where its pods run': { 'spec/template/spec/nodeSelector': { a: 'b' } },
    'labels of its pods': { 'spec/template/metadata/labels/extra': 'x' },
    'another image': { 'spec/template/spec/containers/0/image': 'x' },
    'going on': { 'spec/suspend': false },
  }),
  newOnes('verdicts on CronJobs · E6 · E7', cronJobs, cronJob, {
    'a good one': {},
    'no spec': { spec: undefined },
    'no schedule': { 'spec/schedule': undefined },
    'a schedule of words': { 'spec/schedule': 'now and then' },
    'a schedule with too few parts': { 'spec/schedule': '* * * *' },
    'a schedule with too big a number': { 'spec/schedule': '61 * * * *' },
    'a schedule with ranges and steps': { 'spec/schedule': '*/5 1-5 1,15 jan-mar mon' },
    'a schedule with a step of zero': { 'spec/schedule': '*/0 * * * *' },
    'a schedule that runs backwards': { 'spec/schedule': '5-1 * * * *' },
    'a schedule by name': { 'spec/schedule': '@hourly' },
    'a schedule by a name that is none': { 'spec/schedule': '@often' },
    'a schedule by a span': { 'spec/schedule': '@every 1h30m' },
    'a schedule by a span that is none': { 'spec/schedule': '@every day' },
    'a schedule with a zone': { 'spec/schedule': 'TZ=UTC * * * * *' },
    'a schedule with a zone after it': { 'spec/schedule': 'CRON_TZ=UTC * * * * *' },
    'a zone': { 'spec/timeZone': 'Europe/Berlin' },
    'a zone that is none': { 'spec/timeZone': 'Mars/Base' },
    'an empty zone': { 'spec/timeZone': '' },
    'a local zone': { 'spec/timeZone': 'Local' },
    'a zone in small letters': { 'spec/timeZone': 'europe/berlin' },
    'a zone with a space': { 'spec/timeZone': ' UTC' },
    'a policy': { 'spec/concurrencyPolicy': 'Forbid' },
    'a policy that is none': { 'spec/concurrencyPolicy': 'Queue' },
    'numbers below zero': {
      'spec/startingDeadlineSeconds': -1,
      'spec/successfulJobsHistoryLimit': -1,
      'spec/failedJobsHistoryLimit': -1,
    },
    suspended: { 'spec/suspend': true },
    'a template that is always restarted': { 'spec/jobTemplate/spec/template/spec/restartPolicy': 'Always' },
    'a template without containers': { 'spec/jobTemplate/spec/template/spec/containers': [] },
    'a template with a selector by hand': { 'spec/jobTemplate/spec/manualSelector': true },
    'a template with numbers below zero': { 'spec/jobTemplate/spec/parallelism': -1 },
    'a name of 52': { 'metadata/name': 'n'.repeat(52) },
    'a name of 53': { 'metadata/name': 'n'.repeat(53) },
  }),
  changes('verdicts on changes of a CronJob · E6', cronJobs, cronJob, {
    'another schedule': { 'spec/schedule': '@daily' },
    'a schedule that is none': { 'spec/schedule': 'x' },
    'another image': { 'spec/jobTemplate/spec/template/spec/containers/0/image': 'x' },
    suspended: { 'spec/suspend': true },
  }),
  newOnes(
    'verdicts on PodTemplates · E6',
    templates,
    { apiVersion: 'v1', kind: 'PodTemplate', metadata, template },
    {
      'a good one': {},
      'nothing in it': { template: undefined },
      'no image': { 'template/spec/containers/0/image': '' },
    },
  ),
  newOnes(
    'verdicts on ControllerRevisions · E6',
    revisions,
    { apiVersion: 'apps/v1', kind: 'ControllerRevision', metadata, data: { a: 1 }, revision: 1 },
    { 'a good one': {}, 'no data': { data: undefined }, 'a revision below zero': { revision: -1 } },
  ),
];

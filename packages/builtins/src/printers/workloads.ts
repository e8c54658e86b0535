/**
 * The rows of everything that makes pods.
 */
import { controllerOf, parseApiVersion, printAge, printSpan } from '@reeve/machinery';
import { hasAt, listAt, numberAt, textAt, valueAt, type ApiObject, type Printer } from '@reeve/registry';
import { ageOf, conditionStatus, nameOf, printContainers, printLabels, printSelector, setOr } from './print.ts';

const template = (object: ApiObject): unknown => valueAt(object, 'spec', 'template', 'spec');
const inStatus = (object: ApiObject, field: string): number => numberAt(object, 'status', field);
const desired = (object: ApiObject): number => numberAt(object, 'spec', 'replicas');

const deployments: Printer = (object, now) => [
  nameOf(object),
  `${inStatus(object, 'readyReplicas')}/${desired(object)}`,
  inStatus(object, 'updatedReplicas'),
  inStatus(object, 'availableReplicas'),
  ageOf(object, now),
  ...printContainers(template(object)),
  printSelector(valueAt(object, 'spec', 'selector')),
];

const replicaSets =
  (print: (selector: unknown) => string): Printer =>
  (object, now) => [
    nameOf(object),
    desired(object),
    inStatus(object, 'replicas'),
    inStatus(object, 'readyReplicas'),
    ageOf(object, now),
    ...printContainers(template(object)),
    print(valueAt(object, 'spec', 'selector')),
  ];

const statefulSets: Printer = (object, now) => [
  nameOf(object),
  `${inStatus(object, 'readyReplicas')}/${desired(object)}`,
  ageOf(object, now),
  ...printContainers(template(object)),
];

const daemonSets: Printer = (object, now) => [
  nameOf(object),
  inStatus(object, 'desiredNumberScheduled'),
  inStatus(object, 'currentNumberScheduled'),
  inStatus(object, 'numberReady'),
  inStatus(object, 'updatedNumberScheduled'),
  inStatus(object, 'numberAvailable'),
  printLabels(valueAt(object, 'spec', 'template', 'spec', 'nodeSelector')),
  ageOf(object, now),
  ...printContainers(template(object)),
  printSelector(valueAt(object, 'spec', 'selector')),
];

const jobs: Printer = (object, now) => [
  nameOf(object),
  jobStatus(object),
  completions(object),
  jobDuration(object, now),
  ageOf(object, now),
  ...printContainers(template(object)),
  printSelector(valueAt(object, 'spec', 'selector')),
];

const cronJobs: Printer = (object, now) => {
  const suspend = valueAt(object, 'spec', 'suspend');
  const last = valueAt(object, 'status', 'lastScheduleTime');
  const job = valueAt(object, 'spec', 'jobTemplate', 'spec');
  return [
    nameOf(object),
    textAt(object, 'spec', 'schedule'),
    setOr(valueAt(object, 'spec', 'timeZone'), '<none>'),
    typeof suspend === 'boolean' ? (suspend ? 'True' : 'False') : '<unset>',
    listAt(object, 'status', 'active').length,
    typeof last === 'string' ? printAge(last, now) : '<none>',
    ageOf(object, now),
    ...printContainers(valueAt(job, 'template', 'spec')),
    printSelector(valueAt(job, 'selector')),
  ];
};

const controllerRevisions: Printer = (object, now) => [
  nameOf(object),
  controllerName(object),
  numberAt(object, 'revision'),
  ageOf(object, now),
];

export const workloadCells: Readonly<Record<string, Printer>> = {
  replicationcontrollers: replicaSets(printLabels),
  'apps/controllerrevisions': controllerRevisions,
  'apps/daemonsets': daemonSets,
  'apps/deployments': deployments,
  'apps/replicasets': replicaSets(printSelector),
  'apps/statefulsets': statefulSets,
  'batch/cronjobs': cronJobs,
  'batch/jobs': jobs,
};

/** The first condition that holds says what a job is doing; one that is over says so even when it is to be deleted. */
function jobStatus(job: ApiObject): string {
  const holds = (type: string): boolean => conditionStatus(job, type) === 'True';
  const over = ['Complete', 'Failed'].find(holds);
  if (over) return over;
  if (job.metadata.deletionTimestamp) return 'Terminating';
  return ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find(holds) ?? 'Running';
}

function completions(job: ApiObject): string {
  const done = inStatus(job, 'succeeded');
  if (hasAt(job, 'spec', 'completions')) return `${done}/${numberAt(job, 'spec', 'completions')}`;
  const parallelism = numberAt(job, 'spec', 'parallelism');
  return parallelism > 1 ? `${done}/1 of ${parallelism}` : `${done}/1`;
}

function jobDuration(job: ApiObject, now: number): string {
  const start = textAt(job, 'status', 'startTime');
  if (start === '') return '';
  const end = textAt(job, 'status', 'completionTime');
  return end === '' ? printAge(start, now) : printSpan(Date.parse(end) - Date.parse(start));
}

function controllerName(object: ApiObject): string {
  const owner = controllerOf(object);
  if (owner === undefined) return '<none>';
  const { group } = parseApiVersion(owner.apiVersion);
  return `${[owner.kind.toLowerCase(), ...(group === '' ? [] : [group])].join('.')}/${owner.name}`;
}

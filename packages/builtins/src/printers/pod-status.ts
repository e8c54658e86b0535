/**
 * What the column STATUS says of a pod: the phase, unless its containers have more to tell. Init containers come first; of the others the first one that has
 * something to say is heard. Upstream: printPod of kubernetes pkg/printers/internalversion.
 */
import {
  fieldsAt,
  hasAt,
  isSet,
  itemsAt,
  numberAt,
  textAt,
  valueAt,
  type ApiObject,
  type Fields,
} from '@reeve/registry';
import { conditionOf, conditionStatus } from './print.ts';

/** What the containers of a pod add up to. */
export interface PodSummary {
  readonly status: string;
  readonly ready: number;
  readonly total: number;
  readonly restarts: number;
  /** When a container last ended that was started again. */
  readonly lastRestart: string | undefined;
}

/** The summary of a pod. */
export function summarizePod(pod: ApiObject): PodSummary {
  const sidecars = new Set(itemsAt(pod, 'spec', 'initContainers').filter(isSidecar).map(nameOf));
  const initial = itemsAt(pod, 'status', 'initContainerStatuses');
  const startup = startupOf(pod, initial, sidecars);
  const total = itemsAt(pod, 'spec', 'containers').length + sidecars.size;
  if (startup.problem !== undefined && conditionStatus(pod, 'Initialized') !== 'True') {
    const seen = initial.slice(0, startup.seen);
    return { status: endingOf(pod, startup.problem), ready: startup.ready, total, ...restartsOf(seen) };
  }
  const running = itemsAt(pod, 'status', 'containerStatuses');
  const restarted = [...initial.slice(0, startup.seen).filter((each) => sidecars.has(nameOf(each))), ...running];
  return {
    status: endingOf(pod, containersSay(pod, running, startup.problem ?? phaseOf(pod))),
    ready: startup.ready + running.filter(isReady).length,
    total,
    ...restartsOf(restarted),
  };
}

interface Startup {
  /** What holds up the start; undefined when the init containers are done. */
  readonly problem: string | undefined;
  /** Sidecars that are ready. */
  readonly ready: number;
  /** How many init containers were looked at. */
  readonly seen: number;
}

function startupOf(pod: ApiObject, initial: readonly Fields[], sidecars: ReadonlySet<string>): Startup {
  let ready = 0;
  for (const [index, status] of initial.entries()) {
    if (hasAt(status, 'state', 'terminated') && numberAt(status, 'state', 'terminated', 'exitCode') === 0) continue;
    if (sidecars.has(nameOf(status)) && status['started'] === true) {
      if (status['ready'] === true) ready += 1;
      continue;
    }
    const total = itemsAt(pod, 'spec', 'initContainers').length;
    return { problem: `Init:${initProblem(status) ?? `${index}/${total}`}`, ready, seen: index + 1 };
  }
  return { problem: undefined, ready, seen: initial.length };
}

function initProblem(status: Fields): string | undefined {
  if (hasAt(status, 'state', 'terminated')) return endOf(fieldsAt(status, 'state', 'terminated'));
  const waiting = textAt(status, 'state', 'waiting', 'reason');
  return waiting === '' || waiting === 'PodInitializing' ? undefined : waiting;
}

/** Later containers are asked first, so that the first one has the last word. */
function containersSay(pod: ApiObject, statuses: readonly Fields[], before: string): string {
  const said = statuses.toReversed().map(complaintOf).filter(isSet);
  const last = said.at(-1) ?? before;
  if (last !== 'Completed') return last;
  const hasRunning = statuses.some((status) => complaintOf(status) === undefined && isReady(status));
  if (hasRunning && conditionStatus(pod, 'Ready') === 'True') return 'Running';
  const failed = statuses.find(
    (status) => isEnded(status) && numberAt(status, 'state', 'terminated', 'exitCode') !== 0,
  );
  if (failed) return endOf(fieldsAt(failed, 'state', 'terminated'));
  return hasRunning ? 'NotReady' : last;
}

function complaintOf(status: Fields): string | undefined {
  const waiting = textAt(status, 'state', 'waiting', 'reason');
  if (waiting !== '') return waiting;
  return isEnded(status) ? endOf(fieldsAt(status, 'state', 'terminated')) : undefined;
}

const isEnded = (status: Fields): boolean =>
  textAt(status, 'state', 'waiting', 'reason') === '' && hasAt(status, 'state', 'terminated');

const isReady = (status: Fields): boolean =>
  complaintOf(status) === undefined && status['ready'] === true && hasAt(status, 'state', 'running');

function endOf(terminated: Fields): string {
  const signal = numberAt(terminated, 'signal');
  const how = signal === 0 ? `ExitCode:${numberAt(terminated, 'exitCode')}` : `Signal:${signal}`;
  return textAt(terminated, 'reason') || how;
}

function phaseOf(pod: ApiObject): string {
  const gated = textAt(conditionOf(pod, 'PodScheduled'), 'reason') === 'SchedulingGated';
  return gated ? 'SchedulingGated' : textAt(pod, 'status', 'reason') || textAt(pod, 'status', 'phase');
}

/** A pod that is on its way out says so, unless it has ended already. */
function endingOf(pod: ApiObject, status: string): string {
  if (!pod.metadata.deletionTimestamp) return status;
  if (textAt(pod, 'status', 'reason') === 'NodeLost') return 'Unknown';
  return ['Succeeded', 'Failed'].includes(textAt(pod, 'status', 'phase')) ? status : 'Terminating';
}

function restartsOf(statuses: readonly Fields[]): Pick<PodSummary, 'restarts' | 'lastRestart'> {
  const ends = statuses
    .map((status) => textAt(status, 'lastState', 'terminated', 'finishedAt'))
    .filter((time) => time !== '');
  const restarts = statuses.reduce((sum, status) => sum + numberAt(status, 'restartCount'), 0);
  return { restarts, lastRestart: ends.toSorted().at(-1) };
}

const isSidecar = (container: Fields): boolean => valueAt(container, 'restartPolicy') === 'Always';

const nameOf = (value: Fields): string => textAt(value, 'name');

/**
 * What the server does to pods: where they may run, how they are served when resources are scarce, how long they may take to end.
 * Upstream: kubernetes pkg/registry/core/pod, and the admission plugins DefaultTolerationSeconds and Priority.
 */
import { getOwn } from '@reeve/machinery';
import {
  fieldsAt,
  fieldsOf,
  hasAt,
  isSet,
  itemsAt,
  numberAt,
  textAt,
  type ApiObject,
  type Fields,
} from '@reeve/registry';
import { qosClassOf } from '../facts/qos-class.ts';
import { withLabelKeys } from './label-keys.ts';
import type { Preparation } from './preparation.ts';

/** How long a pod stays on a node in trouble, in seconds. */
const tolerationSeconds = 300;
const troubles = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];
const defaultGraceSeconds = 30;

/** The priorities of the classes that are always there. */
const systemPriorities: Readonly<Record<string, number>> = {
  'system-node-critical': 2_000_001_000,
  'system-cluster-critical': 2_000_000_000,
};

export const podPreparation: Preparation = {
  prepareForCreate: (pod) => ({
    ...pod,
    spec: withLabelKeys(
      withoutStopSignals(withPriority(withTolerations(fieldsOf(pod['spec'])))),
      pod.metadata.labels ?? {},
    ),
    status: { phase: 'Pending', ...gatedStatus(pod), qosClass: qosClassOf(fieldsOf(pod['spec'])) },
  }),
  prepareForStatusUpdate: (pod, old) => {
    const qosClass = textAt(old, 'status', 'qosClass');
    return { ...pod, status: { ...fieldsAt(pod, 'status'), ...(qosClass !== '' && { qosClass }) } };
  },
  isGraceful: true,
  graceSeconds: (pod, asked) => {
    const seconds = asked ?? grantedSeconds(pod);
    if (isOver(pod) || textAt(pod, 'spec', 'nodeName') === '') return 0;
    return seconds < 0 ? 1 : seconds;
  },
};

/** A pod behind gates says so from the beginning, for nobody else looks at it. */
const gatedStatus = (pod: ApiObject): Fields =>
  itemsAt(pod, 'spec', 'schedulingGates').length === 0
    ? {}
    : { conditions: [{ ...gated, lastTransitionTime: pod.metadata.creationTimestamp ?? null }] };

const gated = {
  type: 'PodScheduled',
  status: 'False',
  lastProbeTime: null,
  reason: 'SchedulingGated',
  message: 'Scheduling is blocked due to non-empty scheduling gates',
};

const grantedSeconds = (pod: ApiObject): number =>
  hasAt(pod, 'spec', 'terminationGracePeriodSeconds')
    ? numberAt(pod, 'spec', 'terminationGracePeriodSeconds')
    : defaultGraceSeconds;

const isOver = (pod: ApiObject): boolean => ['Failed', 'Succeeded'].includes(textAt(pod, 'status', 'phase'));

/** A pod that says nothing about a node in trouble stays on it for a while. */
function withTolerations(spec: Fields): Fields {
  const tolerations = itemsAt(spec, 'tolerations');
  const missing = troubles.filter((key) => !tolerations.some((each) => tolerates(each, key)));
  if (missing.length === 0) return spec;
  const added = missing.map((key) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds }));
  return { ...spec, tolerations: [...tolerations, ...added] };
}

function tolerates(toleration: Fields, key: string): boolean {
  const isAboutKey = textAt(toleration, 'key') === key || textAt(toleration, 'key') === '';
  return isAboutKey && ['', 'NoExecute'].includes(textAt(toleration, 'effect'));
}

/** Admission has looked up classes of one's own by now. */
function withPriority(spec: Fields): Fields {
  const priority = isSet(spec['priority'])
    ? spec['priority']
    : (getOwn(systemPriorities, textAt(spec, 'priorityClassName')) ?? 0);
  return { ...spec, priority, preemptionPolicy: spec['preemptionPolicy'] ?? 'PreemptLowerPriority' };
}

/** Signals of one's own choice are a feature that is off by default. */
function withoutStopSignals(spec: Fields): Fields {
  const lists = ['containers', 'initContainers'].filter((name) =>
    itemsAt(spec, name).some((container) => hasAt(container, 'lifecycle', 'stopSignal')),
  );
  const without = (container: Fields): Fields => {
    const { stopSignal: _off, ...hooks } = fieldsAt(container, 'lifecycle');
    const { lifecycle: _lifecycle, ...rest } = container;
    return Object.keys(hooks).length === 0 ? rest : { ...rest, lifecycle: hooks };
  };
  return lists.reduce((changed, name) => ({ ...changed, [name]: itemsAt(changed, name).map(without) }), spec);
}

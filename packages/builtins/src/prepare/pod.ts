/**
 * What the server does to pods: where they may run, how they are served when resources are scarce, how long they may take to end.
 * Upstream: kubernetes pkg/registry/core/pod.
 */
import { fieldsAt, fieldsOf, hasAt, itemsAt, numberAt, textAt, type ApiObject, type Fields } from '@reeve/registry';
import { qosClassOf } from '../facts/qos-class.ts';
import { withLabelKeys } from './label-keys.ts';
import type { Preparation } from './preparation.ts';

const defaultGraceSeconds = 30;

export const podPreparation: Preparation = {
  prepareForCreate: (pod) => ({
    ...pod,
    spec: withLabelKeys(withoutStopSignals(fieldsOf(pod['spec'])), pod.metadata.labels ?? {}),
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

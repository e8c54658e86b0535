/**
 * Readiness of the other built-in kinds that have something to become: claims, addresses, nodes, definitions. What is not listed is ready when it exists.
 * Upstream: kstatus and kubectl's wait.
 */
import { failed, progressing, ready } from './readiness.ts';
import type { Readiness } from './readiness.ts';
import { conditionIn, mapIn, mapsIn, numberIn, textIn, toldBy } from './status-view.ts';
import type { StatusView } from './status-view.ts';

/** How each of these kinds is judged. */
export const clusterReadiness: Readonly<Record<string, (view: StatusView) => Readiness>> = {
  PersistentVolumeClaim: (view) => inPhase(view, ['Bound'], ['Lost']),
  PersistentVolume: (view) => inPhase(view, ['Available', 'Bound'], ['Failed']),
  Namespace: (view) => inPhase(view, ['Active'], []),
  Node: (view) => byCondition(view, 'Ready'),
  Service: service,
  'CustomResourceDefinition.apiextensions.k8s.io': definition,
  'APIService.apiregistration.k8s.io': (view) => byCondition(view, 'Available'),
  'PodDisruptionBudget.policy': disruptionBudget,
  'HorizontalPodAutoscaler.autoscaling': autoscaler,
  'CertificateSigningRequest.certificates.k8s.io': signingRequest,
  'VolumeAttachment.storage.k8s.io': ({ status }) =>
    status['attached'] === true ? ready('it is attached') : progressing('it is not attached yet'),
  'Lease.coordination.k8s.io': () => ready('it exists'),
};

function inPhase({ status }: StatusView, good: readonly string[], bad: readonly string[]): Readiness {
  const phase = textIn(status, 'phase');
  if (phase === undefined) return progressing('it has no phase yet');
  if (good.includes(phase)) return ready(`its phase is ${phase}`);
  return bad.includes(phase) ? failed(`its phase is ${phase}`) : progressing(`its phase is ${phase}`);
}

function byCondition(view: StatusView, type: string): Readiness {
  const condition = conditionIn(view, type);
  if (condition === undefined) return progressing(`it has no condition ${type} yet`);
  return condition.status === 'True' ? ready(toldBy(condition)) : progressing(toldBy(condition));
}

function service({ spec, status }: StatusView): Readiness {
  if (textIn(spec, 'type') !== 'LoadBalancer') return ready('it exists');
  const isAddressed = mapsIn(mapIn(status, 'loadBalancer'), 'ingress').length > 0;
  return isAddressed ? ready('its load balancer has an address') : progressing('its load balancer has no address yet');
}

function definition(view: StatusView): Readiness {
  const names = conditionIn(view, 'NamesAccepted');
  if (names?.status === 'False') return failed(toldBy(names));
  return byCondition(view, 'Established');
}

function disruptionBudget({ status }: StatusView): Readiness {
  const [healthy, wanted] = [numberIn(status, 'currentHealthy') ?? 0, numberIn(status, 'desiredHealthy') ?? 0];
  const told = `${healthy} pods are healthy, of ${wanted} that have to be`;
  return healthy >= wanted ? ready(told) : progressing(told);
}

function autoscaler(view: StatusView): Readiness {
  const able = conditionIn(view, 'AbleToScale');
  if (able?.status === 'False') return progressing(toldBy(able));
  const active = conditionIn(view, 'ScalingActive');
  if (active?.status === 'False' && active.reason !== 'ScalingDisabled') return progressing(toldBy(active));
  return ready(`it wants ${numberIn(view.status, 'desiredReplicas') ?? 0} replicas`);
}

function signingRequest(view: StatusView): Readiness {
  const refusal = conditionIn(view, 'Denied') ?? conditionIn(view, 'Failed');
  if (refusal?.status === 'True') return failed(toldBy(refusal));
  return textIn(view.status, 'certificate') === undefined
    ? progressing('the certificate is not issued yet')
    : ready('the certificate is issued');
}

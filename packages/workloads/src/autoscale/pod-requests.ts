/**
 * How much of a resource a pod asks for: what utilization is a part of.
 * Upstream: kubernetes pkg/controller/podautoscaler calculateRequests.
 */
import { isSidecar } from '@reeve/kinds';
import { nameOf, parseQuantity, type QuantityValue } from '@reeve/machinery';
import type { ReadPod } from '../pod/pod-state.ts';
import { MetricProblem } from './metric-problem.ts';

/** The requests of pods in thousandths, by their names. */
export function requestsOf(
  pods: readonly ReadPod[],
  resource: string,
  container: string | undefined,
): ReadonlyMap<string, number> {
  return new Map(pods.map((pod) => [nameOf(pod) ?? '', requestOf(pod, resource, container)]));
}

/** What the pod asks for itself, or else what its containers do. */
function requestOf(pod: ReadPod, resource: string, container: string | undefined): number {
  const ofPod = container === undefined ? pod.spec.resources?.requests : undefined;
  if (ofPod !== undefined) {
    const request = ofPod[resource];
    if (request === undefined)
      throw new MetricProblem(`missing pod-level request for ${resource} in Pod ${nameOf(pod) ?? ''}`);
    return milliOf(request);
  }
  const sidecars = (pod.spec.initContainers ?? []).filter(isSidecar);
  const counted = [...pod.spec.containers, ...sidecars].filter(
    ({ name }) => container === undefined || container === name,
  );
  if (counted.length === 0)
    throw new MetricProblem(`container ${container ?? ''} not found in Pod ${nameOf(pod) ?? ''}`);
  return counted.reduce((sum, { name, resources }) => {
    const request = resources?.requests?.[resource];
    if (request !== undefined) return sum + milliOf(request);
    throw new MetricProblem(`missing request for ${resource} in container ${name} of Pod ${nameOf(pod) ?? ''}`);
  }, 0);
}

const milliOf = (quantity: QuantityValue): number => Number(parseQuantity(quantity).milliValue());

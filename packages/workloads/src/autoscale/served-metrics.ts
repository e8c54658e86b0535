/**
 * The numbers that a server serves under metrics.k8s.io.
 * Upstream: kubernetes pkg/controller/podautoscaler/metrics resourceMetricsClient.
 */
import type { Client } from '@reeve/client';
import { defineKind, isNotFound, nameOf, parseDuration, parseQuantity, parseTime } from '@reeve/machinery';
import type { Kind, ObjectMeta } from '@reeve/machinery';
import { MetricProblem } from './metric-problem.ts';
import type { PodSample, PodsQuery } from './metrics-source.ts';

/** What the containers of a pod use. */
interface PodMetrics {
  apiVersion?: string;
  kind?: string;
  metadata: ObjectMeta;
  timestamp: string;
  window: string;
  containers: { name: string; usage: Record<string, string> }[];
}

const PodMetricsKind: Kind<PodMetrics, 'Namespaced'> = defineKind({
  group: 'metrics.k8s.io',
  version: 'v1beta1',
  kind: 'PodMetrics',
  plural: 'pods',
  scope: 'Namespaced',
});

/** What pods use of a resource, as the server has it. */
export async function servedSamples(
  client: Client,
  { namespace, selector, resource, container }: PodsQuery & { readonly resource: string; readonly container?: string },
  signal: AbortSignal,
): Promise<readonly PodSample[]> {
  try {
    const { items } = await client.list(PodMetricsKind, { namespace, labels: selector.toString(), signal });
    return items.flatMap((item) => sampleOf(item, resource, container) ?? []);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new MetricProblem('the server could not find the requested resource (get pods.metrics.k8s.io)', {
      cause: error,
    });
  }
}

function sampleOf(item: PodMetrics, resource: string, container: string | undefined): PodSample | undefined {
  const counted = item.containers.filter(({ name }) => container === undefined || container === name);
  const amounts = counted.map(({ usage }) => usage[resource]);
  if (amounts.length === 0 || amounts.includes(undefined)) return undefined;
  const sum = amounts.reduce((total, amount) => total.add(parseQuantity(amount ?? '0')), parseQuantity('0'));
  const timeMs = parseTime(item.timestamp);
  return {
    pod: nameOf(item) ?? '',
    value: sum.toString(),
    ...(timeMs !== undefined && { timeMs }),
    windowMs: parseDuration(item.window).ms,
  };
}

/**
 * What a source of metrics answers, and in which words it does not: those of a real cluster that serves no such metrics.
 * Upstream: kubernetes pkg/controller/podautoscaler/metrics.
 */
import { messageOf } from '../pod/pod-control.ts';
import { MetricProblem, withWords } from './metric-problem.ts';
import type { PodSample, Samples } from './metrics-source.ts';

/** What a server says that does not serve an external metric. */
export const unservedExternal = (metric: string): string =>
  `the server could not find the requested resource (get ${metric}.external.metrics.k8s.io)`;

const unservedCustom = 'no custom metrics API (custom.metrics.k8s.io) registered';

/** The answer of a source; without one, what a server says that does not serve such metrics. */
export async function given<T>(answer: T | Promise<T> | undefined, api: string, unserved = unservedCustom): Promise<T> {
  return await withWords(`unable to fetch metrics from ${api} metrics API`, () => {
    if (answer === undefined) throw new MetricProblem(unserved);
    return answer;
  });
}

/** Samples of pods, of which there must be some. */
export async function sampled(samples: Samples | undefined, api: string): Promise<readonly PodSample[]> {
  const found = await given(samples, api);
  if (found.length === 0) throw new MetricProblem(`no metrics returned from ${api} metrics API`);
  return found;
}

/** A number of an object. */
export async function onTheObject(metric: string, object: string, ask: () => Promise<number>): Promise<number> {
  try {
    return await ask();
  } catch (error) {
    throw new MetricProblem(`unable to get metric ${metric} on ${object}: ${messageOf(error)}`, { cause: error });
  }
}

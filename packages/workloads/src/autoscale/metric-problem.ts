/**
 * A metric that no number of replicas can be worked out from: expected, told in conditions and events, and looked at again later.
 */
import { ReeveError } from '@reeve/machinery';
import { messageOf } from '../pod/pod-control.ts';

/** Why; the message is for people, and in the words of a real cluster. */
export class MetricProblem extends ReeveError {
  constructor(message: string, options?: ErrorOptions) {
    super('REEVE_METRIC_PROBLEM', message, options);
  }
}

/** Runs the work; what it throws becomes a problem whose message begins with these words. */
export async function withWords<T>(words: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new MetricProblem(`${words}: ${messageOf(error)}`, { cause: error });
  }
}

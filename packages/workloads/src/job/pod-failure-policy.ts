/**
 * What a Job's podFailurePolicy says of a pod that failed: the first rule that matches decides. Without a rule it counts.
 * Upstream: kubernetes pkg/controller/job matchPodFailurePolicy.
 */
import type { PodFailurePolicyRule } from '@reeve/kinds/batch/v1';
import type { ContainerStatus } from '@reeve/kinds/core/v1';
import { nameOf, namespaceOf } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import type { ReadPod } from '../pod/pod-state.ts';
import type { ReadJob } from './job-state.ts';

/** What a failed pod means to its Job. */
export interface FailureRuling {
  readonly action: PodFailurePolicyRule['action'] | 'None';
  /** Why the Job fails with it, where it does. */
  readonly message?: string;
}

type Rule = DeepReadonly<PodFailurePolicyRule>;

/** The ruling of the Job's policy. */
export function rulingOn(pod: ReadPod, { spec: { podFailurePolicy } }: ReadJob): FailureRuling {
  for (const [at, rule] of (podFailurePolicy?.rules ?? []).entries()) {
    const match = matchOf(rule, pod);
    if (match !== undefined) {
      const { action } = rule;
      return action === 'FailJob' ? { action, message: `${match} matching ${action} rule at index ${at}` } : { action };
    }
  }
  return { action: 'None' };
}

/** True of a failure that counts towards the limits. */
export const isCountedFailure = (pod: ReadPod, job: ReadJob): boolean => rulingOn(pod, job).action !== 'Ignore';

/** What about the pod matches the rule, in words. */
function matchOf({ onExitCodes, onPodConditions }: Rule, pod: ReadPod): string | undefined {
  const name = `${namespaceOf(pod) ?? ''}/${nameOf(pod) ?? ''}`;
  if (onExitCodes !== undefined) {
    const container = failedContainer(pod, onExitCodes);
    const code = container?.state?.terminated?.exitCode;
    return container && `Container ${container.name} for pod ${name} failed with exit code ${code}`;
  }
  const condition = pod.status?.conditions?.find(({ type, status }) =>
    onPodConditions?.some((pattern) => pattern.type === type && (pattern.status ?? 'True') === status),
  );
  return condition && `Pod ${name} has condition ${condition.type}`;
}

function failedContainer(
  { status }: ReadPod,
  { containerName, operator, values }: NonNullable<Rule['onExitCodes']>,
): DeepReadonly<ContainerStatus> | undefined {
  const all = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])];
  return all.find(({ name, state }) => {
    const code = state?.terminated?.exitCode ?? 0;
    const isNamed = containerName === undefined || containerName === name;
    return isNamed && code !== 0 && values.includes(code) === (operator === 'In');
  });
}

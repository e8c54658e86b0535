/**
 * How workloads may replace their pods: all at once, or some at a time with numbers that leave room. Upstream: ValidateDeploymentStrategy and its neighbours in
 * kubernetes pkg/apis/apps/validation.
 */
import {
  fieldsOf,
  forbiddenField,
  invalid,
  isSet,
  notSupported,
  numberAt,
  required,
  textAt,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { atMostAll, countOrShare, none, notNegative } from './checks.ts';

/** A strategy as Go prints the struct. */
export const goStrategy = (strategy: Fields): Fields => ({
  Type: textAt(strategy, 'type'),
  RollingUpdate: strategy['rollingUpdate'] ?? null,
});

/** How a Deployment replaces its pods. */
export function strategyProblems(strategy: Fields): readonly FieldError[] {
  const field = 'spec.strategy.rollingUpdate';
  const { maxUnavailable, maxSurge } = fieldsOf(strategy['rollingUpdate']);
  switch (textAt(strategy, 'type')) {
    case 'Recreate':
      return isSet(strategy['rollingUpdate'])
        ? [forbiddenField(field, "may not be specified when strategy `type` is 'Recreate'")]
        : none;
    case 'RollingUpdate':
      return [
        ...countOrShare(maxUnavailable, `${field}.maxUnavailable`),
        ...countOrShare(maxSurge, `${field}.maxSurge`),
        ...(isNothing(maxUnavailable) && isNothing(maxSurge)
          ? [invalid(`${field}.maxUnavailable`, maxUnavailable, 'may not be 0 when `maxSurge` is 0')]
          : none),
        ...atMostAll(maxUnavailable, `${field}.maxUnavailable`),
      ];
    default:
      return [notSupported('spec.strategy', goStrategy(strategy), ['Recreate', 'RollingUpdate'])];
  }
}

/** How a DaemonSet replaces its pods. */
export function daemonStrategyProblems(strategy: Fields): readonly FieldError[] {
  const field = 'spec.updateStrategy.rollingUpdate';
  const { maxUnavailable, maxSurge } = fieldsOf(strategy['rollingUpdate']);
  switch (textAt(strategy, 'type')) {
    case 'OnDelete':
      return none;
    case 'RollingUpdate':
      return [
        ...countOrShare(maxUnavailable, `${field}.maxUnavailable`),
        ...countOrShare(maxSurge, `${field}.maxSurge`),
        ...atMostAll(maxUnavailable, `${field}.maxUnavailable`),
        ...atMostAll(maxSurge, `${field}.maxSurge`),
        ...(!isNothing(maxUnavailable) && !isNothing(maxSurge)
          ? [invalid(`${field}.maxSurge`, maxSurge, 'may not be set when maxUnavailable is non-zero')]
          : none),
        ...(isNothing(maxUnavailable) && isNothing(maxSurge)
          ? [required(`${field}.maxUnavailable`, 'cannot be 0 when maxSurge is 0')]
          : none),
      ];
    default:
      return [notSupported('spec.updateStrategy', goStrategy(strategy), ['RollingUpdate', 'OnDelete'])];
  }
}

const isNothing = (value: unknown): boolean => !isSet(value) || value === 0 || value === '0%';

/** How long a Deployment may take to get on. */
export function deadlineProblems(spec: Fields): readonly FieldError[] {
  const field = 'spec.progressDeadlineSeconds';
  const deadline = numberAt(spec, 'progressDeadlineSeconds');
  if (!isSet(spec['progressDeadlineSeconds'])) return none;
  return [
    ...notNegative(deadline, field),
    ...(deadline <= numberAt(spec, 'minReadySeconds')
      ? [invalid(field, deadline, 'must be greater than minReadySeconds')]
      : none),
  ];
}

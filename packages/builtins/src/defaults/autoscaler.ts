/**
 * What a HorizontalPodAutoscaler has when its manifest does not say. Upstream: kubernetes pkg/apis/autoscaling/v1 and v2 SetDefaults_….
 */
import { fieldsAt, hasAt, listAt, type Fields } from '@reeve/registry';
import { all, always, fill, within, type Fill } from './fill.ts';

/** The utilization that an autoscaler without metrics aims at, in percent. */
export const defaultUtilization = 80;

/** Where version 1 keeps metrics that are not the CPU's utilization. */
export const metricsAnnotation = 'autoscaling.alpha.kubernetes.io/metrics';

const percent = { type: 'Percent', value: 100, periodSeconds: 15 };
const growth = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [{ type: 'Pods', value: 4, periodSeconds: 15 }, percent],
};
const shrinking = { selectPolicy: 'Max', policies: [percent] };

/** Completes an autoscaler of version 2. */
export const autoscalerDefaults: Fill = (object) =>
  always(
    object,
    'spec',
    all(
      (spec) => fill(spec, { minReplicas: 1 }),
      (spec) => (listAt(spec, 'metrics').length > 0 ? spec : { ...spec, metrics: [cpuTarget(defaultUtilization)] }),
      (spec) =>
        within(spec, 'behavior', (behavior) => ({
          ...behavior,
          scaleUp: ruleDefaults(growth)(fieldsAt(behavior, 'scaleUp')),
          scaleDown: ruleDefaults(shrinking)(fieldsAt(behavior, 'scaleDown')),
        })),
    ),
  );

/** Completes an autoscaler of version 1, whose other metrics travel in an annotation. */
export const autoscalerV1Defaults: Fill = (object) =>
  always(object, 'spec', (spec) =>
    fill(spec, {
      minReplicas: 1,
      ...(!hasAt(object, 'metadata', 'annotations', metricsAnnotation) && {
        targetCPUUtilizationPercentage: defaultUtilization,
      }),
    }),
  );

/** The metric that stands for a number of version 1. */
export const cpuTarget = (averageUtilization: unknown): Fields => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
});

/** An empty list of policies is not completed: it is refused. */
const ruleDefaults =
  (missing: Fields): Fill =>
  (rules) =>
    fill(rules, missing);

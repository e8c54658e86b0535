/**
 * What each metric of an autoscaler asks for, with what its status says of it; or why it says nothing.
 * Upstream: kubernetes pkg/controller/podautoscaler computeReplicasForMetric.
 */
import type { MetricSpec, MetricStatus, MetricTarget } from '@reeve/kinds/autoscaling/v2';
import { labelSelectorToQuery, LabelQuery, parseQuantity, Quantity } from '@reeve/machinery';
import type { DeepReadonly, ReadableLabelSelector } from '@reeve/machinery';
import { isPodReady, phaseOf } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import { goSelector } from './go-selector.ts';
import { given, onTheObject, sampled, unservedExternal } from './metric-answers.ts';
import { MetricProblem, withWords } from './metric-problem.ts';
import type { Amount, MetricsSource } from './metrics-source.ts';
import { groupPods } from './pod-groups.ts';
import { requestsOf } from './pod-requests.ts';
import { forAverage, forShare, forUtilization, forValue } from './replica-proposal.ts';
import type { Proposal, Tolerances } from './replica-proposal.ts';

type Spec = DeepReadonly<MetricSpec>;
type Target = DeepReadonly<MetricTarget>;

/** What is known when metrics are looked at. */
export interface MetricGround {
  readonly namespace: string;
  readonly selector: LabelQuery;
  readonly pods: readonly ReadPod[];
  /** How many replicas are wanted, and how many there are. */
  readonly wanted: number;
  readonly there: number;
  readonly tolerances: Tolerances;
  readonly source: MetricsSource;
  readonly nowMs: number;
}

/** What a metric asks for. */
export interface MetricProposal {
  readonly replicas: number;
  /** The metric in words. */
  readonly name: string;
  readonly status: DeepReadonly<MetricStatus>;
}

/** The reason word for a metric that says nothing. */
export const failureReasonOf = ({ type }: Spec): string => `FailedGet${type}Metric`;

/** What could not be had, in words. */
export function wordsFor({ type, resource, containerResource, external }: Spec): string {
  if (type === 'Resource') return `failed to get ${resource?.name ?? ''} resource metric value`;
  if (type === 'ContainerResource') return `failed to get ${containerResource?.container ?? ''} container metric value`;
  if (type === 'External') return `failed to get ${external?.metric.name ?? ''} external metric value`;
  return `failed to get ${type.toLowerCase()} metric value`;
}

/** What a metric asks for; a `MetricProblem` where it asks for nothing. */
export async function proposalOf(spec: Spec, ground: MetricGround): Promise<MetricProposal> {
  const { resource, containerResource, pods, object, external } = spec;
  if (spec.type === 'Resource' && resource !== undefined) {
    const { name, ...found } = await onResource(resource, ground);
    return { ...found, name, status: { type: 'Resource', resource: { name: resource.name, current: found.current } } };
  }
  if (spec.type === 'ContainerResource' && containerResource !== undefined) {
    const { container, name: resourceName } = containerResource;
    const { name, ...found } = await onResource(containerResource, ground);
    const status = { name: resourceName, container, current: found.current };
    return { ...found, name, status: { type: 'ContainerResource', containerResource: status } };
  }
  if (spec.type === 'Pods' && pods !== undefined) return await onPods(pods, ground);
  if (spec.type === 'Object' && object !== undefined) return await onObject(object, ground);
  if (spec.type === 'External' && external !== undefined) return await onExternal(external, ground);
  throw new MetricProblem(`unknown metric source type "${spec.type}"`);
}

interface ResourceFound {
  readonly replicas: number;
  readonly name: string;
  readonly current: NonNullable<MetricStatus['resource']>['current'];
}

async function onResource(
  { name, container, target }: { readonly name: string; readonly container?: string; readonly target: Target },
  ground: MetricGround,
): Promise<ResourceFound> {
  const { averageUtilization, averageValue } = target;
  const query = {
    namespace: ground.namespace,
    selector: ground.selector,
    resource: name,
    ...(container && { container }),
  };
  const what = averageValue === undefined ? 'utilization' : 'usage';
  return await withWords(`failed to get ${name} ${what}`, async () => {
    const samples = await withWords(`unable to get metrics for resource ${name}`, () =>
      sampled(ground.source.resource?.(query), 'resource'),
    );
    const groups = groupPods(podsIn(ground), samples, name, ground.nowMs);
    const common = { current: ground.wanted, tolerances: ground.tolerances };
    if (averageValue !== undefined) {
      const { replicas, usage } = forAverage(groups, { ...common, target: milli(averageValue) });
      return { replicas, name: `${name} resource`, current: { averageValue: text(usage, name) } };
    }
    const requests = requestsOf(ground.pods, name, container);
    const found = forUtilization(groups, { ...common, requests, target: averageUtilization ?? 0 });
    const current = { averageUtilization: found.utilization ?? 0, averageValue: text(found.usage, name) };
    const words = `${name} ${container === undefined ? '' : 'container '}resource utilization (percentage of request)`;
    return { replicas: found.replicas, name: words, current };
  });
}

async function onPods({ metric, target }: NonNullable<Spec['pods']>, ground: MetricGround): Promise<MetricProposal> {
  const { namespace, selector, source } = ground;
  const query = { namespace, selector, metric: metric.name, metricSelector: queryOf(metric.selector) };
  const samples = await withWords(`unable to get metric ${metric.name}`, () => sampled(source.pods?.(query), 'custom'));
  const groups = groupPods(podsIn(ground), samples, '', ground.nowMs);
  const found = forAverage(groups, {
    target: milli(target.averageValue),
    current: ground.wanted,
    tolerances: ground.tolerances,
  });
  const current = { averageValue: text(found.usage) };
  return {
    replicas: found.replicas,
    name: `pods metric ${metric.name}`,
    status: { type: 'Pods', pods: { metric, current } },
  };
}

async function onObject(spec: NonNullable<Spec['object']>, ground: MetricGround): Promise<MetricProposal> {
  const { metric, target, describedObject: object } = spec;
  const query = { namespace: ground.namespace, metric: metric.name, metricSelector: queryOf(metric.selector), object };
  const ask = async (): Promise<number> => milli(await given(ground.source.object?.(query), 'custom'));
  const value = await onTheObject(metric.name, `${object.kind} ${ground.namespace}/${object.name}`, ask);
  const { proposal, current, isShared } = onNumber(value, target, ground, 'object');
  const name = isShared ? externalName(metric) : `${object.kind} metric ${metric.name}`;
  const status = { describedObject: object, metric, current };
  return { replicas: proposal.replicas, name, status: { type: 'Object', object: status } };
}

async function onExternal(
  { metric, target }: NonNullable<Spec['external']>,
  ground: MetricGround,
): Promise<MetricProposal> {
  const { namespace, source } = ground;
  const query = { namespace, metric: metric.name, metricSelector: queryOf(metric.selector) };
  const ask = async (): Promise<number> =>
    (await given(source.external?.(query), 'external', unservedExternal(metric.name))).reduce<number>(
      (sum, value) => sum + milli(value),
      0,
    );
  const value = await withWords(
    `unable to get external metric ${namespace}/${metric.name}/${goSelector(metric.selector)}`,
    ask,
  );
  const { proposal, current } = onNumber(value, target, ground, 'external');
  return {
    replicas: proposal.replicas,
    name: externalName(metric),
    status: { type: 'External', external: { metric, current } },
  };
}

interface NumberFound {
  readonly proposal: Proposal;
  readonly current: { averageValue: string } | { value: string };
  readonly isShared: boolean;
}

/** A number for all replicas together, with a target for all or for each. */
function onNumber(
  value: number,
  { value: forAll, averageValue }: Target,
  ground: MetricGround,
  source: string,
): NumberFound {
  const { wanted, there, tolerances } = ground;
  if (averageValue !== undefined) {
    const proposal = forShare(value, { target: milli(averageValue), current: there, tolerances });
    return { proposal, current: { averageValue: text(proposal.usage) }, isShared: true };
  }
  if (forAll === undefined)
    throw new MetricProblem(
      `invalid ${source} metric source: neither a value target nor an average value target was set`,
    );
  const ready = (): number => podsIn(ground).filter((pod) => phaseOf(pod) === 'Running' && isPodReady(pod)).length;
  const proposal = forValue(value, { target: milli(forAll), current: wanted, tolerances, ready });
  return { proposal, current: { value: text(proposal.usage) }, isShared: false };
}

function podsIn({ pods }: MetricGround): readonly ReadPod[] {
  if (pods.length > 0) return pods;
  throw new MetricProblem('no pods returned by selector while calculating replica count');
}

const queryOf = (selector: ReadableLabelSelector | undefined): LabelQuery =>
  selector === undefined ? LabelQuery.everything : labelSelectorToQuery(selector);

const externalName = ({ name, selector }: DeepReadonly<NonNullable<MetricSpec['pods']>['metric']>): string =>
  `external metric ${name}(${goSelector(selector)})`;

const milli = (amount: Amount | undefined): number => Number(parseQuantity(amount ?? 0).milliValue());

const text = (usage: number, resource = ''): string =>
  Quantity.ofMilli(Math.trunc(usage), resource === 'memory' ? 'BinarySI' : 'DecimalSI').toString();

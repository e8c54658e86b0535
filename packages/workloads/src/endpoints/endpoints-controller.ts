/**
 * Keeps the Endpoints object of each Service, for those who still read it.
 * Upstream: kubernetes pkg/controller/endpoint.
 */
import { Endpoints, Pod, Service } from '@reeve/kinds/core/v1';
import type { EndpointSubset } from '@reeve/kinds/core/v1';
import {
  annotationsOf,
  deepEqual,
  deletionStarted,
  keyOf,
  labelOf,
  labelsOf,
  nameOf,
  namespaceOf,
} from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import { defineController, watch } from '@reeve/runtime';
import type { ControllerDefinition, ReconcileContext } from '@reeve/runtime';
import { ChangeTimes } from '../endpoint-slice/change-times.ts';
import {
  changeTimeAnnotation,
  headlessLabel,
  isHeadless,
  podChangesEndpoints,
  podSelectorOf,
} from '../endpoint-slice/service-pods.ts';
import type { ReadService } from '../endpoint-slice/service-pods.ts';
import { KnownSelectors } from '../pod/known-selectors.ts';
import { isNamespaceTerminating, messageOf } from '../pod/pod-control.ts';
import { workloadOptions } from '../pod/workload-options.ts';
import type { WorkloadOptions } from '../pod/workload-options.ts';
import { subsetsOf } from './endpoint-subsets.ts';

type Context = ReconcileContext<typeof Service>;

const managedByLabel = 'endpoints.kubernetes.io/managed-by';
const overCapacityAnnotation = 'endpoints.kubernetes.io/over-capacity';
const manager = 'endpoint-controller';

/** The controller of Endpoints. */
export function endpointsController(options: WorkloadOptions = {}): ControllerDefinition<typeof Service> {
  const { maxConcurrent } = workloadOptions(options);
  const [known, times] = [new KnownSelectors(), new ChangeTimes()];
  return defineController({
    name: 'endpoint-controller',
    for: Service,
    watches: [
      watch(Pod, (pod) => known.selecting(pod), { predicates: [podChangesEndpoints] }),
      watch(Endpoints, (endpoints) => (isOurs(endpoints) ? [keyOf(endpoints)] : [])),
    ],
    maxConcurrent,
    events: 'core',
    toleratedRepeats: Infinity, // pods that get ready one by one are no loop
    async reconcile(service, ctx) {
      const selector = podSelectorOf(service);
      known.set(ctx.key, selector && { matchLabels: selector });
      if (selector === undefined || deletionStarted(service)) return;
      await keepEndpoints(service, selector, ctx, times);
    },
    async gone(key, ctx) {
      known.delete(key);
      times.forget(key);
      const left = await ctx.get(Endpoints, key);
      if (left !== undefined && isOurs(left)) await ctx.delete(Endpoints, left);
    },
  });
}

const isOurs = (endpoints: DeepReadonly<Endpoints>): boolean => labelOf(endpoints, managedByLabel) === manager;

async function keepEndpoints(
  service: ReadService,
  selector: Readonly<Record<string, string>>,
  ctx: Context,
  times: ChangeTimes,
): Promise<void> {
  const pods = await ctx.list(Pod, { namespace: namespaceOf(service) ?? '', labels: selector });
  const { subsets, isTruncated } = subsetsOf(service, pods);
  const wanted = { subsets, labels: labelsFor(service), isTruncated, changedAt: times.take(service, pods) };
  const current = await ctx.get(Endpoints, ctx.key);
  if (current !== undefined && says(current, wanted)) return;
  try {
    await write(service, current, wanted, ctx);
  } catch (error) {
    if (isNamespaceTerminating(error)) return;
    tellFailure(ctx, current === undefined ? 'create' : 'update', error);
    throw error;
  }
}

/** What an Endpoints object is to say, and when that came about. */
interface Wanted {
  readonly subsets: EndpointSubset[];
  readonly labels: Record<string, string>;
  readonly isTruncated: boolean;
  readonly changedAt: string | undefined;
}

async function write(
  service: ReadService,
  current: DeepReadonly<Endpoints> | undefined,
  { subsets, labels, isTruncated, changedAt }: Wanted,
  ctx: Context,
): Promise<void> {
  const { [changeTimeAnnotation]: _time, [overCapacityAnnotation]: _over, ...others } = annotationsOf(current ?? {});
  const annotations = {
    ...others,
    ...(changedAt !== undefined && { [changeTimeAnnotation]: changedAt }),
    ...(isTruncated && { [overCapacityAnnotation]: 'truncated' }),
  };
  if (current !== undefined) {
    await ctx.update(Endpoints, { ...current, metadata: { ...current.metadata, labels, annotations }, subsets });
  } else {
    await ctx.create(
      Endpoints,
      Endpoints.of({ metadata: { name: nameOf(service) ?? '', labels, annotations }, subsets }),
    );
  }
}

function tellFailure(ctx: Context, verb: 'create' | 'update', error: unknown): void {
  const reason = verb === 'create' ? 'FailedToCreateEndpoint' : 'FailedToUpdateEndpoint';
  const what = verb === 'create' ? `endpoint for service ${ctx.key}` : `endpoint ${ctx.key}`;
  ctx.event({ type: 'Warning', reason, message: `Failed to ${verb} ${what}: ${messageOf(error)}` });
}

function labelsFor(service: ReadService): Record<string, string> {
  const { [headlessLabel]: _headless, ...own } = labelsOf(service);
  return { ...own, ...(isHeadless(service) && { [headlessLabel]: '' }), [managedByLabel]: manager };
}

/** True when the object says all this already; when it last changed does not count. */
const says = (current: DeepReadonly<Endpoints>, { subsets, labels, isTruncated }: Wanted): boolean =>
  deepEqual(current.subsets ?? [], subsets) &&
  deepEqual({ ...labelsOf(current) }, labels) &&
  isTruncated === Object.hasOwn(annotationsOf(current), overCapacityAnnotation);

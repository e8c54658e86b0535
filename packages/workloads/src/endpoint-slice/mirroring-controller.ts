/**
 * Keeps EndpointSlices for Endpoints that people make themselves, beside a Service without a selector.
 * Upstream: kubernetes pkg/controller/endpointslicemirroring.
 */
import { Endpoints, Service } from '@reeve/kinds/core/v1';
import { EndpointSlice } from '@reeve/kinds/discovery/v1';
import {
  annotationsOf,
  canonicalJson,
  deepEqual,
  deletionStarted,
  generateName,
  keyOf,
  labelOf,
  labelsOf,
  namespaceOf,
} from '@reeve/machinery';
import type { DeepReadonly, Random } from '@reeve/machinery';
import { defineController, index, watch } from '@reeve/runtime';
import type { ControllerDefinition, ReconcileContext } from '@reeve/runtime';
import { isNamespaceTerminating } from '../pod/pod-control.ts';
import { podNamePrefix } from '../pod/pod-from-template.ts';
import { workloadOptions } from '../pod/workload-options.ts';
import type { WorkloadOptions } from '../pod/workload-options.ts';
import { isMirrored, mirroredSlices, mirrorManager } from './mirrored-slices.ts';
import type { MirroredSlice } from './mirrored-slices.ts';
import { managedByLabel, serviceNameLabel } from './slice-plan.ts';
import type { ReadSlice } from './slice-plan.ts';

type Context = Pick<ReconcileContext, 'get' | 'list' | 'create' | 'update' | 'delete'>;

/** The controller that mirrors Endpoints. */
export function endpointSliceMirroringController(
  options: WorkloadOptions = {},
): ControllerDefinition<typeof Endpoints> {
  const { host, maxConcurrent } = workloadOptions(options);
  return defineController({
    name: 'endpointslicemirroring-controller',
    for: Endpoints,
    owns: [EndpointSlice],
    watches: [watch(Service, (service) => [keyOf(service)])],
    indexes: [index(EndpointSlice, mirrorField, (slice) => [mirrorOf(slice)])],
    maxConcurrent,
    events: 'core',
    async reconcile(endpoints, ctx) {
      const service = await ctx.get(Service, ctx.key);
      const isWanted = service !== undefined && service.spec?.selector === undefined && isMirrored(endpoints);
      const wanted = isWanted && !deletionStarted(endpoints) ? mirroredSlices(endpoints) : [];
      await keepSlices(endpoints, wanted, ctx, host.random);
    },
    async gone(key, ctx) {
      for (const slice of await slicesOf(ctx, key)) await ctx.delete(EndpointSlice, slice);
    },
  });
}

const mirrorField = 'metadata.mirrors';

/** The key of the Endpoints that a slice mirrors; empty where it mirrors none. */
const mirrorOf = (slice: ReadSlice): string =>
  labelOf(slice, managedByLabel) === mirrorManager
    ? `${namespaceOf(slice) ?? ''}/${labelOf(slice, serviceNameLabel) ?? ''}`
    : '';

const slicesOf = (ctx: Pick<Context, 'list'>, key: string): Promise<readonly ReadSlice[]> =>
  ctx.list(EndpointSlice, { fields: { [mirrorField]: key } });

/** A slice stays the one for its ports and its family; what none is for goes. */
async function keepSlices(
  endpoints: DeepReadonly<Endpoints>,
  wanted: readonly MirroredSlice[],
  ctx: Context,
  random: Random,
): Promise<void> {
  const left = [...(await slicesOf(ctx, keyOf(endpoints)))];
  for (const content of wanted) {
    const at = left.findIndex((slice) => placeOf(slice) === placeOf(content));
    const [slice] = at === -1 ? [] : left.splice(at, 1);
    if (slice === undefined) await create(ctx, sliceOf(endpoints, content, random));
    else if (!isSame(slice, content)) await ctx.update(EndpointSlice, changed(slice, content));
  }
  for (const slice of left) await ctx.delete(EndpointSlice, slice);
}

const placeOf = ({ addressType, ports = [] }: Pick<ReadSlice, 'addressType' | 'ports'>): string =>
  canonicalJson([addressType, ports]);

const isSame = (slice: ReadSlice, { endpoints, labels, annotations }: MirroredSlice): boolean =>
  deepEqual(slice.endpoints ?? [], endpoints ?? []) &&
  deepEqual({ ...labelsOf(slice) }, labels) &&
  deepEqual({ ...annotationsOf(slice) }, annotations);

const changed = (slice: ReadSlice, { endpoints = [], labels, annotations }: MirroredSlice): ReadSlice => ({
  ...slice,
  metadata: { ...slice.metadata, labels, annotations },
  endpoints,
});

function sliceOf(
  endpoints: DeepReadonly<Endpoints>,
  { labels, annotations, ...content }: MirroredSlice,
  random: Random,
): EndpointSlice {
  const prefix = podNamePrefix(endpoints);
  const hasAnnotations = Object.keys(annotations).length > 0;
  return EndpointSlice.of({
    metadata: {
      name: generateName(prefix, random),
      generateName: prefix,
      labels,
      ...(hasAnnotations && { annotations }),
    },
    ...content,
  });
}

async function create(ctx: Context, slice: EndpointSlice): Promise<void> {
  try {
    await ctx.create(EndpointSlice, slice);
  } catch (error) {
    if (!isNamespaceTerminating(error)) throw error;
  }
}

/**
 * Keeps the EndpointSlices of Services: who stands behind a Service, in which state, at which addresses and ports.
 * Upstream: kubernetes pkg/controller/endpointslice, k8s.io/endpointslice.
 */
import { Node, Pod, Service } from '@reeve/kinds/core/v1';
import { EndpointSlice } from '@reeve/kinds/discovery/v1';
import {
  deletionStarted,
  generateName,
  keyOf,
  labelOf,
  nameOf,
  namespaceOf,
  objectKey,
  withoutAnnotations,
  withAnnotations,
  withMetadata,
} from '@reeve/machinery';
import type { DeepReadonly, Host } from '@reeve/machinery';
import { defineController, index, watch } from '@reeve/runtime';
import type { ControllerDefinition, ReconcileContext } from '@reeve/runtime';
import { KnownSelectors } from '../pod/known-selectors.ts';
import { isNamespaceTerminating } from '../pod/pod-control.ts';
import { podNamePrefix } from '../pod/pod-from-template.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import { workloadOptions } from '../pod/workload-options.ts';
import type { WorkloadOptions } from '../pod/workload-options.ts';
import { AwaitedNodes } from './awaited-nodes.ts';
import { ChangeTimes } from './change-times.ts';
import { endpointOfPod, endpointPorts } from './endpoint-of-pod.ts';
import { changeTimeAnnotation, familiesOf, isReachable, podChangesEndpoints, podSelectorOf } from './service-pods.ts';
import type { ReadService } from './service-pods.ts';
import { managedByLabel, planSlices, serviceNameLabel, sliceLabels, sliceManager } from './slice-plan.ts';
import type { ReadSlice, SliceContent, SlicePlan } from './slice-plan.ts';

/** The controller of EndpointSlices. */
export function endpointSliceController(options: WorkloadOptions = {}): ControllerDefinition<typeof Service> {
  const { host, maxConcurrent } = workloadOptions(options);
  const [known, awaited, times] = [new KnownSelectors(), new AwaitedNodes(), new ChangeTimes()];
  return defineController({
    name: 'endpointslice-controller',
    for: Service,
    owns: [EndpointSlice],
    watches: [
      watch(Pod, (pod) => known.selecting(pod), { predicates: [podChangesEndpoints] }),
      watch(Node, (node) => awaited.by(nameOf(node) ?? '')),
    ],
    indexes: [index(EndpointSlice, serviceField, (slice) => [serviceOf(slice)])],
    maxConcurrent,
    events: 'core',
    toleratedRepeats: Infinity, // pods that get ready one by one are no loop
    async reconcile(service, ctx) {
      const selector = podSelectorOf(service);
      known.set(ctx.key, selector && { matchLabels: selector });
      if (selector === undefined || deletionStarted(service)) return;
      await new ServiceRun(service, { ctx, host, awaited, times }).reconcile(selector);
    },
    gone(key) {
      known.delete(key);
      awaited.forget(key);
      times.forget(key);
    },
  });
}

const serviceField = 'metadata.service';

/** The key of the Service whose slice this controller manages. */
const serviceOf = (slice: ReadSlice): string =>
  labelOf(slice, managedByLabel) === sliceManager
    ? `${namespaceOf(slice) ?? ''}/${labelOf(slice, serviceNameLabel) ?? ''}`
    : '';

interface RunOptions {
  readonly ctx: ReconcileContext<typeof Service>;
  readonly host: Host;
  readonly awaited: AwaitedNodes;
  readonly times: ChangeTimes;
}

/** One run for one Service. */
class ServiceRun {
  readonly #service: ReadService;
  readonly #options: RunOptions;

  constructor(service: ReadService, options: RunOptions) {
    this.#service = service;
    this.#options = options;
  }

  async reconcile(selector: Readonly<Record<string, string>>): Promise<void> {
    const { ctx, times } = this.#options;
    const service = this.#service;
    const namespace = namespaceOf(service) ?? '';
    const pods = await ctx.list(Pod, { namespace, labels: selector });
    const slices = await ctx.list(EndpointSlice, { fields: { [serviceField]: keyOf(service) } });
    const changedAt = times.take(service, pods);
    const nodes = await this.#nodesOf(pods.filter(isReachable));
    const families = familiesOf(service);
    for (const family of families) {
      const wanted = contentOf(service, pods.filter(isReachable), family, nodes);
      const existing = slices.filter(({ addressType }) => addressType === family);
      await this.#write(planSlices(service, wanted, existing), family, changedAt);
    }
    const stale = slices.filter(({ addressType }) => !families.some((family) => family === addressType));
    for (const slice of stale) await ctx.delete(EndpointSlice, slice);
  }

  /** The nodes of the pods by name. A pod on a node that nobody knows is left out until the node is there. */
  async #nodesOf(pods: readonly ReadPod[]): Promise<Nodes> {
    const { ctx, awaited } = this.#options;
    const names = [...new Set(pods.map(({ spec }) => spec.nodeName ?? ''))];
    const found = await Promise.all(
      names.map(
        async (name) => [name, name === '' ? undefined : await ctx.get(Node, objectKey(undefined, name))] as const,
      ),
    );
    awaited.set(
      ctx.key,
      found.filter(([, node]) => node === undefined).map(([name]) => name),
    );
    return new Map(found);
  }

  async #write(plan: SlicePlan, family: 'IPv4' | 'IPv6', changedAt: string | undefined): Promise<void> {
    const { ctx } = this.#options;
    try {
      for (const content of plan.create) await ctx.create(EndpointSlice, this.#sliceOf(content, family, changedAt));
    } catch (error) {
      if (!isNamespaceTerminating(error)) throw error;
    }
    for (const { slice, ports, endpoints } of plan.update) {
      const next = withMetadata(timed(slice, changedAt), { labels: sliceLabels(this.#service) });
      await ctx.update(EndpointSlice, { ...next, ports, endpoints });
    }
    for (const slice of plan.delete) await ctx.delete(EndpointSlice, slice);
  }

  #sliceOf(
    { ports, endpoints }: SliceContent,
    addressType: 'IPv4' | 'IPv6',
    changedAt: string | undefined,
  ): EndpointSlice {
    const prefix = podNamePrefix(this.#service);
    const slice = EndpointSlice.of({
      metadata: {
        name: generateName(prefix, this.#options.host.random),
        generateName: prefix,
        labels: sliceLabels(this.#service),
      },
      addressType,
      endpoints: [...endpoints],
      ports: [...ports],
    });
    return timed(slice, changedAt);
  }
}

type Nodes = ReadonlyMap<string, DeepReadonly<Node> | undefined>;

/** What slices of a family are to hold, for each set of ports. */
function contentOf(
  service: ReadService,
  pods: readonly ReadPod[],
  family: 'IPv4' | 'IPv6',
  nodes: Nodes,
): readonly SliceContent[] {
  const byPorts = new Map<string, { ports: SliceContent['ports']; endpoints: SliceContent['endpoints'][number][] }>();
  for (const pod of pods) {
    const node = nodes.get(pod.spec.nodeName ?? '');
    if (node === undefined && service.spec?.publishNotReadyAddresses !== true) continue;
    const endpoint = endpointOfPod(pod, service, family, node);
    if (endpoint === undefined) continue;
    const ports = endpointPorts(pod, service);
    const content = byPorts.get(JSON.stringify(ports)) ?? { ports, endpoints: [] };
    content.endpoints.push(endpoint);
    byPorts.set(JSON.stringify(ports), content);
  }
  return [...byPorts.values()];
}

const timed = <S extends ReadSlice>(slice: S, changedAt: string | undefined): S =>
  changedAt === undefined
    ? withoutAnnotations(slice, changeTimeAnnotation)
    : withAnnotations(slice, { [changeTimeAnnotation]: changedAt });

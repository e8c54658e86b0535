/**
 * Puts a server together from its parts, without a socket: store, what is served, admission, documents, and the objects of a fresh cluster.
 */
import type { Host } from '@reeve/machinery';
import { alwaysAllow } from '../auth/authorizer.ts';
import { builtinPlugins } from '../builtin/admission/builtin-plugins.ts';
import { reviewHandlers } from '../builtin/reviews.ts';
import { builtinScalePaths } from '../builtin/scale.ts';
import { seedObjects } from '../builtin/seed-objects.ts';
import { subresourceHandlers } from '../builtin/subresource-handlers.ts';
import { Discovery } from '../discovery/discovery.ts';
import { JournalWriter } from '../journal/journal-writer.ts';
import type { Journal } from '../journal/journal.ts';
import { FaultPlan } from '../fault/fault-plan.ts';
import { loadBuiltins } from '../resource/builtin-resources.ts';
import { ResourceRegistry } from '../resource/resource-registry.ts';
import { Expiry } from '../store/expiry.ts';
import type { Snapshot } from '../store/snapshot.ts';
import { Store, type HistoryWindow } from '../store/store.ts';
import { Admission } from '../write/admission.ts';
import { namespaceLifecycle } from '../write/namespace-lifecycle.ts';
import { CustomResources } from '../custom/custom-resources.ts';
import { ApiEngine } from './api-engine.ts';
import type { EngineContext } from './engine-context.ts';
import { OpenApiV3 } from '../openapi/openapi-v3.ts';
import { RequestMetrics } from '../metrics/request-metrics.ts';
import { pathList } from './path-list.ts';
import { Turns } from './turns.ts';

export interface Assembly {
  readonly store: Store;
  readonly engine: ApiEngine;
  readonly faults: FaultPlan;
  restore(snapshot: Snapshot): void;
  /** Ends open watches. */
  endStreams(): void;
  /** Resolves when every write so far is safe. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const servicePort = 6443;

export async function assembleEngine(options: {
  host: Host;
  history: Partial<HistoryWindow> | undefined;
  journal: Journal | undefined;
  onBug: (error: unknown) => void;
}): Promise<Assembly> {
  const { host } = options;
  const builtins = await loadBuiltins();
  const store = new Store({ clock: host.clock, ...(options.history && { window: options.history }) });
  const registry = new ResourceRegistry();
  registry.add(builtins.resources, builtins.groups);
  const expiry = new Expiry(store, host.clock);
  const openStreams = new Set<() => void>();
  const turns = new Turns(host, options.onBug);
  const customs = new CustomResources({ store, registry, turns, clock: host.clock });
  const context: EngineContext = {
    store,
    registry,
    host,
    expiry,
    turns,
    openStreams,
    admission: new Admission([namespaceLifecycle(store), ...builtinPlugins(store, host.random)]),
    deleteOptionsCodec: builtins.codecs.forType('meta.v1.DeleteOptions'),
    statusCodec: builtins.codecs.forType('meta.v1.Status'),
    metadataCodec: builtins.codecs.forType('meta.v1.PartialObjectMetadata'),
    createHandlers: reviewHandlers(alwaysAllow),
  };
  const openApi = new OpenApiV3(registry, builtins.gitVersion);
  const metrics = new RequestMetrics();
  const engine = new ApiEngine({
    context,
    discovery: new Discovery(registry, () => `127.0.0.1:${servicePort}`),
    gitVersion: builtins.gitVersion,
    handlers: subresourceHandlers(
      builtins.codecs.forKind('autoscaling', 'v1', 'Scale'),
      (resource) => resource.scalePaths ?? builtinScalePaths,
    ),
    paths: [
      (request) => openApi.answer(request),
      ({ path }) => pathList(path, registry),
      ({ path }) => metrics.answer(path),
    ],
    metrics,
    authorize: () => {},
    onBug: options.onBug,
  });
  const recorded = (await options.journal?.load()) ?? [];
  const writer = options.journal && new JournalWriter(store, options.journal);
  store.load(recorded);
  if (recorded.length === 0) await seedObjects(store, registry, host, servicePort);
  store.begin(); // nobody has seen anything from before the start
  customs.refresh();
  return {
    store,
    engine,
    faults: new FaultPlan(host),
    restore: (snapshot) => {
      expiry.clear();
      store.restore(snapshot);
      customs.refresh();
    },
    endStreams: () => {
      for (const end of Array.from(openStreams)) end();
    },
    flush: async () => writer?.flush(),
    stop: async () => {
      expiry.clear();
      customs.stop();
      await writer?.close();
    },
  };
}

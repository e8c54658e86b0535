/**
 * Puts a server together from its parts, without a socket: store, what is served, admission, documents, and the objects of a fresh cluster.
 */
import type { Host, PodRuntime } from '@reeve/machinery';
import {
  Expiry,
  ResourceRegistry,
  Store,
  type AdmissionPlugin,
  type HistoryWindow,
  type ServedResource,
  type UserInfo,
} from '@reeve/registry';
import {
  alwaysDeny,
  builtinPlugins,
  builtinScalePaths,
  pluginSelection,
  resourceQuotas,
  seedObjects,
  type PluginChoice,
} from '@reeve/builtins';
import { AdmissionChain } from '../admission/admission-chain.ts';
import { RequestMatcher } from '../admission/request-matcher.ts';
import { authorizerOf, type AuthorizationOptions } from '../authorization/authorizer-of.ts';
import { hasPolicy, reconcileBootstrapPolicy } from '../authorization/bootstrap-policy.ts';
import { GrantGuard } from '../authorization/grant-guard.ts';
import { RoleRules } from '../authorization/role-rules.ts';
import { askAccess } from '../policy/ask-access.ts';
import { openIdDocument } from '../auth/openid-documents.ts';
import { reviewHandlers } from '../auth/reviews.ts';
import { ServiceAccountTokens } from '../auth/service-account-tokens.ts';
import { SigningKeys, type KeyOptions } from '../auth/signing-key.ts';
import { TokenAuthenticator } from '../auth/token-authenticator.ts';
import { tokenRequestHandler } from '../auth/token-request.ts';
import type { TokenWebhookOptions, WebhookTokens } from '../auth/webhook-tokens.ts';
import { RemoteReviews } from '../outbound/remote-review.ts';
import { subresourceHandlers } from '../subresources/subresource-handlers.ts';
import { bindingsHandler } from '../subresources/binding.ts';
import { Discovery } from '../discovery/discovery.ts';
import { checkCommits } from '../journal/journal-lines.ts';
import { firstRevision, JournalWriter } from '../journal/journal-writer.ts';
import type { Journal } from '../journal/journal.ts';
import { FaultPlan } from '../fault/fault-plan.ts';
import { FieldTrackers } from '../managed-fields/field-trackers.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { OutboundClient } from '../outbound/outbound-client.ts';
import { ServiceResolver, type ServiceMap } from '../outbound/service-addresses.ts';
import { sockets } from '../outbound/sockets.ts';
import { loadBuiltins } from './builtin-resources.ts';
import type { SubresourceHandler, SubresourceHandlers } from '../resource/subresource-view.ts';
import { namespaceLifecycle } from '../write/namespace-lifecycle.ts';
import { webhookConverters } from '../conversion/webhook-converter.ts';
import { CustomResources } from '../custom/custom-resources.ts';
import { ApiEngine } from '../engine/api-engine.ts';
import type { EngineContext } from '../engine/engine-context.ts';
import type { Assembly } from '../engine/request-pipeline.ts';
import { OpenApi } from '../openapi/open-api.ts';
import { RequestMetrics } from '../metrics/request-metrics.ts';
import { WebhookMetrics } from '../metrics/webhook-metrics.ts';
import { HookSource } from '../webhooks/hook.ts';
import { HookCaller } from '../webhooks/invoke-hook.ts';
import { MutatingWebhooks } from '../webhooks/mutating-webhooks.ts';
import { ValidatingWebhooks } from '../webhooks/validating-webhooks.ts';
import type { Dispatch } from '../webhooks/webhook-dispatch.ts';
import { mutatingPolicies } from '../policy/mutating-policies.ts';
import { validatingPolicies } from '../policy/validating-policies.ts';
import { pathList } from '../engine/path-list.ts';
import { WatchHub } from '../watch/watch-hub.ts';
import { TickBatcher } from '../engine/tick-batcher.ts';

const servicePort = 6443;
const defaultIssuer = 'https://kubernetes.default.svc.cluster.local';

/** Who signs the tokens of service accounts. */
export interface ServiceAccountOptions extends KeyOptions {
  readonly issuer?: string;
}

export async function assembleEngine(options: {
  host: Host;
  history: Partial<HistoryWindow> | undefined;
  journal: Journal | undefined;
  tokens?: ReadonlyMap<string, UserInfo> | undefined;
  serviceAccounts?: ServiceAccountOptions | undefined;
  authorization?: AuthorizationOptions | undefined;
  tokenWebhook?: TokenWebhookOptions | undefined;
  /** Admission plugins besides those that are on by default, and without which of them. */
  admissionPlugins?: PluginChoice | undefined;
  /** Controllers stand behind the API, so that what they make can be counted on. */
  hasControllers?: boolean;
  podRuntime?: PodRuntime | undefined;
  /** Carries calls to webhooks and other services; sockets unless given. */
  outbound?: Outbound | undefined;
  /** Services that are elsewhere than their EndpointSlices say. */
  services?: ServiceMap | undefined;
  onBug: (error: unknown) => void;
}): Promise<Assembly> {
  const { host } = options;
  const builtins = await loadBuiltins();
  const store = new Store({ clock: host.clock, ...(options.history && { window: options.history }) });
  const registry = new ResourceRegistry();
  registry.add(builtins.resources, builtins.groups);
  const expiry = new Expiry(store, host.clock);
  const ticks = new TickBatcher(host, options.onBug);
  const hub = new WatchHub({ store, clock: host.clock, ticks, onBug: options.onBug });
  const fields = new FieldTrackers({
    registry,
    schemas: builtins.valueSchemas,
    schemaName: builtins.schemaName,
    clock: host.clock,
  });
  const outside = sockets();
  const resolver = new ServiceResolver(store, options.services);
  const outbound = new OutboundClient(options.outbound ?? outside, resolver, host.clock);
  const customs = new CustomResources({
    store,
    registry,
    ticks,
    clock: host.clock,
    converterFor: webhookConverters(outbound, host),
    trackStatus: (old, definition) => fields.ofServer(definition, 'customresourcedefinitions', 'status', old),
  });
  const keys = new SigningKeys(options.serviceAccounts);
  const { issuer = defaultIssuer } = options.serviceAccounts ?? {};
  const accounts = new ServiceAccountTokens({ issuer, keys, store, host });
  const webhook = options.tokenWebhook && (await webhookTokens(options.tokenWebhook, { outbound, host, issuer }));
  const tokens = new TokenAuthenticator(options.tokens ?? new Map(), accounts, webhook);
  const roles = new RoleRules(store);
  const authorizer = await authorizerOf(options.authorization, { roles, outbound, host });
  const webhookMetrics = new WebhookMetrics(host.clock);
  const dispatch: Dispatch = {
    matcher: new RequestMatcher(store, registry),
    metrics: webhookMetrics,
    ask: askAccess(authorizer),
  };
  const caller = new HookCaller({ outbound, host, metrics: webhookMetrics });
  const isOn = pluginSelection(options.admissionPlugins ?? {}, { hasControllers: options.hasControllers ?? false });
  const ifOn = (plugin: AdmissionPlugin): AdmissionPlugin | undefined => (isOn(plugin.name) ? plugin : undefined);
  const policies = { store, registry, matcher: dispatch.matcher, ask: dispatch.ask };
  const context: EngineContext = {
    outbound,
    store,
    registry,
    host,
    expiry,
    ticks,
    hub,
    fields,
    authorizer,
    grants: new GrantGuard(roles, authorizer),
    admission: new AdmissionChain({
      builtins: [namespaceLifecycle(store), ...builtinPlugins(store, host)].filter(({ name }) => isOn(name)),
      mutatingWebhooks: ifOn(new MutatingWebhooks(new HookSource(store, 'admit'), dispatch, caller)),
      validatingWebhooks: ifOn(new ValidatingWebhooks(new HookSource(store, 'validating'), dispatch, caller)),
      mutatingPolicies: ifOn(mutatingPolicies({ ...policies, schemaOf: (form) => fields.schemaOf(form) })),
      validatingPolicies: ifOn(validatingPolicies(policies)),
      quota: ifOn(resourceQuotas(store, host.clock)),
      last: ifOn(alwaysDeny),
    }),
    deleteOptionsCodec: builtins.codecs.forType('meta.v1.DeleteOptions'),
    statusCodec: builtins.codecs.forType('meta.v1.Status'),
    metadataCodec: builtins.codecs.forType('meta.v1.PartialObjectMetadata'),
    createHandlers: new Map([
      ...reviewHandlers(authorizer, tokens),
      ['/bindings', bindingsHandler(builtins.codecs.forKind('', 'v1', 'Binding'))],
    ]),
  };
  const openApi = new OpenApi(registry, builtins.gitVersion);
  const metrics = new RequestMetrics(() => webhookMetrics.lines());
  const engine = new ApiEngine({
    context,
    discovery: new Discovery(registry, () => `127.0.0.1:${servicePort}`),
    gitVersion: builtins.gitVersion,
    handlers: withTokens(
      subresourceHandlers(builtins.codecs, (resource) => resource.scalePaths ?? builtinScalePaths, options.podRuntime),
      tokenRequestHandler(accounts, builtins.codecs.forKind('authentication.k8s.io', 'v1', 'TokenRequest')),
    ),
    paths: [
      (request) => openApi.answer(request),
      (request) => openIdDocument(request, { issuer, keys, address: `127.0.0.1:${servicePort}` }),
      ({ path }) => pathList(path, registry),
      ({ path }) => metrics.answer(path),
    ],
    metrics,
    checkStorage: async () => writer?.check(),
    onBug: options.onBug,
  });
  const writer = options.journal && (await takeUp(store, options.journal, host));
  scheduleExpiry(store, expiry, builtins.resources, host);
  if (hasPolicy(store)) await reconcileBootstrapPolicy(store);
  await seedObjects(store, registry, host, servicePort);
  store.begin(); // nobody has seen anything from before the start
  await writer?.begin();
  customs.refresh();
  return {
    store,
    registry,
    ticks,
    tokens,
    authorizer,
    engine,
    faults: new FaultPlan(host),
    restore: (snapshot) => {
      expiry.clear();
      store.restore(snapshot);
      scheduleExpiry(store, expiry, builtins.resources, host);
      customs.refresh();
    },
    noteRequest: () => hub.noteRequest(),
    endStreams: () => hub.endAll(),
    writer,
    stop: async () => {
      expiry.clear();
      customs.stop();
      outside.close();
      roles.stop();
      await writer?.close();
    },
  };
}

/** Objects that were there before this moment end at their own time: what of their lifetime is left, since they were made. */
function scheduleExpiry(store: Store, expiry: Expiry, resources: readonly ServedResource[], { clock }: Host): void {
  const lifetimes = new Map(resources.map(({ storage, strategy }) => [storage.table, strategy.ttlMs] as const));
  for (const [table, ttlMs] of lifetimes) {
    if (ttlMs === undefined) continue;
    const left = Array.from(store.table(table).current(), ({ key, object }) => {
      const made = Date.parse(object.metadata.creationTimestamp ?? '');
      return { key, leftMs: Number.isNaN(made) ? ttlMs : Math.min(Math.max(made + ttlMs - clock.now(), 0), ttlMs) };
    });
    left.sort((a, b) => a.leftMs - b.leftMs);
    for (const { key, leftMs } of left) expiry.schedule(table, key, leftMs);
  }
}

/** Asks a service about tokens; loaded where there is one. */
async function webhookTokens(
  options: TokenWebhookOptions,
  { outbound, host, issuer }: { outbound: OutboundClient; host: Host; issuer: string },
): Promise<WebhookTokens> {
  const { WebhookTokens: loaded } = await import('../auth/webhook-tokens.ts');
  const { service, timeoutMs = 30_000 } = options;
  return new loaded(options, {
    reviews: new RemoteReviews({ outbound, host, service, timeoutMs }),
    clock: host.clock,
    issuer,
  });
}

/** Fills the store with what a journal holds, and records in the journal what is written from here on. */
async function takeUp(store: Store, journal: Journal, { clock }: Host): Promise<JournalWriter> {
  const recorded = await journal.load();
  checkCommits(recorded);
  store.load(recorded);
  store.skipTo(firstRevision(recorded, clock.now()));
  return new JournalWriter(store, journal, clock);
}

/** Subresources as they are, and the one of service accounts that gives out tokens. */
function withTokens(handlers: SubresourceHandlers, token: SubresourceHandler): SubresourceHandlers {
  return {
    find: (resource, name) =>
      resource.plural === 'serviceaccounts' && name === 'token' ? token : handlers.find(resource, name),
  };
}

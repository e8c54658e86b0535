// leader
export { LeaderElector } from './leader/leader-elector.ts';
export type { ElectionOptions, ElectionTiming, LeaderCallbacks } from './leader/election-options.ts';
export { ElectionHealth } from './leader/election-health.ts';
export { LeaseLock } from './leader/lease-lock.ts';
export type { LeaseLockOptions } from './leader/lease-lock.ts';
export type { EventSink } from './leader/election-events.ts';
export type { LeaderLock, ObservedRecord } from './leader/leader-lock.ts';
export { Lease, recordOf, specOf } from './leader/lease.ts';
export { Candidacy, LeaseCandidate } from './leader/lease-candidate.ts';
export type { CandidacyOptions } from './leader/lease-candidate.ts';
export type { LeaderRecord, LeaseSpec } from './leader/lease.ts';

// event
export { sidesOf } from './event/object-event.ts';
export type { CreateEvent, DeleteEvent, GenericEvent, ObjectEvent, UpdateEvent } from './event/object-event.ts';

// predicate
export { predicate } from './predicate/predicate.ts';
export type { Predicate, PredicateCases } from './predicate/predicate.ts';
export {
  annotationsChanged,
  changed,
  generationChanged,
  labelsChanged,
  resourceVersionChanged,
} from './predicate/changed.ts';
export { and, not, or } from './predicate/combine.ts';
export { matchesLabels } from './predicate/matches-labels.ts';

// handler
export { allObjects, requestFor, requestOf } from './handler/request.ts';
export type { Request } from './handler/request.ts';
export { toLabelled, toMapped, toObject, toOwner } from './handler/event-mapper.ts';
export type {
  WaitingEventMapper,
  WatchedTarget,
  WatchedTargets,
  WatchMap,
  WatchMapContext,
} from './handler/watch-map.ts';
export type { EventMapper, OwnerOptions } from './handler/event-mapper.ts';
export { lowPriority, priorityOf } from './handler/event-priority.ts';
export type { EventPriority } from './handler/event-priority.ts';

// manager
export type { Runnable, RunnableGroupName } from './runnable/runnable.ts';
export { RunnableGroup } from './manager/runnable-group.ts';
export type { RunnableGroupOptions } from './manager/runnable-group.ts';
export { Lifecycle } from './manager/lifecycle.ts';
export type { Election, LifecycleOptions } from './manager/lifecycle.ts';
export {
  AlreadyStartedError,
  GracePeriodError,
  LeaderLostError,
  ShuttingDownError,
} from './runnable/manager-errors.ts';
export { FieldVersionError } from './write/field-versions.ts';
export { ServerUnreachableError } from './manager/server-contact.ts';

// log
export { silentLogger } from './log/logger.ts';
export type { LogFields, Logger } from './log/logger.ts';
export { pinoLogger } from './log/pino-logger.ts';
export type { LogOptions, LogTime } from './log/pino-logger.ts';
export type { LogLevel } from './log/log-format.ts';
export { processLog } from './log/process-log.ts';
export { DelegatingLogger } from './log/delegating-logger.ts';

// cause
export { causeOf } from './cause/cause.ts';
export type { Cause } from './cause/cause.ts';
export { changedPaths } from './cause/changed-paths.ts';

// source
export type { EnqueueOptions, Source, SourceContext } from './source/source.ts';
export { KindSource } from './source/kind-source.ts';
export type { KindSourceOptions } from './source/kind-source.ts';
export { Channel } from './source/channel.ts';
export { ChannelSource } from './source/channel-source.ts';
export type { ChannelSourceOptions } from './source/channel-source.ts';
export { TimerSource } from './source/timer-source.ts';
export type { TimerSourceOptions } from './source/timer-source.ts';

// controller
export { Controller } from './controller/controller.ts';
export type {
  ControllerOptions,
  ControllerSettings,
  FinishedRun,
  Reconcile,
  Run,
  RunPlace,
} from './controller/controller-options.ts';
export { noControllerMetrics } from './controller/controller-metrics.ts';
export type {
  ControllerCounts,
  ControllerLoad,
  ControllerMetrics,
  ReconcileResultLabel,
} from './controller/controller-metrics.ts';
export { SourceError } from './controller/source-set.ts';
export type { Outcome, ReconcileResult } from './reconcile/outcome.ts';
export { defineController } from './controller/define-controller.ts';
export { index, watch } from './source/watch.ts';
export type { FieldIndex, Watch } from './source/watch.ts';
export { Steps } from './step/steps.ts';
export type { StepsOptions } from './step/steps.ts';
export type { Step, StepNeeds, StepResult } from './step/step.ts';
export type { StepRecord } from './reconcile/step-record.ts';
export type { ControllerDefinition, Owned, SteppedDefinition } from './controller/define-controller.ts';
export type { ReconcileContext, StatusInput } from './reconcile/reconcile-context.ts';
export { HotLoops } from './reconcile/hot-loops.ts';
export type { HotLoop } from './reconcile/hot-loops.ts';
export type { ReadRecord } from './reconcile/run-notes.ts';
export { RecentRuns } from './history/recent-runs.ts';
export type { RecentRunsOptions } from './history/recent-runs.ts';
export { Manager } from './manager/manager.ts';
export type { Addition, Batch } from './manager/batch.ts';
export type { LeaderElectionOptions, ManagerOptions } from './manager/manager-options.ts';
export type { ReconcileRecord } from './controller/reconcile-record.ts';
export type {
  DebugServerOptions,
  HealthServerOptions,
  MetricsServerOptions,
  OperationsOptions,
  OperationsServers,
} from './manager/operations.ts';

// finalizer
export { Finalizers } from './finalizer/finalizers.ts';
export type { Finalize, Finalized } from './finalizer/finalizers.ts';
export { claim } from './adoption/claim.ts';
export type { ClaimOptions, Claims } from './adoption/claim.ts';
export { PartialFailureError } from './failure/partial-failure-error.ts';
export type { PartFailure } from './failure/partial-failure-error.ts';

// view
export { metadataOf, projectionOf } from './view/kind-view.ts';
export type { MetadataKind, ProjectedKind, Projection } from './view/kind-view.ts';

// definition
export { ensureDefinitions } from './definition/ensure-definitions.ts';
export type { DefinitionInput, EnsureDefinitionsOptions } from './definition/ensure-definitions.ts';
export { NotEstablishedError } from './definition/not-established-error.ts';

// presence
export { KindPresence } from './presence/kind-presence.ts';
export type { KindPresenceOptions, Presence } from './presence/kind-presence.ts';

// write
export { appliedAnnotation, isApplied, withAppliedHash } from './write/applied-hash.ts';
export { FencedError, leaseFence, openFence } from './write/fence.ts';
export type { Fence } from './write/fence.ts';
export { fencedClient } from './write/fenced-client.ts';
export type { Applied } from './write/write-path.ts';
export type { WriteRecord } from './write/write-record.ts';

// events
export { CoreEvent, SeriesEvent } from './events/event-kinds.ts';
export type { EventSeries, EventSource, EventType } from './events/event-kinds.ts';
export type { EventInput, EventRecorder, EventSubject } from './events/event-input.ts';
export { EventBroadcaster } from './events/event-broadcaster.ts';
export type { BroadcasterOptions, EventHandler, EventSignals, EventWatcher } from './events/event-broadcaster.ts';
export { CoreEventBroadcaster } from './events/core-event-broadcaster.ts';
export type { CoreSinkOptions } from './events/core-event-sink.ts';
export { SeriesEventBroadcaster } from './events/series-event-broadcaster.ts';
export type { EventReporter } from './events/series-event-broadcaster.ts';
export { SeriesEventSink } from './events/series-event-sink.ts';
export type { SeriesSinkOptions } from './events/series-event-sink.ts';
export { EventCorrelator } from './events/event-correlator.ts';
export type { Correlated, CorrelatorOptions, SpamOptions } from './events/event-correlator.ts';
export type { AggregationOptions } from './events/event-aggregator.ts';
export { combinedMessage, sameEventKey, similarEventKey, spamKey } from './events/event-keys.ts';
export type { EventKey } from './events/event-keys.ts';
export type { TryOptions } from './events/event-tries.ts';
export { coreEventWriter, seriesEventWriter } from './events/event-writer.ts';
export type { EventWriter } from './events/event-writer.ts';
export { eventsAbout } from './events/events-about.ts';
export { FakeRecorder } from './events/fake-recorder.ts';

// webhooks
export { webhookNeeds } from './webhook/manager-webhooks.ts';
export type { ManagerWebhookOptions, OwnCertificates } from './webhook/manager-webhooks.ts';
export type { BundleTargets } from './webhook/bundle-keeper.ts';

// server
export type { CertificatePair, CertificateSource } from '@reeve/certificates';
export { HttpServer } from './server/http-server.ts';
export type { HttpServerOptions } from './server/http-server.ts';
export { ListenError } from './server/listen-error.ts';
export { CertificateError, CertificateWatcher } from './server/certificate-watcher.ts';
export type { CertificateFiles, CertificateMetrics, CertificateWatcherOptions } from './server/certificate-watcher.ts';
export { nodeFiles } from './server/node-files.ts';
export { isLoopback } from './server/listen-address.ts';
export { jsonAnswer, readsOnly, textAnswer } from './server/request-handler.ts';
export type { RequestFilter, RequestHandler, ServerAnswer, ServerRequest } from './server/request-handler.ts';

// health
export { HealthChecks, healthHandler, longestRun, ping } from './health/health-checks.ts';
export type { HealthCheck } from './health/health-checks.ts';
export { cacheFreshness } from './health/cache-health.ts';

// metrics
export { Metrics } from './metrics/metrics.ts';
export type { MetricsOptions } from './metrics/metrics.ts';
export type { MetricsRegistry } from './metrics/metrics-registry.ts';
export { metricsHandler } from './metrics/metrics-handler.ts';
export type { MetricsHandlerOptions } from './metrics/metrics-handler.ts';
export { accessFilter, accessFilterNeeds } from './metrics/access-filter.ts';
export type { AccessFilterOptions } from './metrics/access-filter.ts';

// permission
export { checkPermissions, missingRules, ruleOf } from './permission/check-permissions.ts';
export { controllerNeeds } from './controller/controller-needs.ts';
export { describeRule, MissingPermissionError, rulesYaml } from './permission/missing-permission-error.ts';
export { UndeclaredRequestError } from './permission/undeclared-request-error.ts';
export type { NonResourcePermission, Permission, PermissionVerb, ResourcePermission } from './permission/permission.ts';
export type { PolicyRule } from './permission/missing-permission-error.ts';
export { strayRejections } from './manager/stray-rejections.ts';
export type { RejectingProcess, StrayRejectionsOptions } from './manager/stray-rejections.ts';

// debug
export { debugHandler } from './debug/debug-handler.ts';
export type { DebugAccess, DebugSubjects } from './debug/debug-handler.ts';
export { loopbackOnly } from './debug/loopback-only.ts';

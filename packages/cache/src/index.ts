// bytes
export { LineSplitter } from './bytes/line-splitter.ts';
export { ListSplitter } from './bytes/list-splitter.ts';
export { ObjectScan } from './bytes/object-scan.ts';
export type { ByteRange } from './bytes/object-scan.ts';
export { WireText } from './bytes/wire-text.ts';
export { AnswerLimitError, answerLimits } from './bytes/answer-limits.ts';
export type { AnswerPart } from './bytes/answer-limits.ts';

// decode
export type { DecodeOptions, Transform } from './decode/decode-options.ts';
export { ObjectDecoder } from './decode/object-decoder.ts';
export type { Decoded, DecoderOptions } from './decode/object-decoder.ts';
export { parseWithoutManagedFields } from './decode/parse-without-managed-fields.ts';
export { StructuralInterner } from './decode/structural-interner.ts';
export { TransformError } from './decode/transform-error.ts';
export { UnexpectedObjectError } from './decode/unexpected-object-error.ts';

// lister-watcher
export type {
  ListAnswer,
  ListerWatcher,
  ListRequest,
  WatchAnswer,
  WatchRequest,
} from './lister-watcher/lister-watcher.ts';
export { kindListerWatcher } from './lister-watcher/kind-lister-watcher.ts';
export type { KindListerWatcherOptions } from './lister-watcher/kind-lister-watcher.ts';
export { objectListerWatcher } from './lister-watcher/object-lister-watcher.ts';
export type { ObjectListerWatcherOptions } from './lister-watcher/object-lister-watcher.ts';

// reflector
export { Reflector } from './reflector/reflector.ts';
export type { ReflectorOptions } from './reflector/reflector-options.ts';
export type { Accepted, ReflectorStore } from './reflector/reflector-store.ts';
export type { ReflectorListener, ReflectorNotice, ReflectorState } from './reflector/reflector-state.ts';
export { problemOf } from './reflector/problem.ts';
export type { Problem } from './reflector/problem.ts';
export { watchErrorLevel } from './reflector/watch-error-level.ts';
export type { WatchErrorLevel } from './reflector/watch-error-level.ts';
export { RetryWithDeadline } from './reflector/retry-with-deadline.ts';
export type { RetryWithDeadlineOptions } from './reflector/retry-with-deadline.ts';
export {
  BrokenStreamError,
  InconsistentListError,
  PaginationError,
  SilentStreamError,
  StaleListError,
  StoppedBeforeSyncError,
  StreamDecodingError,
  VeryShortWatchError,
} from './reflector/stream-errors.ts';

// store
export { metaNamespaceKey, deletionHandlingKey, deletionHandlingName, KeyError } from './store/key-function.ts';
export type { KeyFunction } from './store/key-function.ts';
export { deletedFinalStateUnknown, isDeletedFinalStateUnknown } from './store/tombstone.ts';
export type { DeletedFinalStateUnknown, DeletedObject } from './store/tombstone.ts';
export { Store } from './store/store.ts';
export type { ReadonlyStore, StoreOptions, StoreTransform } from './store/store.ts';
export { TransactionError } from './store/store-transaction.ts';
export type { StoreOperation } from './store/store-transaction.ts';
export { Indexer } from './store/indexer.ts';
export type { ReadonlyIndexer } from './store/indexer.ts';
export { indexByNamespace, namespaceIndex } from './store/object-table.ts';
export type { IndexErrorReporter } from './store/object-table.ts';
export { IndexFunctionError } from './store/object-index.ts';
export type { IndexFunction, Indexers } from './store/object-index.ts';
export { IndexConflictError, UnknownIndexError } from './store/index-error.ts';
export { ThreadSafeStore } from './store/thread-safe-store.ts';
export type { KeyedOperation } from './store/thread-safe-store.ts';
export { ExpirationCache } from './store/expiration-cache.ts';
export type { ExpirationCacheOptions, ExpirationPolicy } from './store/expiration-cache.ts';

// queue
export { isObjectDelta } from './queue/delta.ts';
export type { Delta, ObjectDelta, WholeDelta } from './queue/delta.ts';
export { QueueClosedError, RequeueError } from './queue/queue.ts';
export type { PopProcess, Queue } from './queue/queue.ts';
export { Fifo } from './queue/fifo.ts';
export { DeltaFifo } from './queue/delta-fifo.ts';
export type { DeltaFifoOptions, Deltas } from './queue/delta-fifo.ts';
export { InOrderQueue } from './queue/in-order-queue.ts';
export type { InOrderQueueOptions } from './queue/in-order-queue.ts';
export type { KnownObjects } from './queue/known-objects.ts';

// informer
export { filteringHandler } from './informer/event-handler.ts';
export type { EventFilter, EventHandler, Handled } from './informer/event-handler.ts';
export type { HandlerOptions, HandlerRegistration } from './informer/handler-registration.ts';
export type { HandlerFailure } from './informer/listener.ts';
export { Controller } from './informer/controller.ts';
export type {
  ControllerOptions,
  ControllerQueue,
  FilledControllerOptions,
  ListingControllerOptions,
} from './informer/controller.ts';
export { DeltaProcessor } from './informer/delta-processor.ts';
export type { ChangeSink, DeltaProcessorOptions, StoredListener } from './informer/delta-processor.ts';
export { SharedInformer } from './informer/shared-informer.ts';
export { SharedIndexInformer } from './informer/shared-index-informer.ts';
export type { InformerOptions, InformerProblem, StoreTap, WatchErrorHandler } from './informer/informer-options.ts';
export type { InformerSource, SourceContext } from './informer/informer-source.ts';
export { CacheNotSyncedError, InformerStartedError, InformerStoppedError } from './informer/informer-error.ts';
export { KeyedSyncTracker, SyncCountError, SyncTracker } from './informer/sync-tracker.ts';
export { Lazy } from './informer/lazy.ts';
export { SyncResult, waitForSync } from './informer/wait-for-sync.ts';
export type { Syncing, SyncOutcome } from './informer/wait-for-sync.ts';
export { informerMetrics } from './informer/informer-metrics.ts';
export type {
  InformerGauge,
  InformerGaugeName,
  InformerHistogram,
  InformerHistogramName,
  InformerMetric,
  InformerMetricLabels,
  InformerMetricsProvider,
} from './informer/informer-metrics.ts';
export { InformerNames } from './informer/informer-names.ts';
export type { InformerIdentity, NameReservation } from './informer/informer-names.ts';

// freshness
export type { FreshnessSnapshot } from './freshness/freshness.ts';

// lister
export { listAll, listAllByNamespace } from './lister/list-helpers.ts';
export type { Listable } from './lister/list-helpers.ts';
export { Lister } from './lister/lister.ts';
export type { ListerQuery, NamespaceLister } from './lister/lister.ts';

// factory
export { InformerFactory } from './factory/informer-factory.ts';
export type { FactoryProblem, InformerFactoryOptions, SyncWaitOptions } from './factory/informer-factory.ts';
export type { InformerHandle } from './factory/informer-handle.ts';
export { settingsFor } from './factory/informer-settings.ts';
export type { InformerSettings, KindSettings } from './factory/informer-settings.ts';
export type { FieldsInput, LabelsInput, Selection, SelectionInput, View } from './factory/selection.ts';
export { HealthProbe } from './factory/health-probe.ts';
export type { HealthProbeOptions } from './factory/health-probe.ts';

// reflector as a source
export { reflectorSource } from './informer/reflector-source.ts';
export type { ReflectorSourceOptions } from './informer/reflector-source.ts';

// cache
export { Cache } from './cache/cache.ts';
export { continueNotSupported } from './cache/cached-list.ts';
export type { CacheListQuery, CacheReadOptions } from './cache/cached-list.ts';
export { allNamespaces, cached } from './cache/cache-settings.ts';
export type {
  CachedKind,
  CachedKindSettings,
  CacheOptions,
  CacheWarning,
  NamespaceSettings,
  ScopeSettings,
} from './cache/cache-settings.ts';
export { effectiveScopes } from './cache/effective-scopes.ts';
export type { EffectiveScope, ScopeDefaults } from './cache/effective-scopes.ts';
export type { CacheHandlerOptions, CacheInformer, CacheRegistration } from './cache/cache-informer.ts';
export type { CacheReport, KindReport } from './cache/cache-report.ts';
export type { CacheView } from './cache/cache-view.ts';
export {
  CacheNotStartedError,
  CacheStartedError,
  KindNotCachedError,
  NamespaceNotCachedError,
} from './cache/cache-error.ts';

// overlay
export { InformerOverlay } from './overlay/informer-overlay.ts';
export type { InformerOverlayOptions, OverlayStats } from './overlay/informer-overlay.ts';
export type { WriteOverlay } from './overlay/write-overlay.ts';
export type { WriteProof } from './overlay/own-echo.ts';
export { admit } from './overlay/admission.ts';
export type { Admission, AdmissionRules } from './overlay/admission.ts';

// Operators: a resource and a controller are data, a manager runs them.
export { DefinitionError, compareDefinitions, defineResource, k, resourceFromCrd, typesFromCrd } from '@reeve/define';
export type {
  Change,
  ChangeLevel,
  Column,
  DefinitionChanges,
  DefinitionProblem,
  InputObjectOf,
  ObjectOf,
  ResourceDefinition,
  ResourceOptions,
} from '@reeve/define';
export { defineController, index, Manager, metadataOf, projectionOf, Steps, watch } from '@reeve/runtime';
export type {
  Cause,
  ControllerDefinition,
  LeaderElectionOptions,
  ManagerOptions,
  Outcome,
  Owned,
  ReconcileContext,
  ReconcileRecord,
  ReconcileResult,
  Request,
  Runnable,
  Step,
  SteppedDefinition,
  Watch,
} from '@reeve/runtime';

// What API servers call.
export {
  allowed,
  authorizationConfiguration,
  defineAuthorizer,
  defineTokenReview,
  defineWebhook,
  denied,
  errored,
  fetchHandler,
  patchedTo,
  ReviewHandler,
  severalMutating,
  severalValidating,
  webhookKubeconfig,
  Webhooks,
  WebhookServer,
  withWarnings,
} from '@reeve/webhook';
export type {
  AccessReview,
  AdmissionAnswer,
  AdmissionHandler,
  AuthenticatedUser,
  Verdict,
  WebhookDefinition,
  WebhookOptions,
} from '@reeve/webhook';
export type { AdmissionContext, AdmissionRequest } from '@reeve/machinery';

// What wakes a controller, and what does not.
export {
  and,
  annotationsChanged,
  changed,
  Channel,
  ChannelSource,
  generationChanged,
  KindSource,
  labelsChanged,
  matchesLabels,
  not,
  or,
  predicate,
  requestFor,
  requestOf,
  resourceVersionChanged,
  TimerSource,
  toLabelled,
  toMapped,
  toObject,
  toOwner,
} from '@reeve/runtime';
export { CronSchedule, CronScheduleError } from '@reeve/machinery';
export type { EventMapper, Predicate, Source } from '@reeve/runtime';

// How a run ends when it does not end well, and what it takes with it.
export {
  allObjects,
  claim,
  FencedError,
  Finalizers,
  MissingPermissionError,
  PartialFailureError,
  UndeclaredRequestError,
} from '@reeve/runtime';
export { RequeueAfter, SkipError, TerminalError, WaitUntil } from '@reeve/machinery';

// Sets of objects, what is ready, and steps that many controllers have.
export {
  externalResource,
  finalizer,
  generatingHandler,
  isReady,
  kindRule,
  limitName,
  NotCreatedError,
  objectSet,
  objectsFromManifests,
  ownersOfKind,
  relatedResources,
  safeConcatName,
  statusHandler,
  workflow,
} from '@reeve/patterns';
export type {
  ApplyReport,
  ExternalResource,
  ExternalResourceOptions,
  ManagementPolicy,
  ObjectSet,
  ObjectSetOptions,
  Plan,
  Readiness,
  Workflow,
} from '@reeve/patterns';

// Running it: logs, metrics, probes, leaders, signals.
export {
  accessFilter,
  checkPermissions,
  controllerNeeds,
  HealthChecks,
  LeaderElector,
  LeaseLock,
  Metrics,
  pinoLogger,
  processLog,
  silentLogger,
} from '@reeve/runtime';
export { untilSignalled } from '@reeve/machinery';
export type { EventRecorder, HealthCheck, Logger, LogOptions, Permission, PolicyRule } from '@reeve/runtime';

// Talking to a cluster.
export {
  Client,
  Cluster,
  connect,
  fieldConflictsOf,
  inClusterConfig,
  isConnectionError,
  jsonPatch,
  jsonPatchFrom,
  KubeConfig,
  ListPager,
  loadConfig,
  loadKubeConfig,
  mergePatch,
  mergePatchFrom,
  parseManifests,
  RestMapper,
  RetryWatcher,
  strategicPatch,
  strategicPatchFrom,
} from '@reeve/client';
export type {
  ClientOptions,
  ConnectionConfig,
  ConnectOptions,
  CopyOptions,
  LoadOptions,
  ResourceClient,
  WatchOptions,
} from '@reeve/client';

// Knowing a cluster: reflectors, stores, informers, listers.
export {
  allNamespaces,
  Cache,
  cached,
  DeltaFifo,
  Indexer,
  InformerFactory,
  kindListerWatcher,
  Lister,
  objectListerWatcher,
  Reflector,
  reflectorSource,
  SharedIndexInformer,
  SharedInformer,
  Store,
  waitForSync,
} from '@reeve/cache';
export type {
  CacheOptions,
  EventHandler,
  IndexFunction,
  InformerFactoryOptions,
  InformerHandle,
  ListerWatcher,
  ReflectorOptions,
} from '@reeve/cache';

// Work that waits its turn.
export {
  defaultRateLimit,
  itemExponential,
  itemFastSlow,
  maxOf,
  parallelize,
  tokenBucket,
  WorkQueue,
} from '@reeve/queue';
export type { Item, RateLimit, WorkQueueOptions } from '@reeve/queue';

// Objects: keys, owners, conditions, labels, quantities, times.
export {
  annotationOf,
  annotationsOf,
  controllerOf,
  defineKind,
  deletionStarted,
  Duration,
  edit,
  findCondition,
  hasFinalizer,
  isConditionFalse,
  isConditionTrue,
  isControlledBy,
  isOwnedBy,
  keyOf,
  labelOf,
  labelsOf,
  nameOf,
  namespaceOf,
  objectKey,
  ownerReference,
  parseDuration,
  parseKey,
  parseLabelSelector,
  parseQuantity,
  Quantity,
  referenceTo,
  Scheme,
  semanticEqual,
  setCondition,
  setControllerReference,
  setOwnerReference,
  stableHash,
  stableNameHash,
  withAnnotations,
  withFinalizer,
  withLabels,
  withoutFinalizer,
} from '@reeve/machinery';
export type {
  AnyKind,
  CachedObject,
  Condition,
  DeepReadonly,
  DeepWritable,
  IntOrString,
  Kind,
  KindInputOf,
  KindObject,
  KubeObject,
  LabelSelector,
  ObjectKey,
  ObjectList,
  ObjectMeta,
  OwnerReference,
  QuantityValue,
  StoredObject,
  UnstructuredObject,
  WatchEvent,
} from '@reeve/machinery';

// Errors and their guards, which look at codes along the chain of causes.
export {
  ApiError,
  hasCode,
  isAbort,
  isAlreadyExists,
  isConflict,
  isExpired,
  isFieldManagerConflict,
  isForbidden,
  isInvalid,
  isNotFound,
  isTerminal,
  isTimeout,
  isTooManyRequests,
  isUnauthorized,
  ReeveError,
} from '@reeve/machinery';
export type { ErrorCode } from '@reeve/machinery';

// Time, and effects outside the cluster.
export { Backoff, defineEffect, nodeHost, poll, retry, retryOnConflict } from '@reeve/machinery';
export type { Clock, Effect, Host, Transport } from '@reeve/machinery';

// The kinds that operators make most. All others are in `reeve/kinds/GROUP/VERSION`.
export { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1/custom-resource-definition';
export { DaemonSet } from '@reeve/kinds/apps/v1/daemon-set';
export { Deployment } from '@reeve/kinds/apps/v1/deployment';
export { ReplicaSet } from '@reeve/kinds/apps/v1/replica-set';
export { StatefulSet } from '@reeve/kinds/apps/v1/stateful-set';
export { CronJob } from '@reeve/kinds/batch/v1/cron-job';
export { Job } from '@reeve/kinds/batch/v1/job';
export { ConfigMap } from '@reeve/kinds/core/v1/config-map';
export { Namespace } from '@reeve/kinds/core/v1/namespace';
export { Node } from '@reeve/kinds/core/v1/node';
export { PersistentVolumeClaim } from '@reeve/kinds/core/v1/persistent-volume-claim';
export { Pod } from '@reeve/kinds/core/v1/pod';
export { Secret } from '@reeve/kinds/core/v1/secret';
export { Service } from '@reeve/kinds/core/v1/service';
export { ServiceAccount } from '@reeve/kinds/core/v1/service-account';
export { Ingress } from '@reeve/kinds/networking/v1/ingress';
export { ClusterRole } from '@reeve/kinds/rbac/v1/cluster-role';
export { ClusterRoleBinding } from '@reeve/kinds/rbac/v1/cluster-role-binding';
export { Role } from '@reeve/kinds/rbac/v1/role';
export { RoleBinding } from '@reeve/kinds/rbac/v1/role-binding';

// A cluster in this process, loaded when it is started.
export { ApiServer } from './embedded-server.ts';
export type { ApiServerOptions, FaultPlan, Profile } from '@reeve/apiserver';

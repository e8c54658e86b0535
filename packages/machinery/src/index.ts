// host
export type { Clock, Timer, TimerOptions } from './host/clock.ts';
export { ManualClock } from './host/manual-clock.ts';
export type { ManualClockOptions, TimerInfo } from './host/manual-clock.ts';
export { SeededRandom } from './host/seeded-random.ts';
export { settle } from './host/macrotask.ts';
export { nodeHost } from './host/node-host.ts';
export { VirtualHost } from './host/virtual-host.ts';
export type { QuietOptions, VirtualHostOptions } from './host/virtual-host.ts';
export { NotQuietError, StuckError } from './host/not-quiet-error.ts';
export { MissingStandInError, StandIns } from './host/stand-ins.ts';
export type { StandIn } from './host/stand-ins.ts';
export type { Host } from './host/host.ts';
export type { Random } from './host/random.ts';
export type { WorkSlice } from './host/work-slice.ts';
export { defineEffect } from './host/effect.ts';
export type { Effect, EffectRegistry } from './host/effect.ts';

// object
export { isKubeObject } from './object/kube-object.ts';
export type { KubeObject, TypeMeta, UnstructuredObject } from './object/kube-object.ts';
export type { ListMeta } from './object/list-meta.ts';
export type { ManagedFieldsEntry, ObjectMeta, OwnerReference } from './object/object-meta.ts';
export {
  annotationsOf,
  creationTimestampOf,
  deletionStarted,
  deletionTimestampOf,
  finalizersOf,
  generationOf,
  labelsOf,
  nameOf,
  namespaceOf,
  ownerReferencesOf,
  resourceVersionOf,
  uidOf,
} from './object/accessors.ts';
export type { HasMetadata, ObjectLike } from './object/accessors.ts';
export { annotationOf, hasAnnotations, withAnnotations, withoutAnnotations } from './object/annotations.ts';
export { hasLabels, labelOf, withLabels, withoutLabels } from './object/labels.ts';
export { hasFinalizer, withFinalizer, withoutFinalizer } from './object/finalizers.ts';
export { withMetadata } from './object/with-metadata.ts';
export { nestedField, removeNestedField, setNestedField } from './object/nested-field.ts';
export type { NestedField, NestedPath } from './object/nested-field.ts';
export { keyOf, objectKey, parseKey } from './object/object-key.ts';
export type { ObjectKey, ObjectName } from './object/object-key.ts';
export { referenceTo } from './object/object-reference.ts';
export type { ObjectReference } from './object/object-reference.ts';
export {
  appendOwnerReference,
  controllerOf,
  controllerReference,
  isControlledBy,
  isOwnedBy,
  isSameOwner,
  ownerReference,
  removeOwnerReference,
} from './object/owner-reference.ts';
export type { OwnerIdentity, OwnerReferenceOptions } from './object/owner-reference.ts';
export { setControllerReference, setOwnerReference } from './object/set-owner.ts';
export { AlreadyOwnedError } from './object/already-owned-error.ts';
export { CrossNamespaceOwnerError } from './object/cross-namespace-owner-error.ts';
export {
  findCondition,
  isConditionFalse,
  isConditionPresentAndEqual,
  isConditionTrue,
  removeCondition,
  setCondition,
} from './object/condition.ts';
export type {
  Condition,
  ConditionChange,
  ConditionInput,
  ConditionLike,
  ConditionStatus,
  ConditionTime,
} from './object/condition.ts';
export {
  compareResourceVersions,
  isComparableResourceVersion,
  tryCompareResourceVersions,
} from './object/resource-version.ts';
export type { ResourceVersion, VersionOrder } from './object/resource-version.ts';
export { eachListItem, isList, itemsOf, listOf } from './object/object-list.ts';
export type { ItemVisitor, ListedKind, ObjectList, ReadableList } from './object/object-list.ts';
export { toPartialObjectMetadata } from './object/partial-object-metadata.ts';
export type { PartialObjectMetadata, PartialObjectMetadataList } from './object/partial-object-metadata.ts';
export type { RawExtension } from './object/raw-extension.ts';
export { isStatus, isStatusReason, statusReasons } from './object/status.ts';
export type { Status, StatusCause, StatusCauseReason, StatusDetails, StatusReason } from './object/status.ts';
export {
  initialEventsEndAnnotation,
  isBookmarkEvent,
  isInitialEventsEnd,
  isObjectEvent,
  isWatchErrorEvent,
  isWatchEvent,
} from './object/watch-event.ts';
export type { BookmarkEvent, ObjectEvent, WatchErrorEvent, WatchEvent, WatchEventType } from './object/watch-event.ts';

// kind
export { formatApiVersion, parseApiVersion } from './kind/group-version.ts';
export type { GroupVersion } from './kind/group-version.ts';
export {
  formatGroupKind,
  formatGvk,
  formatKindArg,
  gvkOf,
  parseGroupKind,
  parseKindArg,
  sameGvk,
} from './kind/group-kind.ts';
export type { GroupKind, GroupVersionKind, KindArg } from './kind/group-kind.ts';
export {
  formatGroupResource,
  formatGvr,
  formatResourceArg,
  parseGroupResource,
  parseResourceArg,
} from './kind/group-resource.ts';
export type { GroupResource, GroupVersionResource, ResourceArg } from './kind/group-resource.ts';
export { compareVersionPriority } from './kind/version-priority.ts';
export type { ResourceScope } from './kind/resource-scope.ts';
export { resourcePath } from './kind/resource-path.ts';
export { urlSegment } from './kind/url-segment.ts';
export type { ClusterTarget, LooseTarget, NamespacedTarget, PathFacts, ResourceTarget } from './kind/resource-path.ts';
export { sameKind } from './kind/kind.ts';
export type {
  AnyKind,
  Kind,
  KindDefinition,
  KindInput,
  KindInputOf,
  KindWithInput,
  KindObject,
  KindScope,
  KindSubresource,
  Named,
} from './kind/kind.ts';
export type { CachedObject, StoredMeta, StoredObject } from './kind/stored-object.ts';
export { defineKind } from './kind/define-kind.ts';
export { Scheme } from './kind/scheme.ts';
export type { SchemeOptions } from './kind/scheme.ts';
export type { Conversion } from './kind/conversions.ts';
export { KindNotRegisteredError } from './kind/kind-not-registered-error.ts';

// words
export { dns1035LabelProblems, dns1123LabelProblems, dns1123SubdomainProblems } from './words/dns-name.ts';
export { isDns1035Label, isDns1123Label, isDns1123Subdomain } from './words/dns-name.ts';
export type { DnsNameOptions } from './words/dns-name.ts';
export { isQualifiedName, qualifiedNameProblems } from './words/qualified-name.ts';
export { isLabelKey, isLabelValue, labelKeyProblems, labelValueProblems } from './words/label.ts';
export {
  annotationKeyProblems,
  annotationsBytes,
  annotationsSizeProblems,
  isAnnotationKey,
  maxAnnotationsBytes,
} from './words/annotation.ts';
export {
  coreFinalizerNameProblems,
  finalizerNameProblems,
  finalizerNameWarnings,
  standardFinalizers,
} from './words/finalizer-name.ts';
export { fieldManager, fieldManagerProblems, maxFieldManagerLength } from './words/field-manager.ts';
export type { FieldManager } from './words/field-manager.ts';
export { printAge, printSpan } from './words/age.ts';
export { nearest } from './words/nearest.ts';
export { refuseUnknownOptions, unknownOptions } from './words/unknown-options.ts';
export type { UnknownOption } from './words/unknown-options.ts';
export { visibleText } from './words/visible-text.ts';
export type { VisibleTextOptions } from './words/visible-text.ts';
export { generateName, maxGeneratedBaseLength, randomSuffix, suffixAlphabet } from './words/generate-name.ts';
export { isPathSegment, pathSegmentPrefixProblems, pathSegmentProblems } from './words/path-segment.ts';
export { LabelQuery, parseLabelSelector } from './words/label-selector/label-query.ts';
export { labelRequirement } from './words/label-selector/label-requirement.ts';
export type { LabelOperator, LabelRequirement } from './words/label-selector/label-requirement.ts';
export {
  labelSelectorToQuery,
  labelSelectorToString,
  labelsToQuery,
  queryToLabelSelector,
} from './words/label-selector/label-selector.ts';
export type {
  LabelSelector,
  LabelSelectorOperator,
  LabelSelectorRequirement,
  ReadableLabelSelector,
} from './words/label-selector/label-selector.ts';
export { FieldQuery, fieldsToQuery, parseFieldSelector } from './words/field-selector/field-query.ts';
export type { FieldTransform } from './words/field-selector/field-query.ts';
export { fieldRequirement } from './words/field-selector/field-requirement.ts';
export type { FieldOperator, FieldRequirement, FieldSource } from './words/field-selector/field-requirement.ts';
export { escapeFieldValue, unescapeFieldValue } from './words/field-selector/field-value-escape.ts';
export { isQuantity, parseQuantity } from './words/quantity/parse-quantity.ts';
export type { QuantityValue } from './words/quantity/parse-quantity.ts';
export { Quantity } from './words/quantity/quantity.ts';
export type { QuantityFormat } from './words/quantity/quantity-text.ts';
export { intValueOr, isIntOrString, parseIntOrString, scaledValue } from './words/int-or-string.ts';
export type { IntOrString, Rounding } from './words/int-or-string.ts';
export { formatTime, isSameTime, isTimeBefore, microsFromMs, parseTime } from './words/time.ts';
export { formatMicroTime, parseMicroTime } from './words/micro-time.ts';
export { Duration } from './words/duration/duration.ts';
export { parseDuration } from './words/duration/parse-duration.ts';

// go-text
export { quote, unquote } from './go-text/quote.ts';
export { compareText, sortedKeys } from './go-text/text-order.ts';

// collections
export { Heap } from './collections/heap.ts';
export type { Placed } from './collections/heap.ts';

// network
export {
  formatIpAddress,
  ipFamily,
  isInRange,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopbackAddress,
  isMappedIpv4,
  isMulticast,
  isUnspecified,
  maskedAddress,
  readIpAddress,
  readIpRange,
  sharesBits,
  unmappedAddress,
} from './network/ip-address.ts';
export type { AddressReading, IpGroups, IpRange } from './network/ip-address.ts';

// schedule
export { CronSchedule } from './schedule/cron-schedule.ts';
export type { CronScheduleOptions } from './schedule/cron-schedule.ts';
export { CronScheduleError } from './schedule/cron-schedule-error.ts';

// values
export type { TypeHint } from './values/type-hint.ts';
export { isJsonArray, isJsonObject, isJsonScalar } from './values/json-value.ts';
export type {
  JsonArray,
  JsonObject,
  JsonScalar,
  JsonValue,
  ReadonlyJson,
  ReadonlyJsonArray,
  ReadonlyJsonObject,
} from './values/json-value.ts';
export type { DeepReadonly, DeepWritable } from './values/deep-readonly.ts';
export { deepFreeze } from './values/deep-freeze.ts';
export { edit } from './values/edit.ts';
export { deepEqual } from './values/deep-equal.ts';
export { everyIn, filterIn, findIn, someIn } from './values/frozen-lists.ts';
export { semanticDerivative, semanticEqual } from './values/semantic-equal.ts';
export type { SemanticOptions } from './values/semantic-equal.ts';
export { kubernetesScalars, sameMoment, sameQuantity } from './values/kubernetes-scalars.ts';
export { scalarsAt } from './values/scalars-at.ts';
export type { PlacedScalarComparer, ScalarComparer } from './values/scalars-at.ts';
export type { ValuePath } from './values/value-path.ts';
export { yamlSize } from './values/yaml-size.ts';
export type { YamlSize } from './values/yaml-size.ts';
export { mayHaveBigInteger } from './values/big-integer-guard.ts';
export { parseJson, parseJsonWithNotes } from './values/parse-json.ts';
export type { ParsedJson, ParseJsonOptions } from './values/parse-json.ts';
export { stringifyJson } from './values/stringify-json.ts';
export type { StringifyOptions } from './values/stringify-json.ts';
export { canonicalJson } from './values/canonical-json.ts';
export { fnv1a64 } from './values/fnv1a.ts';
export { safeEncode, stableHash, stableNameHash } from './values/stable-hash.ts';
export { RecentMap } from './values/recent-map.ts';
export { TouchOrder, type Touchable } from './values/touch-order.ts';
export { WaitingLine, type WaitingPlace } from './values/waiting-line.ts';
export { getOwn, setOwn } from './values/set-own.ts';
export { withFields } from './values/with-fields.ts';

// patch
export {
  escapeJsonPointer,
  formatJsonPointer,
  getByPointer,
  hasPointer,
  parseJsonPointer,
} from './patch/json-pointer.ts';
export { applyJsonPatch } from './patch/json-patch/apply-json-patch.ts';
export type { ApplyJsonPatchOptions } from './patch/json-patch/apply-json-patch.ts';
export { createJsonPatch } from './patch/json-patch/create-json-patch.ts';
export { parseJsonPatch } from './patch/json-patch/json-patch.ts';
export type {
  AddOperation,
  CopyOperation,
  JsonPatchOperation,
  MoveOperation,
  RemoveOperation,
  ReplaceOperation,
  TestOperation,
} from './patch/json-patch/json-patch.ts';
export { JsonPatchPathError, JsonPatchTestError } from './patch/json-patch/json-patch-error.ts';
export { applyMergePatch } from './patch/merge-patch/apply-merge-patch.ts';
export { createMergePatch, createThreeWayMergePatch } from './patch/merge-patch/create-merge-patch.ts';
export type { ThreeWayMergePatchOptions } from './patch/merge-patch/create-merge-patch.ts';
export { compareFieldPaths, fieldPath, formatFieldPath } from './patch/field-set/field-path.ts';
export type { FieldPath } from './patch/field-set/field-path.ts';
export { FieldSet } from './patch/field-set/field-set.ts';
export type { FieldSetEntry } from './patch/field-set/field-set.ts';
export type { FieldsV1Options } from './patch/field-set/fields-v1.ts';
export { ownedFields } from './patch/field-set/owned-fields.ts';
export type { OwnedFieldsOptions } from './patch/field-set/owned-fields.ts';
export { parseFieldPath } from './patch/field-set/parse-field-path.ts';
export {
  compareElements,
  fieldElement,
  indexElement,
  keyElement,
  valueElement,
} from './patch/field-set/path-element.ts';
export type {
  FieldElement,
  IndexElement,
  KeyElement,
  PathElement,
  ValueElement,
} from './patch/field-set/path-element.ts';
export { applyStrategicMergePatch } from './patch/strategic-merge/apply-strategic-merge-patch.ts';
export {
  createStrategicMergePatch,
  createThreeWayStrategicMergePatch,
} from './patch/strategic-merge/create-strategic-merge-patch.ts';
export type { ThreeWayStrategicMergePatchOptions } from './patch/strategic-merge/create-strategic-merge-patch.ts';
export { patchSchemaFromOpenApi } from './patch/strategic-merge/openapi-patch-schema.ts';
export type { OpenApiPatchSchema, ResolveSchema } from './patch/strategic-merge/openapi-patch-schema.ts';
export { PatchConflictError } from './patch/strategic-merge/patch-conflict-error.ts';
export { PatchFormatError } from './patch/strategic-merge/patch-format-error.ts';
export { PatchPreconditionError, requireUnchanged } from './patch/patch-precondition.ts';
export type { PatchPrecondition } from './patch/patch-precondition.ts';
export type { PatchSchema } from './patch/strategic-merge/patch-schema.ts';

// errors
export { ReeveError } from './errors/reeve-error.ts';
export type { ErrorCode } from './errors/reeve-error.ts';
export { InvalidInputError } from './errors/invalid-input-error.ts';
export { ApiError } from './errors/api-error.ts';
export type { ApiErrorOptions, ApiFailure, NamedKind } from './errors/api-error.ts';
export {
  AlreadyExistsError,
  BadRequestError,
  ConflictError,
  ExpiredError,
  ForbiddenError,
  GoneError,
  InternalError,
  InvalidError,
  MethodNotAllowedError,
  NotAcceptableError,
  NotFoundError,
  RequestEntityTooLargeError,
  ServerTimeoutError,
  ServiceUnavailableError,
  StorageReadError,
  TimeoutError,
  TooManyRequestsError,
  UnauthorizedError,
  UnknownApiError,
  UnsupportedMediaTypeError,
} from './errors/api-errors.ts';
export { apiErrorFromResponse, apiErrorFromStatus } from './errors/api-error-from.ts';
export type { ApiRequest, FailedResponse } from './errors/api-error-from.ts';
export {
  apiFailureIn,
  hasStatusCause,
  isAlreadyExists,
  isBadRequest,
  isConflict,
  isExpired,
  isFieldManagerConflict,
  isForbidden,
  isGone,
  isInternalError,
  isInvalid,
  isMethodNotAllowed,
  isNotAcceptable,
  isNotFound,
  isRequestEntityTooLarge,
  isResourceVersionTooLarge,
  isServerTimeout,
  isServiceUnavailable,
  isStorageReadError,
  isTimeout,
  isTooManyRequests,
  isUnauthorized,
  isUnexpectedServerResponse,
  isUnsupportedMediaType,
  suggestsClientDelay,
} from './errors/api-guards.ts';
export { causeChain, hasCode } from './errors/cause-chain.ts';
export { isSecretName, redact, redactSecrets } from './errors/redact.ts';
export { DeadlineError, isInterrupted } from './errors/deadline-error.ts';
export { failureOutcome } from './errors/failure-outcome.ts';
export type { FailureOutcome } from './errors/failure-outcome.ts';
export { isAbort } from './errors/is-abort.ts';
export {
  RequeueAfter,
  SkipError,
  TerminalError,
  WaitUntil,
  isRequeueAfter,
  isSkip,
  isTerminal,
  isWaitUntil,
} from './errors/outcome-errors.ts';

// time
export { Backoff, delayWithReset, jittered } from './time/backoff.ts';
export type { BackoffOptions, ResetOptions } from './time/backoff.ts';
export type { AbortListener, Abortable } from './time/abortable.ts';
export { deadlineSignal, withTimeout } from './time/deadline.ts';
export type { Deadline, DeadlineOptions } from './time/deadline.ts';
export { deriveAbort, orAbort } from './time/derived-abort.ts';
export type { DerivedAbort } from './time/derived-abort.ts';
export { FlowBackoff } from './time/flow-backoff.ts';
export type { FlowBackoffOptions } from './time/flow-backoff.ts';
export { poll } from './time/poll.ts';
export type { PollCondition, PollOptions } from './time/poll.ts';
export { defaultBackoff, defaultRetry, retry, retryOnConflict } from './time/retry.ts';
export type { RetryOptions } from './time/retry.ts';
export { ScopeClosedError, TaskScope, inScope } from './time/task-scope.ts';
export { TokenBucket } from './time/token-bucket.ts';
export type { TokenBucketOptions, TokenReservation } from './time/token-bucket.ts';
export { until } from './time/until.ts';
export type { UntilOptions } from './time/until.ts';

// transport
export type { AnswerTooLargeOptions } from './transport/answer-limits.ts';
export {
  AnswerTooLargeError,
  answerLimits,
  cappedRetryAfterMs,
  longestRetryAfterMs,
  retryAfterMsOf,
} from './transport/answer-limits.ts';
export type { CommandStreams, PodCommand, PodLogOptions, PodRuntime } from './transport/pod-runtime.ts';
export type { Transport, TransportBody, TransportRequest, TransportResponse } from './transport/transport.ts';

// host
export type { Clock, Timer, TimerOptions } from './host/clock.ts';
export { ManualClock } from './host/manual-clock.ts';
export type { ManualClockOptions, TimerInfo } from './host/manual-clock.ts';
export { SeededRandom } from './host/seeded-random.ts';
export { settle } from './host/macrotask.ts';
export { nodeHost } from './host/node-host.ts';
export { untilSignalled } from './host/until-signalled.ts';
export type { EndSignal, SignalledProcess } from './host/until-signalled.ts';
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
export type { ResourceScope } from './object/resource-scope.ts';
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

// admission
export type { AdmissionContext, FieldProblems } from './admission/admission-context.ts';
export type {
  AdmissionOperation,
  AdmissionRequest,
  AdmissionResponse,
  UserInfo,
} from './admission/admission-review.ts';
export type {
  AdmissionFunctions,
  ConversionFunctions,
  ResourceWebhooks,
  ValidateFunctions,
} from './admission/resource-webhooks.ts';

// log
export { silentLogger } from './log/logger.ts';
export type { LogFields, Logger } from './log/logger.ts';

// words
export { dns1035LabelProblems, dns1123LabelProblems, dns1123SubdomainProblems } from './syntax/dns-name.ts';
export { isDns1035Label, isDns1123Label, isDns1123Subdomain } from './syntax/dns-name.ts';
export type { DnsNameOptions } from './syntax/dns-name.ts';
export { isQualifiedName, qualifiedNameProblems } from './syntax/qualified-name.ts';
export { isLabelKey, isLabelValue, labelKeyProblems, labelValueProblems } from './syntax/label.ts';
export {
  annotationKeyProblems,
  annotationsBytes,
  annotationsSizeProblems,
  isAnnotationKey,
  maxAnnotationsBytes,
} from './syntax/annotation.ts';
export {
  coreFinalizerNameProblems,
  finalizerNameProblems,
  finalizerNameWarnings,
  standardFinalizers,
} from './syntax/finalizer-name.ts';
export { fieldManager, fieldManagerProblems, maxFieldManagerLength } from './syntax/field-manager.ts';
export type { FieldManager } from './syntax/field-manager.ts';
export { printAge, printSpan } from './syntax/age.ts';
export { nearest } from './syntax/nearest.ts';
export { pluralOf } from './syntax/plural.ts';
export { refuseUnknownOptions, unknownOptions } from './syntax/unknown-options.ts';
export type { UnknownOption } from './syntax/unknown-options.ts';
export { visibleText } from './syntax/visible-text.ts';
export type { VisibleTextOptions } from './syntax/visible-text.ts';
export { generateName, maxGeneratedBaseLength, randomSuffix, suffixAlphabet } from './syntax/generate-name.ts';
export { isPathSegment, pathSegmentPrefixProblems, pathSegmentProblems } from './syntax/path-segment.ts';
export { LabelQuery, parseLabelSelector } from './syntax/label-selector/label-query.ts';
export { labelRequirement } from './syntax/label-selector/label-requirement.ts';
export type { LabelOperator, LabelRequirement } from './syntax/label-selector/label-requirement.ts';
export {
  labelSelectorToQuery,
  labelSelectorToString,
  labelsToQuery,
  queryToLabelSelector,
} from './syntax/label-selector/label-selector.ts';
export type {
  LabelSelector,
  LabelSelectorOperator,
  LabelSelectorRequirement,
  ReadableLabelSelector,
} from './syntax/label-selector/label-selector.ts';
export { FieldQuery, fieldsToQuery, parseFieldSelector } from './syntax/field-selector/field-query.ts';
export type { FieldTransform } from './syntax/field-selector/field-query.ts';
export { fieldRequirement } from './syntax/field-selector/field-requirement.ts';
export type { FieldOperator, FieldRequirement, FieldSource } from './syntax/field-selector/field-requirement.ts';
export { escapeFieldValue, unescapeFieldValue } from './syntax/field-selector/field-value-escape.ts';
export { isQuantity, parseQuantity } from './syntax/quantity/parse-quantity.ts';
export type { QuantityValue } from './syntax/quantity/parse-quantity.ts';
export { Quantity } from './syntax/quantity/quantity.ts';
export type { QuantityFormat } from './syntax/quantity/quantity-text.ts';
export { intValueOr, isIntOrString, parseIntOrString, scaledValue } from './syntax/int-or-string.ts';
export type { IntOrString, Rounding } from './syntax/int-or-string.ts';
export { formatTime, isSameTime, isTimeBefore, microsFromMs, parseTime } from './syntax/time.ts';
export { formatMicroTime, parseMicroTime } from './syntax/micro-time.ts';
export { Duration } from './syntax/duration/duration.ts';
export { parseDuration } from './syntax/duration/parse-duration.ts';

// go-text
export { quote, unquote } from './go-text/quote.ts';
export { compareText, sortedKeys } from './go-text/text-order.ts';

// json-path
export { followJsonPath, printFound } from './json-path/follow-json-path.ts';
export { parseJsonPath } from './json-path/parse-json-path.ts';
export type { JsonPathFilter, JsonPathOperand, JsonPathStep } from './json-path/parse-json-path.ts';

// collections
export { Heap } from './collections/heap.ts';
export type { Placed } from './collections/heap.ts';

// network
export {
  formatIpAddress,
  ipFamily,
  isIpAddress,
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
export type { TypeHint } from './json/type-hint.ts';
export { isJsonArray, isJsonObject, isJsonScalar } from './json/json-value.ts';
export type {
  JsonArray,
  JsonObject,
  JsonScalar,
  JsonValue,
  ReadonlyJson,
  ReadonlyJsonArray,
  ReadonlyJsonObject,
} from './json/json-value.ts';
export type { DeepReadonly, DeepWritable } from './json/deep-readonly.ts';
export { deepFreeze } from './json/deep-freeze.ts';
export { edit } from './json/edit.ts';
export { deepEqual } from './json/deep-equal.ts';
export { everyIn, filterIn, findIn, someIn } from './collections/frozen-lists.ts';
export { semanticDerivative, semanticEqual } from './equality/semantic-equal.ts';
export type { SemanticOptions } from './equality/semantic-equal.ts';
export { kubernetesScalars, sameMoment, sameQuantity } from './equality/kubernetes-scalars.ts';
export { scalarsAt } from './equality/scalars-at.ts';
export type { PlacedScalarComparer, ScalarComparer } from './equality/scalars-at.ts';
export type { ValuePath } from './json/value-path.ts';
export { yamlSize } from './json/yaml-size.ts';
export type { YamlSize } from './json/yaml-size.ts';
export { mayHaveBigInteger } from './json/big-integer-guard.ts';
export { parseJson, parseJsonWithNotes } from './json/parse-json.ts';
export type { ParsedJson, ParseJsonOptions } from './json/parse-json.ts';
export { stringifyJson } from './json/stringify-json.ts';
export type { StringifyOptions } from './json/stringify-json.ts';
export { canonicalJson } from './json/canonical-json.ts';
export { fnv1a64 } from './json/fnv1a.ts';
export { safeEncode, stableHash, stableNameHash } from './json/stable-hash.ts';
export { RecentMap } from './collections/recent-map.ts';
export { TouchOrder, type Touchable } from './collections/touch-order.ts';
export { WaitingLine, type WaitingPlace } from './collections/waiting-line.ts';
export { getOwn, setOwn } from './json/set-own.ts';
export { withFields } from './json/with-fields.ts';

// patch
export {
  escapeJsonPointer,
  formatJsonPointer,
  getByPointer,
  hasPointer,
  parseJsonPointer,
} from './json/json-pointer.ts';
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
export { ApiError } from './api-errors/api-error.ts';
export type { ApiErrorOptions, ApiFailure, NamedKind } from './api-errors/api-error.ts';
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
} from './api-errors/api-errors.ts';
export { apiErrorFromResponse, apiErrorFromStatus } from './api-errors/api-error-from.ts';
export type { ApiRequest, FailedResponse } from './api-errors/api-error-from.ts';
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
} from './api-errors/api-guards.ts';
export { causeChain, hasCode } from './errors/cause-chain.ts';
export { isSecretName, redact, redactSecrets } from './json/redact.ts';
export { DeadlineError, isInterrupted } from './errors/deadline-error.ts';
export { failureOutcome } from './api-errors/failure-outcome.ts';
export type { FailureOutcome } from './api-errors/failure-outcome.ts';
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

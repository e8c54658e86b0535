// errors
export {
  causeOf,
  distinctProblems,
  duplicate,
  forbiddenField,
  invalid,
  invalidObject,
  invalidUntold,
  notFoundField,
  notSupported,
  printFieldError,
  required,
  tooLong,
  tooMany,
} from './errors/field-error.ts';
export type { FieldError } from './errors/field-error.ts';
export { goJsonError, isTooDeep } from './errors/go-json-error.ts';
export {
  StatusError,
  alreadyExists,
  badRequest,
  conflict,
  expired,
  forbidden,
  internalError,
  methodNotAllowed,
  noSuchResource,
  notAcceptable,
  notFound,
  notOfThatShape,
  notRepresentable,
  notSupportedOn,
  printResource,
  staleVersion,
  timeout,
  tooLarge,
  tooManyRequests,
  unsupportedMediaType,
} from './errors/status-error.ts';
export {
  asPrefix,
  configKey,
  dns1035Label,
  dnsLabel,
  dnsLabelInBytes,
  dnsSearch,
  dnsSubdomain,
  dnsSubdomainCaseless,
  dnsSubdomainInBytes,
  headerName,
  labelValue,
  pathSegment,
  pathSegmentPrefix,
  percent,
  qualifiedName,
  wildcardDnsSubdomain,
} from './errors/wire-words.ts';
export type { WordRule } from './errors/wire-words.ts';

// resource
export { MutationRounds } from './resource/admission.ts';
export type {
  AdmissionOperation,
  AdmissionPlugin,
  AdmissionRequest,
  MutationRequest,
  ObjectForm,
} from './resource/admission.ts';
export {
  fieldsAt,
  fieldsOf,
  hasAt,
  isSet,
  itemsAt,
  listAt,
  numberAt,
  textAt,
  textOf,
  textsAt,
  valueAt,
} from './resource/fields.ts';
export type { Fields } from './resource/fields.ts';
export type { Decoded, ObjectCodec } from './resource/object-codec.ts';
export { ResourceRegistry } from './resource/resource-registry.ts';
export type { ServedGroup } from './resource/resource-registry.ts';
export type {
  ApiObject,
  AskedConversion,
  Printer,
  ScalePaths,
  ServedResource,
  ServedSubresource,
  StorageLocation,
  Verb,
} from './resource/served-resource.ts';
export { plainStrategy, withVersionAndManagers } from './resource/strategy.ts';
export type { SubresourceStrategy, Strategy } from './resource/strategy.ts';
export { anonymous } from './resource/user-info.ts';
export type { UserInfo } from './resource/user-info.ts';

// store
export { Expiry } from './store/expiry.ts';
export type { LogEntry } from './store/resource-log.ts';
export type { ResourceTable } from './store/resource-table.ts';
export type { Snapshot } from './store/snapshot.ts';
export { SortedKeys } from './store/sorted-keys.ts';
export { Store } from './store/store.ts';
export type { Commit, Decision, HistoryWindow } from './store/store.ts';
export { StoredObject } from './store/stored-object.ts';

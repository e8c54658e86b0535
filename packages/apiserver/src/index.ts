// server
export { ApiServer } from './api-server.ts';
export type { ApiServerOptions, Profile } from './api-server.ts';
export type { RequestRecord } from './engine/request-pipeline.ts';
export type { UserInfo } from './auth/user-info.ts';
export type { ServingCertificates } from './http/certificates.ts';
export { keptCertificates } from './bin/certificate-cache.ts';

// store
export { Store } from './store/store.ts';
export type { Commit, Decision, HistoryWindow } from './store/store.ts';
export { SortedKeys } from './store/sorted-keys.ts';
export type { Snapshot } from './store/snapshot.ts';
export type { StoredObject } from './store/stored-object.ts';
export type { Journal } from './journal/journal.ts';

// codec
export { TypedCodecs } from './codec/typed-codecs.ts';
export { DecodeError } from './codec/decode-error.ts';
export { encodeWatchEvent, readEnvelope, writeEnvelope } from './codec/protobuf-envelope.ts';
export type { Envelope } from './codec/protobuf-envelope.ts';

// faults
export { FaultPlan } from './fault/fault-plan.ts';
export type { Fault, FaultEffect, FaultMatch } from './fault/fault.ts';

// builtin
export type { ApiObject } from './resource/served-resource.ts';
export type { FieldError } from './error/field-error.ts';
export type { Strategy } from './resource/strategy.ts';
export { builtinStrategy } from './builtin/strategies.ts';
export { ServiceAddresses } from './builtin/admission/address-range.ts';
export { builtinCells } from './builtin/cells.ts';
export { rowConditions } from './builtin/cells/row-conditions.ts';
export { eventFromCore, eventToCore } from './builtin/event-views.ts';
export { autoscalerFromV2, autoscalerToV2 } from './builtin/autoscaler-views.ts';
export type { CommandStreams, PodCommand, PodLogOptions, PodRuntime } from '@reeve/machinery';

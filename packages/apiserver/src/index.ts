// server
export { ApiServer } from './api-server.ts';
export type { ApiServerOptions, Profile } from './api-server.ts';
export { parseModes } from './authorization/authorizer-of.ts';
export type { AuthorizationMode, AuthorizationOptions, AuthorizerOptions } from './authorization/authorizer-of.ts';
export type { WebhookAuthorizerOptions } from './authorization/webhook-authorizer.ts';
export type { AuditEvent, AuditOptions } from './engine/auditor.ts';
export type { FrontProxyOptions } from './auth/front-proxy.ts';
export type { TokenWebhookOptions } from './auth/webhook-tokens.ts';
export type { RemoteService } from './outbound/remote-review.ts';
export type { RequestRecord } from './engine/request-pipeline.ts';
export { httpsOutbound } from './outbound/https-outbound.ts';
export { OutboundError } from './outbound/outbound.ts';
export type { Outbound, OutboundRequest, OutboundResponse, OutboundTls } from './outbound/outbound.ts';
export type { ServiceMap } from './outbound/service-addresses.ts';
export type { ServingCertificates } from './http/certificates.ts';
export { keptCertificates } from './bin/certificate-cache.ts';
export type { Journal } from './journal/journal.ts';

// data that outlives the server
export { DataError } from './data/data-error.ts';
export { DataFolder } from './data/data-folder.ts';
export type { DataFolderOptions } from './data/data-folder.ts';
export { restoreSnapshot, saveSnapshot } from './data/snapshot-file.ts';
export type { SnapshotSummary } from './data/snapshot-file.ts';

// codec
export { TypedCodecs } from './codec/typed-codecs.ts';
export { DecodeError } from './codec/decode-error.ts';
export { encodeWatchEvent, readEnvelope, writeEnvelope } from './codec/protobuf-envelope.ts';
export type { Envelope } from './codec/protobuf-envelope.ts';

// faults
export { FaultPlan } from './fault/fault-plan.ts';
export type { Fault, FaultEffect, FaultMatch } from './fault/fault.ts';

// types of the options and results above
export type { HistoryWindow, Snapshot, UserInfo } from '@reeve/registry';
export type { CommandStreams, PodCommand, PodLogOptions, PodRuntime } from '@reeve/machinery';

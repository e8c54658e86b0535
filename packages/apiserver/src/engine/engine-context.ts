/**
 * What the verbs work with: the store, what is served, and the Host that every effect goes through.
 */
import type { Host } from '@reeve/machinery';
import type { Expiry, ObjectCodec, ResourceRegistry, Store } from '@reeve/registry';
import type { AdmissionChain } from '../admission/admission-chain.ts';
import type { FieldTrackers } from '../managed-fields/field-trackers.ts';
import type { Authorizer } from '../authorization/authorizer.ts';
import type { GrantGuard } from '../authorization/grant-guard.ts';
import type { CreateHandler } from '../auth/reviews.ts';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import type { TickBatcher } from './tick-batcher.ts';
import type { WatchHub } from '../watch/watch-hub.ts';

export interface EngineContext {
  readonly store: Store;
  readonly registry: ResourceRegistry;
  readonly host: Host;
  readonly expiry: Expiry;
  readonly ticks: TickBatcher;
  /** Where open watches hear of changes. */
  readonly hub: WatchHub;
  /** Reads the DeleteOptions in a body, which may come in protobuf. */
  readonly deleteOptionsCodec: ObjectCodec;
  /** Writes a Status for clients that only take protobuf. */
  readonly statusCodec: ObjectCodec;
  /** Writes metadata alone in protobuf. */
  readonly metadataCodec: ObjectCodec;
  /** Resources that are answered and not stored, by `group/plural`. */
  readonly createHandlers: ReadonlyMap<string, CreateHandler>;
  /** Keeps track of who manages which fields. */
  readonly fields: FieldTrackers;
  /** Says who may do what. */
  readonly authorizer: Authorizer;
  /** Refuses roles and bindings that give more than their writer has. */
  readonly grants: GrantGuard;
  /** Checks and changes between decoding and storing, in named stages. */
  readonly admission: AdmissionChain;
  /** Calls to webhooks and other services outside. */
  readonly outbound: OutboundClient;
}

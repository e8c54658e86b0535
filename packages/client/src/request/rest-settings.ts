/**
 * What a fluent request knows of the client that made it.
 */
import type { Host, Transport, TransportRequest } from '@reeve/machinery';
import type { RateLimiter } from './send-policy.ts';
import type { WarningHandler } from '../transport/with-warnings.ts';

/** What a request knows of its client. */
export interface RestSettings {
  readonly transport: Transport;
  /** The address of the server with its path, for `url()`; empty where it is not known, as in memory. */
  readonly server: string;
  readonly host: Host;
  readonly headers: TransportRequest['headers'];
  readonly timeoutMs: number | undefined;
  readonly maxRetries: number | undefined;
  readonly limiter: RateLimiter | undefined;
  readonly onWarning: WarningHandler | undefined;
}

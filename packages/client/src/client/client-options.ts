/**
 * What a client is made of.
 */
import type { Host, Scheme, Transport } from '@reeve/machinery';
import type { RestMapper } from '../discovery/rest-mapper.ts';
import type { Access } from '../streams/web-socket.ts';
import type { WarningHandler } from '../transport/with-warnings.ts';
import type { Layer } from '../verbs/api-call.ts';

/** What a client is made of. Only the transport is needed. */
export interface ClientOptions {
  readonly transport: Transport;
  readonly host?: Host;
  /** The address of the server, for `raw.get().url()`; `Client.of` knows it. */
  readonly server?: string;
  /** The time every call but a watch or a stream may take; no limit unless given. */
  readonly timeoutMs?: number;
  /** Hears of warnings in answers. */
  readonly onWarning?: WarningHandler;
  /** The kinds that objects are recognized by before discovery is asked. */
  readonly scheme?: Scheme;
  /** Names as the server serves them; one of its own unless given. */
  readonly mapper?: RestMapper;
  /** How WebSockets reach the server, for exec, attach and port-forward. */
  readonly access?: Access;
  /** Layers around every call; the last one sees it first. */
  readonly layers?: readonly Layer[];
}

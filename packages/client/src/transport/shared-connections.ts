/**
 * Connections that several users share. Whoever asks for the same server with the same trust and credential gets the same pool and the same credential,
 * so that a plugin runs once and a handshake happens once; the last to let go closes it.
 * Upstream: client-go transport's TLS cache, the exec plugin's cache.
 */
import { createHash } from 'node:crypto';
import { canonicalJson, type Transport } from '@reeve/machinery';
import type { ConnectionConfig } from '../config/connection-config.ts';
import type { Credential } from '../credentials/credential.ts';
import { Secret } from '../credentials/secret.ts';
import type { TlsSource } from './tls-settings.ts';

/** One pool of connections and one credential. */
export interface OpenConnection {
  readonly transport: Transport & { close(): Promise<void> };
  readonly credential: Credential;
  readonly tls: TlsSource;
  /** The proxy on the way, for connections besides those of the transport. */
  readonly proxyUrl?: string | undefined;
  /** How long opening a stream may take, once there are credentials; 0 for ever. */
  readonly openTimeoutMs?: number | undefined;
}

/** A share in an open connection. Giving it back twice does nothing. */
export interface ConnectionShare extends OpenConnection {
  release(): Promise<void>;
}

/** The connections that are open. */
export class SharedConnections {
  readonly #open = new Map<string, { readonly connection: OpenConnection; users: number }>();

  /** How many there are. */
  get size(): number {
    return this.#open.size;
  }

  /** A share in the connection of that key, which is made when there is none. */
  take(key: string, make: () => OpenConnection): ConnectionShare {
    const entry = this.#open.get(key) ?? { connection: make(), users: 0 };
    entry.users += 1;
    this.#open.set(key, entry);
    let isReleased = false;
    return {
      ...entry.connection,
      release: async () => {
        if (isReleased) return;
        isReleased = true;
        entry.users -= 1;
        if (entry.users > 0) return;
        if (this.#open.get(key) === entry) this.#open.delete(key);
        entry.connection.credential.close?.();
        await entry.connection.transport.close();
      },
    };
  }
}

/** What tells connections apart: where, whom to trust, as whom. Hashed, as it holds what is secret. */
export const connectionKey = (
  { server, tls, identity, proxyUrl, disableCompression }: ConnectionConfig,
  rest: object,
): string => {
  const parts = JSON.stringify({ server, tls, identity, proxyUrl, disableCompression, ...rest }, revealing);
  return createHash('sha256')
    .update(canonicalJson(JSON.parse(parts)))
    .digest('hex');
};

/** Secrets print a placeholder, and two of them must not pass for one. */
function revealing(this: Readonly<Record<string, unknown>>, key: string, printed: unknown): unknown {
  const held = this[key];
  return held instanceof Secret ? held.reveal() : printed;
}

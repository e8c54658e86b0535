/**
 * A connection to a cluster as one identity: where a client begins. Transports that are derived from it (as somebody else, under another name, with
 * other patience) share its connections and its credential, and leave it as it is.
 * Upstream: rest.Config and rest.RESTClientFor.
 */
import { RecentMap, canonicalJson, type Host, type TokenBucket, type Transport } from '@reeve/machinery';
import type { ConnectionConfig } from '../config/connection-config.ts';
import { anonymous } from '../credentials/credential.ts';
import { Secret } from '../credentials/secret.ts';
import type { ConnectionShare } from '../transport/shared-connections.ts';
import { layered, type TransportLayer } from '../transport/transport-layer.ts';
import { tlsConnectOptions } from '../transport/tls-settings.ts';
import { originOf } from '../config/origin-of.ts';
import { outcomeLabel, takesMetric, type MetricName, type RequestObserver } from '../transport/request-observer.ts';
import { withAuthentication } from '../transport/with-authentication.ts';
import { withDeadline } from '../transport/with-deadline.ts';
import type { Impersonation } from '../config/connection-config.ts';
import { impersonationHeaders, withImpersonation } from '../transport/with-impersonation.ts';
import { withObserver } from '../transport/with-observer.ts';
import { withRateLimit, type ThrottleNotice } from '../transport/with-rate-limit.ts';
import { withRetries, type RequestBackoff } from '../transport/with-retries.ts';
import { withUserAgent } from '../transport/with-user-agent.ts';
import { withWarnings, type WarningHandler } from '../transport/with-warnings.ts';

/** What requests do around the wire. */
export interface RequestBehaviour {
  /** Whom to act as. */
  readonly impersonate?: Impersonation | undefined;
  readonly userAgent?: string | undefined;
  /** How long a request may take, its answer included; for ever unless given. Watches and followed logs have no deadline. */
  readonly timeoutMs?: number | undefined;
  /** How often a request is sent again where that is right; 10 unless given. */
  readonly maxRetries?: number | undefined;
  /** Limits the rate of requests; no limit unless given. */
  readonly rateLimit?: Pick<TokenBucket, 'wait'> | undefined;
  readonly backoff?: RequestBackoff | undefined;
  /** Told of the server's warnings, each text once. */
  readonly onWarning?: WarningHandler | undefined;
  /** Told of long waits for the rate limit, not more than once in ten seconds. */
  readonly onThrottled?: ((notice: ThrottleNotice) => void) | undefined;
  readonly observer?: RequestObserver | undefined;
  /** Layers of one's own, next to the wire: they see requests as they are sent. */
  readonly layers?: readonly TransportLayer[] | undefined;
}

/** What something that is not a transport (a WebSocket) needs to reach the server as the same identity. */
export interface ServerAccess {
  /** The server's address with its path, without a slash at the end. */
  readonly url: string;
  /** Who is calling and as whom, names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Options for `tls.connect`. */
  readonly tls: ReturnType<typeof tlsConnectOptions>;
  /** The proxy on the way to the server. Wrapped, as it may hold a password. */
  readonly proxyUrl?: Secret | undefined;
  /** How long opening a stream may take; 95 seconds unless given, 0 for ever. */
  readonly openTimeoutMs?: number | undefined;
}

/** A program that acts as its callers has no end of them. */
const mostDerived = 1000;

/** A connection to a cluster. */
export class Cluster implements AsyncDisposable {
  readonly #host: Host;
  readonly #config: ConnectionConfig;
  readonly #behaviour: RequestBehaviour;
  readonly #share: ConnectionShare;
  readonly #derived: RecentMap<Cluster>;
  readonly #transport: Transport;

  /** Use `connect()`. */
  constructor(parts: {
    readonly host: Host;
    readonly config: ConnectionConfig;
    readonly behaviour: RequestBehaviour;
    readonly share: ConnectionShare;
    readonly derived?: RecentMap<Cluster>;
  }) {
    this.#host = parts.host;
    this.#config = parts.config;
    this.#behaviour = parts.behaviour;
    this.#share = parts.share;
    this.#derived = parts.derived ?? new RecentMap<Cluster>(mostDerived);
    this.#transport = layered(parts.share.transport, this.#layers());
  }

  /** The way to the server, with everything around it. */
  get transport(): Transport {
    return this.#transport;
  }

  /** The server's address. */
  get server(): string {
    return this.#config.server;
  }

  /** The namespace for what is not said to be elsewhere. */
  get namespace(): string {
    return this.#config.namespace ?? 'default';
  }

  /** The configuration that this was made from; its secrets are wrapped. */
  get config(): ConnectionConfig {
    return this.#config;
  }

  /**
   * The same connection with other behaviour. The same change gives the same cluster again, as long as it is plain data and among the thousand that were
   * asked for last. It is closed with the one it comes from.
   */
  with(change: RequestBehaviour): Cluster {
    const behaviour = { ...this.#behaviour, ...change };
    if (!isPlain(change)) return this.#derive(behaviour);
    const key = canonicalJson(plainPart(behaviour));
    const known = this.#derived.get(key) ?? this.#derive(behaviour);
    this.#derived.set(key, known);
    return known;
  }

  /** The same connection, acting as somebody else. */
  as(impersonate: Impersonation): Cluster {
    return this.with({ impersonate });
  }

  /** What is needed to reach the server by other means. */
  async access(signal?: AbortSignal): Promise<ServerAccess> {
    const [authorization, tls] = await Promise.all([
      this.#share.credential.authorization({ signal }),
      this.#share.tls.current({ signal }),
    ]);
    const { userAgent, impersonate, timeoutMs = 0 } = this.#behaviour;
    const { proxyUrl, openTimeoutMs } = this.#share;
    const { origin, prefix } = originOf(this.#config.server);
    return {
      url: origin + prefix,
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(userAgent !== undefined && { 'user-agent': userAgent }),
        ...(impersonate !== undefined && impersonationHeaders(impersonate)),
      },
      tls: tlsConnectOptions(tls),
      ...(proxyUrl !== undefined && { proxyUrl: new Secret(proxyUrl) }),
      openTimeoutMs: timeoutMs > 0 ? Math.min(timeoutMs, openTimeoutMs || Infinity) : openTimeoutMs,
    };
  }

  /** Closes the connections, unless somebody else uses them too. Requests under way are ended. */
  close(): Promise<void> {
    return this.#share.release();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #derive(behaviour: RequestBehaviour): Cluster {
    return new Cluster({
      host: this.#host,
      config: this.#config,
      behaviour,
      share: this.#share,
      derived: this.#derived,
    });
  }

  /** From the caller to the wire. Waiting for the rate limit is no part of the deadline, and each attempt has its own. */
  #layers(): TransportLayer[] {
    const {
      maxRetries,
      backoff,
      rateLimit,
      timeoutMs = 0,
      observer,
      onWarning,
      onThrottled,
      impersonate,
      userAgent,
      layers = [],
    } = this.#behaviour;
    const host = this.#host;
    const name = new URL(originOf(this.#config.server).origin).host;
    const teller = (metric: MetricName): RequestObserver['onMetric'] =>
      observer !== undefined && takesMetric(observer, metric) ? (sample) => observer.onMetric?.(sample) : undefined;
    const tellRetry = teller('rest_client_request_retries_total');
    const tellWaited = teller('rest_client_rate_limiter_duration_seconds');
    const onRetry =
      tellRetry &&
      (({ request: { method }, status }: { request: { method: string }; status: number | undefined }) =>
        tellRetry({
          name: 'rest_client_request_retries_total',
          labels: { code: outcomeLabel(status), verb: method, host: name },
          value: 1,
        }));
    const onWaited =
      tellWaited &&
      (({ method }: { method: string }, waitedMs: number) =>
        tellWaited({
          name: 'rest_client_rate_limiter_duration_seconds',
          labels: { verb: method, host: name },
          value: waitedMs / 1000,
        }));
    return [
      withRetries({ host, maxRetries, backoff, onRetry, ...(timeoutMs > 0 && { maxWaitMs: timeoutMs }) }),
      ...(rateLimit ? [withRateLimit({ clock: host.clock, limiter: rateLimit, onWaited, onThrottled })] : []),
      ...(timeoutMs > 0 ? [withDeadline(host, timeoutMs)] : []),
      ...(observer ? [withObserver({ observer, clock: host.clock, host: name })] : []),
      ...(onWarning ? [withWarnings(onWarning)] : []),
      ...(impersonate ? [withImpersonation(impersonate)] : []),
      ...(userAgent ? [withUserAgent(userAgent)] : []),
      ...(this.#share.credential === anonymous ? [] : [withAuthentication(this.#share.credential)]),
      ...layers,
    ];
  }
}

const plainPart = ({ impersonate, userAgent, timeoutMs, maxRetries }: RequestBehaviour) => ({
  impersonate: impersonate ?? null,
  userAgent: userAgent ?? null,
  timeoutMs: timeoutMs ?? null,
  maxRetries: maxRetries ?? null,
});

const isPlain = (change: RequestBehaviour): boolean => Object.keys(change).every((name) => name in plainPart({}));

/**
 * Lets a request pass whose bearer token the cluster knows, and whose owner may read that path: a TokenReview, then a SubjectAccessReview. Answers are remembered for a while.
 * Upstream: controller-runtime pkg/metrics/filters WithAuthenticationAndAuthorization.
 */
import { createHash } from 'node:crypto';
import type { Client } from '@reeve/client';
import { RecentMap, apiFailureIn, retry } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import { silentLogger } from '../log/logger.ts';
import type { Logger } from '../log/logger.ts';
import type { Permission } from '../permission/permission.ts';
import { SubjectAccessReview, TokenReview } from '../permission/review-kinds.ts';
import type { ReviewedUser } from '../permission/review-kinds.ts';
import { textAnswer } from '../server/request-handler.ts';
import type { RequestFilter, ServerAnswer, ServerRequest } from '../server/request-handler.ts';

/** Whom to ask. */
export interface AccessFilterOptions {
  readonly client: Client;
  readonly host: Host;
  readonly log?: Logger;
}

/** What the filter itself needs to be allowed. */
export const accessFilterNeeds: readonly Permission[] = [
  { kind: TokenReview, verbs: ['create'] },
  { kind: SubjectAccessReview, verbs: ['create'] },
];

/** A filter that asks the cluster. */
export function accessFilter(options: AccessFilterOptions): RequestFilter {
  const access = new Access(options);
  return (next) => async (request) => (await access.refusal(request)) ?? next(request);
}

const tokenMs = 60_000;
const refusedMs = 10_000;
const allowedMs = 300_000;
const deniedMs = 30_000;
const requestMs = 10_000;

class Access {
  readonly #options: AccessFilterOptions;
  readonly #users: Remembered<ReviewedUser>;
  /** Apart from the others, so that many wrong tokens push none of them out. */
  readonly #refused: Remembered<true>;
  readonly #rights: Remembered<boolean>;

  constructor(options: AccessFilterOptions) {
    this.#options = options;
    this.#users = new Remembered(options.host);
    this.#refused = new Remembered(options.host);
    this.#rights = new Remembered(options.host);
  }

  /** The answer to a request that may not pass. */
  async refusal(request: ServerRequest): Promise<ServerAnswer | undefined> {
    const { log = silentLogger } = this.#options;
    try {
      const user = await this.#user(request);
      if (user === undefined) return textAnswer(401, 'Unauthorized\n');
      if (await this.#may(user, request)) return undefined;
      return textAnswer(403, `Authorization denied for user ${user.username ?? ''}\n`);
    } catch (error) {
      log.error('a request for metrics could not be checked', { path: request.path, error });
      return textAnswer(500, 'Authentication or authorization failed\n');
    }
  }

  /** Tokens are remembered by their hash: nothing in memory opens a door. */
  async #user({ headers, signal }: ServerRequest): Promise<ReviewedUser | undefined> {
    const [, token] = /^Bearer +([^ ]+)$/i.exec(headers['authorization']?.trim() ?? '') ?? [];
    if (token === undefined) return undefined;
    const key = createHash('sha256').update(token).digest('base64');
    const known = this.#users.get(key);
    if (known !== undefined) return known;
    if (this.#refused.get(key) === true) return undefined;
    const { status } = await this.#patiently(signal, () =>
      this.#options.client.create(TokenReview, { metadata: {}, spec: { token } }, { signal, timeoutMs: requestMs }),
    );
    if (status?.authenticated !== true || status.user === undefined) {
      this.#refused.set(key, true, refusedMs);
      return undefined;
    }
    this.#users.set(key, status.user, tokenMs);
    return status.user;
  }

  async #may(user: ReviewedUser, { method, path, signal }: ServerRequest): Promise<boolean> {
    const nonResourceAttributes = { path, verb: method.toLowerCase() };
    const key = JSON.stringify([user, nonResourceAttributes]);
    const known = this.#rights.get(key);
    if (known !== undefined) return known;
    const { username, uid, groups, extra } = user;
    const spec = {
      nonResourceAttributes,
      ...(username !== undefined && { user: username }),
      ...(uid !== undefined && { uid }),
      ...(groups && { groups }),
      ...(extra && { extra }),
    };
    const { status } = await this.#patiently(signal, () =>
      this.#options.client.create(SubjectAccessReview, { metadata: {}, spec }, { signal, timeoutMs: requestMs }),
    );
    const isAllowed = status?.allowed === true;
    this.#rights.set(key, isAllowed, isAllowed ? allowedMs : deniedMs);
    return isAllowed;
  }

  #patiently<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    const backoff = { steps: 5, durationMs: 500, factor: 1.5, jitter: 0.2 };
    return retry(this.#options.host, ask, { retryable: mayPass, backoff, signal });
  }
}

/** No answer, or one of a server in trouble. */
function mayPass(error: unknown): boolean {
  const { httpStatus = 503 } = apiFailureIn(error) ?? {};
  return httpStatus >= 500 || httpStatus === 429;
}

/** Values that are forgotten after a time. */
class Remembered<Value> {
  readonly #host: Host;
  readonly #values = new RecentMap<{ readonly value: Value; readonly until: number }>(4096);

  constructor(host: Host) {
    this.#host = host;
  }

  get(key: string): Value | undefined {
    const known = this.#values.get(key);
    return known !== undefined && known.until > this.#host.clock.monotonic() ? known.value : undefined;
  }

  set(key: string, value: Value, ms: number): void {
    this.#values.set(key, { value, until: this.#host.clock.monotonic() + ms });
  }
}

/**
 * Which kinds a server serves, looked at every so often while somebody waits. One look serves all who wait; a look that fails says nothing, and so does a group that discovery could not ask.
 * Upstream: rancher/lasso dynamic controllers, which refresh on changes of CRDs and APIServices.
 */
import type { Client, DiscoveryResult } from '@reeve/client';
import { deadlineSignal, orAbort } from '@reeve/machinery';
import type { AnyKind, Host } from '@reeve/machinery';
import type { Logger } from '../log/logger.ts';

/** What is needed to look. */
export interface KindPresenceOptions {
  readonly client: Pick<Client, 'discovery'>;
  readonly host: Host;
  readonly log: Logger;
  /** How often; 5 seconds unless given. */
  readonly everyMs?: number;
}

/** Knows which kinds are served. */
export class KindPresence {
  readonly #options: KindPresenceOptions;
  readonly #everyMs: number;
  #look: { readonly atMs: number; readonly result: Promise<DiscoveryResult | undefined> } | undefined;

  constructor(options: KindPresenceOptions) {
    this.#options = options;
    this.#everyMs = options.everyMs ?? 5000;
  }

  /** Resolves when all of the kinds are served, or when one is certain not to be. */
  async until(wanted: 'present' | 'absent', kinds: readonly AnyKind[], signal: AbortSignal): Promise<void> {
    while ((await this.presence(kinds, signal)) !== wanted) await this.#options.host.sleep(this.#everyMs, signal);
  }

  /** Whether all of the kinds are served, as far as it can be known now. */
  async presence(kinds: readonly AnyKind[], signal: AbortSignal): Promise<Presence> {
    const result = await orAbort(this.#shared(), signal);
    if (result === undefined) return 'unknown';
    const found = kinds.map((kind) => presenceIn(result, kind));
    if (found.includes('absent')) return 'absent';
    return found.includes('unknown') ? 'unknown' : 'present';
  }

  #shared(): Promise<DiscoveryResult | undefined> {
    const nowMs = this.#options.host.clock.monotonic();
    if (this.#look === undefined || nowMs - this.#look.atMs >= this.#everyMs) {
      this.#look = { atMs: nowMs, result: this.#discover() };
    }
    return this.#look.result;
  }

  async #discover(): Promise<DiscoveryResult | undefined> {
    const { client, host, log } = this.#options;
    using deadline = deadlineSignal(host, 30_000, { waitingFor: 'discovery' });
    try {
      return await orAbort(client.discovery.discover({ signal: deadline.signal }), deadline.signal);
    } catch (error) {
      log.warn('which kinds there are could not be learnt, and is asked again', { error });
      return undefined;
    }
  }
}

/** What is known of kinds. */
export type Presence = 'present' | 'absent' | 'unknown';

function presenceIn({ groups, failures }: DiscoveryResult, { group, version, plural, apiVersion }: AnyKind): Presence {
  const found = groups
    .find(({ name }) => name === group)
    ?.versions.find((one) => one.version === version)
    ?.resources.some((resource) => resource.plural === plural);
  if (found === true) return 'present';
  return failures.has(apiVersion) ? 'unknown' : 'absent';
}

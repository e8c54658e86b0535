/**
 * A Host in real time whose effects can be replaced in a test. Effects without a stand-in are performed for real.
 */
import { StandIns } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';

/** A Host with stand-ins for effects. */
export class HostWithStandIns implements Host {
  readonly clock: Host['clock'];
  readonly random: Host['random'];
  readonly effects: StandIns;
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
    this.clock = host.clock;
    this.random = host.random;
    this.effects = new StandIns({ otherwise: host.effects });
  }

  uuid(): string {
    return this.#host.uuid();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#host.sleep(ms, signal);
  }

  yield(): Promise<void> {
    return this.#host.yield();
  }

  startSlice(): ReturnType<Host['startSlice']> {
    return this.#host.startSlice();
  }
}

/** The Host, with stand-ins where it has none. */
export const withStandIns = (host: Host): Host & { readonly effects: StandIns } =>
  host.effects instanceof StandIns ? (host as Host & { readonly effects: StandIns }) : new HostWithStandIns(host);

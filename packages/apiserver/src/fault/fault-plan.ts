/**
 * Things that go wrong on purpose: refusals, delays, cut and stalled connections, lost and doubled events, stale reads. For tests of clients; chance comes
 * from the Host, so that a seed repeats a run.
 */
import type { Host } from '@reeve/machinery';
import { StatusError } from '@reeve/registry';
import { isStream, type ApiResponse } from '../request/api-request.ts';
import type { RequestInfo } from '../request/request-info.ts';
import type { Fault, FaultEffect } from './fault.ts';
import { spoiledSink } from './spoiled-sink.ts';

export class FaultPlan {
  readonly #host: Host;
  #faults: { readonly fault: Fault; left: number }[] = [];

  constructor(host: Host) {
    this.#host = host;
  }

  /** Adds a fault; the function takes it back. */
  add(fault: Fault): () => void {
    const entry = { fault, left: fault.times ?? Infinity };
    this.#faults.push(entry);
    return () => {
      this.#faults = this.#faults.filter((other) => other !== entry);
    };
  }

  clear(): void {
    this.#faults = [];
  }

  /** Serves a request, or spoils it. `serve` is told how far behind its reads shall be. */
  apply(
    info: RequestInfo,
    serve: (staleBy: number) => Promise<ApiResponse>,
    waiting: { readonly signal: AbortSignal },
  ): Promise<ApiResponse> {
    const effects = this.#faults.length === 0 ? [] : this.#hits(info);
    return effects.length === 0 ? serve(0) : this.#spoil(effects, serve, waiting);
  }

  async #spoil(
    effects: readonly FaultEffect[],
    serve: (staleBy: number) => Promise<ApiResponse>,
    waiting: { readonly signal: AbortSignal },
  ): Promise<ApiResponse> {
    for (const effect of effects) {
      if (effect.type === 'latency') await this.#host.sleep(effect.ms, waiting.signal);
      if (effect.type === 'status') throw statusOf(effect);
    }
    const severed = effects.find(
      (effect) => (effect.type === 'cut' || effect.type === 'stall') && effect.afterBytes === undefined,
    );
    if (severed) return severed.type === 'cut' ? cutAtOnce : silent;
    const response = await serve(
      Math.max(0, ...effects.map((effect) => (effect.type === 'staleReads' ? effect.revisions : 0))),
    );
    if (!isStream(response)) return response;
    return {
      ...response,
      start: (sink, ended) =>
        response.start(
          effects.reduce((spoiled, effect) => spoiledSink(spoiled, effect, this.#host.random), sink),
          ended,
        ),
    };
  }

  #hits(info: RequestInfo): FaultEffect[] {
    return this.#faults.flatMap((entry) => {
      if (entry.left <= 0 || !matches(entry.fault, info)) return [];
      if (entry.fault.probability !== undefined && this.#host.random.next() >= entry.fault.probability) return [];
      entry.left -= 1;
      return [entry.fault.effect];
    });
  }
}

function matches({ verbs, resources, namespace, name }: Fault, info: RequestInfo): boolean {
  if (!info.isResource)
    return verbs === undefined && resources === undefined && namespace === undefined && name === undefined;
  return (
    (verbs?.includes(info.verb) ?? true) &&
    (resources?.includes(info.plural) ?? true) &&
    (namespace === undefined || namespace === info.namespace) &&
    (name === undefined || name === info.name)
  );
}

const reasons: Readonly<Record<number, ConstructorParameters<typeof StatusError>[1]>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  409: 'Conflict',
  410: 'Expired',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

function statusOf({
  code,
  retryAfterSeconds,
  message = 'injected fault',
}: Extract<FaultEffect, { type: 'status' }>): StatusError {
  return new StatusError(
    code,
    reasons[code] ?? '',
    message,
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  );
}

const cutAtOnce: ApiResponse = { status: 200, headers: {}, start: (sink) => sink.destroy() };
const silent: ApiResponse = { status: 200, headers: { 'content-type': 'application/json' }, start: () => {} };

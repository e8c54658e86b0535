/**
 * Puts this process forward where somebody else chooses the leader: publishes its versions, and answers when it is asked whether it is still there.
 * Upstream: client-go leaderelection.LeaseCandidate; coordination.k8s.io/v1beta1 LeaseCandidate.
 */
import type { Client } from '@reeve/client';
import { defineKind, formatMicroTime, isAlreadyExists, isNotFound, isTimeBefore, microsFromMs } from '@reeve/machinery';
import type { Host, Kind, KubeObject } from '@reeve/machinery';
import { silentLogger } from '../log/logger.ts';
import type { Logger } from '../log/logger.ts';
import type { Runnable } from '../runnable/runnable.ts';

/** A candidate for a Lease. */
export interface LeaseCandidate extends KubeObject {
  spec?: {
    leaseName: string;
    binaryVersion: string;
    emulationVersion?: string;
    strategy: string;
    /** When it was last asked whether it is there. */
    pingTime?: string;
    /** When it last said so. */
    renewTime?: string;
  };
}

/** The kind of candidates. */
export const LeaseCandidate: Kind<LeaseCandidate, 'Namespaced', never> = defineKind<LeaseCandidate, 'Namespaced'>({
  group: 'coordination.k8s.io',
  version: 'v1beta1',
  kind: 'LeaseCandidate',
  plural: 'leasecandidates',
  scope: 'Namespaced',
});

/** Who stands for what. */
export interface CandidacyOptions {
  readonly client: Client;
  readonly host: Host;
  readonly namespace: string;
  /** The name of the candidate; it is the identity that the Lease will hold. */
  readonly name: string;
  readonly leaseName: string;
  readonly binaryVersion: string;
  readonly emulationVersion?: string;
  /** How the leader is to be chosen; `OldestEmulationVersion` unless given. */
  readonly strategy?: string;
  readonly log?: Logger;
}

const pauseMs = 5000;

/** A candidacy. It runs on every replica. */
export class Candidacy implements Runnable {
  readonly name: string;
  readonly group = 'others';
  readonly #options: CandidacyOptions;

  constructor(options: CandidacyOptions) {
    this.name = `candidacy of ${options.name}`;
    this.#options = options;
  }

  /** Stands until the signal aborts. A server that fails is asked again. */
  async run(signal: AbortSignal): Promise<void> {
    const { host, log = silentLogger } = this.#options;
    while (!signal.aborted) {
      try {
        await this.#follow(await this.#standing(signal), signal);
      } catch (error) {
        if (signal.aborted) return;
        log.warn('the candidacy could not be kept up, and is tried again', { candidate: this.#options.name, error });
      }
      await host.sleep(pauseMs, signal).catch(() => undefined);
    }
  }

  /** The candidate as the server has it, answered if it was asked. */
  async #standing(signal: AbortSignal): Promise<LeaseCandidate> {
    const { client, namespace, name } = this.#options;
    try {
      return await this.#answered(await client.get(LeaseCandidate, { namespace, name }, { signal }), signal);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      return this.#create(signal);
    }
  }

  async #create(signal: AbortSignal): Promise<LeaseCandidate> {
    const { client, namespace, name } = this.#options;
    const candidate = LeaseCandidate.of({ metadata: { namespace, name }, spec: this.#spec() });
    try {
      return await client.create(LeaseCandidate, candidate, { signal });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      return client.get(LeaseCandidate, { namespace, name }, { signal });
    }
  }

  /** Hears of every change from there on, and returns when the stream ends or the candidate is gone. */
  async #follow({ metadata }: LeaseCandidate, signal: AbortSignal): Promise<void> {
    const { client, namespace, name } = this.#options;
    const { resourceVersion = '' } = metadata;
    const stream = client.watch(LeaseCandidate, {
      namespace,
      fields: { 'metadata.name': name },
      resourceVersion,
      signal,
    });
    for await (const event of stream) {
      if (event.type === 'DELETED') return;
      if (event.type !== 'BOOKMARK') await this.#answered(event.object, signal);
    }
  }

  /** A ping that is newer than the last answer is answered. */
  async #answered(candidate: LeaseCandidate, signal: AbortSignal): Promise<LeaseCandidate> {
    const { pingTime, renewTime } = candidate.spec ?? {};
    if (pingTime === undefined) return candidate;
    if (renewTime !== undefined && !isTimeBefore(renewTime, pingTime)) return candidate;
    const renewed = { ...candidate, spec: { ...this.#spec(), pingTime } };
    return this.#options.client.update(LeaseCandidate, renewed, { signal });
  }

  #spec(): NonNullable<LeaseCandidate['spec']> {
    const { host, leaseName, binaryVersion, emulationVersion, strategy = 'OldestEmulationVersion' } = this.#options;
    const renewTime = formatMicroTime(microsFromMs(host.clock.now()));
    return { leaseName, binaryVersion, ...(emulationVersion && { emulationVersion }), strategy, renewTime };
  }
}

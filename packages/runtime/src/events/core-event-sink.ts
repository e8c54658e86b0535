/**
 * Writes core events one after the other: correlated, counted, tried again. Each sink has a memory of its own.
 * Upstream: client-go tools/record StartRecordingToSink.
 */
import { isNotFound } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import type { Logger } from '../log/logger.ts';
import type { EventSignals } from './event-broadcaster.ts';
import { EventCorrelator } from './event-correlator.ts';
import type { CorrelatorOptions } from './event-correlator.ts';
import type { CoreEvent } from './event-kinds.ts';
import type { EventNames } from './event-name.ts';
import { EventTries } from './event-tries.ts';
import type { TryOptions } from './event-tries.ts';
import type { EventWriter } from './event-writer.ts';

/** How a sink writes. */
export interface CoreSinkOptions extends TryOptions {
  readonly correlation?: CorrelatorOptions;
}

/** Writes core events. */
export class CoreEventSink {
  readonly #writer: EventWriter<CoreEvent>;
  readonly #correlator: EventCorrelator;
  readonly #tries: EventTries;

  constructor(
    writer: EventWriter<CoreEvent>,
    { host, log, names }: { readonly host: Host; readonly log: Logger; readonly names: EventNames },
    { correlation, ...tries }: CoreSinkOptions = {},
  ) {
    this.#writer = writer;
    this.#correlator = new EventCorrelator(host, correlation, names);
    this.#tries = new EventTries(host, log, tries);
  }

  /** Writes an event, or drops it when its source says too much. */
  async handle(event: CoreEvent, signals: EventSignals): Promise<void> {
    const correlated = this.#correlator.correlate(event);
    if (correlated.type === 'drop') return;
    const { event: counted, patch } = correlated;
    const attempt = (): Promise<void> => this.#write(counted, patch, signals.signal);
    await this.#tries.write(attempt, { event: counted.metadata.name, reason: counted.reason }, signals);
  }

  /** Servers forget events after an hour: one that is gone is made anew. */
  async #write(event: CoreEvent, patch: object | undefined, signal: AbortSignal): Promise<void> {
    try {
      if (patch !== undefined) {
        await this.#writer.patch(event, patch, signal);
        return;
      }
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    await this.#writer.create(event, signal);
  }
}

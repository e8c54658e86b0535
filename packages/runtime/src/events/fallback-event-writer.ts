/**
 * Writes events of events.k8s.io where a server serves them, and the same as events of the core group where it does not. A server stores one object and shows it as both.
 * Upstream: client-go tools/events.NewEventBroadcasterAdapter, which asks discovery once.
 */
import type { Client } from '@reeve/client';
import { isNotFound } from '@reeve/machinery';
import type { CoreEvent, SeriesEvent } from './event-kinds.ts';
import { coreEventWriter, seriesEventWriter } from './event-writer.ts';
import type { EventWriter } from './event-writer.ts';

/** Writes to whichever API there is. */
export function fallbackEventWriter(client: Client): EventWriter<SeriesEvent> {
  return new FallbackEventWriter(seriesEventWriter(client), coreEventWriter(client));
}

class FallbackEventWriter implements EventWriter<SeriesEvent> {
  readonly #series: EventWriter<SeriesEvent>;
  readonly #core: EventWriter<CoreEvent>;
  #isMissing = false;

  constructor(series: EventWriter<SeriesEvent>, core: EventWriter<CoreEvent>) {
    this.#series = series;
    this.#core = core;
  }

  async create(event: SeriesEvent, signal: AbortSignal): Promise<void> {
    if (this.#isMissing) return await this.#core.create(asCore(event), signal);
    try {
      await this.#series.create(event, signal);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await this.#tryCore(event, signal, error);
    }
  }

  patch(event: SeriesEvent, patch: object, signal: AbortSignal): Promise<void> {
    return this.#isMissing ? this.#core.patch(asCore(event), patch, signal) : this.#series.patch(event, patch, signal);
  }

  /** A namespace that is not there is missing in both: only what the core group takes proves that the other is not served. */
  async #tryCore(event: SeriesEvent, signal: AbortSignal, missing: unknown): Promise<void> {
    try {
      await this.#core.create(asCore(event), signal);
      this.#isMissing = true;
    } catch (error) {
      throw isNotFound(error) ? missing : error;
    }
  }
}

/** The same event under the names of the core group. */
function asCore(event: SeriesEvent): CoreEvent {
  const { metadata, eventTime, regarding = {}, related, type, reason, action, note, series } = event;
  const { reportingController, reportingInstance } = event;
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata,
    eventTime,
    involvedObject: regarding,
    ...present({ related, type, reason, action, message: note, series }),
    ...present({ reportingComponent: reportingController, reportingInstance }),
  };
}

const present = <T extends object>(fields: T): { [Field in keyof T]?: NonNullable<T[Field]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Field in keyof T]?: NonNullable<T[Field]>; // the same fields without those that are absent
  };

/**
 * Writes events of events.k8s.io: the first one is created, the second makes it a series, later ones are only counted here and sent now and then.
 * Events of one series are written one after the other, those of different series at once.
 * Upstream: client-go tools/events eventBroadcasterImpl.
 *
 * Invariant: what a server answers never replaces a count, so none is lost while a request is on its way.
 */
import { RecentMap, formatMicroTime, isAlreadyExists, isNotFound, microsFromMs } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import type { Logger } from '../log/logger.ts';
import type { EventSignals } from './event-broadcaster.ts';
import { seriesKey } from './event-keys.ts';
import type { SeriesEvent } from './event-kinds.ts';
import { EventTries } from './event-tries.ts';
import type { TryOptions } from './event-tries.ts';
import type { EventWriter } from './event-writer.ts';

/** How a sink writes. */
export interface SeriesSinkOptions extends TryOptions {
  /** How many series are remembered; 4096 unless given. */
  readonly cacheSize?: number;
  /** After so long without one a series has ended; 6 minutes unless given. */
  readonly finishMs?: number;
}

interface Entry {
  event: SeriesEvent;
  seenAt: number;
  /** The last write of this series, which the next one waits for. */
  writing: Promise<unknown>;
}

/** Writes events of events.k8s.io. */
export class SeriesEventSink {
  readonly #writer: EventWriter<SeriesEvent>;
  readonly #host: Host;
  readonly #tries: EventTries;
  readonly #finishMs: number;
  readonly #entries: RecentMap<Entry>;

  constructor(
    writer: EventWriter<SeriesEvent>,
    { host, log }: { readonly host: Host; readonly log: Logger },
    { cacheSize = 4096, finishMs = 360_000, ...tries }: SeriesSinkOptions = {},
  ) {
    this.#writer = writer;
    this.#host = host;
    this.#tries = new EventTries(host, log, tries);
    this.#finishMs = finishMs;
    this.#entries = new RecentMap(cacheSize);
  }

  /** How many events may still become, or are, a series. */
  get size(): number {
    return this.#entries.size;
  }

  /** Takes an event: creates it, makes it a series, or counts it. */
  async handle(event: SeriesEvent, signals: EventSignals): Promise<void> {
    const entry = this.#counted(event);
    if (entry === undefined) return;
    const { event: first } = entry;
    const current = (): SeriesEvent => (first.series === undefined ? first : entry.event); // a series is sent with the count of that moment
    const attempt = (): Promise<'again' | void> => this.#write(current(), signals.signal);
    await this.#inTurn(entry, () => this.#tries.write(attempt, fieldsOf(first), signals));
  }

  /** Sends the counts of all series, so that the server does not forget those that go on. */
  async refresh(signal: AbortSignal): Promise<void> {
    for (const [, entry] of this.#entries.entries()) {
      if (entry.event.series !== undefined) await this.#writeOnce(entry, signal);
    }
  }

  /** Ends what has been silent: a series with its last count, a single event without a word. What could not be sent stays. */
  async finish(signal: AbortSignal): Promise<void> {
    const before = this.#host.clock.monotonic() - this.#finishMs;
    for (const [key, entry] of this.#entries.entries()) {
      if (entry.seenAt >= before) continue;
      const isSent = entry.event.series === undefined || (await this.#writeOnce(entry, signal)) !== 'again';
      if (isSent && entry.seenAt < before) this.#entries.delete(key);
    }
  }

  /** The entry to write, or undefined when counting was enough. */
  #counted(event: SeriesEvent): Entry | undefined {
    const { clock } = this.#host;
    const key = seriesKey(event);
    const known = this.#entries.get(key);
    if (known === undefined) {
      const entry = { event, seenAt: clock.monotonic(), writing: Promise.resolve() };
      this.#entries.set(key, entry);
      return entry;
    }
    const { series } = known.event;
    const lastObservedTime = formatMicroTime(microsFromMs(clock.now()));
    known.event = { ...known.event, series: { count: (series?.count ?? 1) + 1, lastObservedTime } };
    known.seenAt = clock.monotonic();
    return series === undefined ? known : undefined;
  }

  #writeOnce(entry: Entry, signal: AbortSignal): Promise<'written' | 'again' | 'refused'> {
    return this.#inTurn(entry, () => this.#tries.once(() => this.#write(entry.event, signal), fieldsOf(entry.event)));
  }

  #inTurn<T>(entry: Entry, write: () => Promise<T>): Promise<T> {
    const writing = entry.writing.then(write);
    entry.writing = writing;
    return writing;
  }

  async #write(event: SeriesEvent, signal: AbortSignal): Promise<'again' | void> {
    const { series } = event;
    if (series === undefined) return await this.#writer.create(event, signal);
    try {
      await this.#writer.patch(event, { series }, signal);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      return this.#create(event, signal);
    }
  }

  /** It was not there a moment ago: if it is now, the next patch will find it. */
  async #create(event: SeriesEvent, signal: AbortSignal): Promise<'again' | void> {
    try {
      await this.#writer.create(event, signal);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      return 'again';
    }
  }
}

const fieldsOf = ({ metadata, reason }: SeriesEvent): { event: string | undefined; reason: string | undefined } => ({
  event: metadata.name,
  reason,
});

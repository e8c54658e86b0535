/**
 * Records events of the core group.
 * Upstream: client-go tools/record.EventBroadcaster and EventRecorder.
 */
import { formatTime, visibleText } from '@reeve/machinery';
import type { Logger } from '../log/logger.ts';
import { CoreEventSink } from './core-event-sink.ts';
import type { CoreSinkOptions } from './core-event-sink.ts';
import { EventBroadcaster } from './event-broadcaster.ts';
import type { BroadcasterOptions, EventWatcher } from './event-broadcaster.ts';
import { checkInput, eventNamespace, referenceOf } from './event-input.ts';
import type { EventInput, EventRecorder, EventSubject } from './event-input.ts';
import { CoreEvent } from './event-kinds.ts';
import type { EventSource } from './event-kinds.ts';
import { EventNames } from './event-name.ts';
import type { EventWriter } from './event-writer.ts';

/** A broadcaster of core events. */
export class CoreEventBroadcaster extends EventBroadcaster<CoreEvent> {
  readonly #names: EventNames;

  constructor(options: BroadcasterOptions) {
    super(options);
    this.#names = new EventNames(this.host);
  }

  /** A recorder for one source. */
  recorder(source: EventSource): EventRecorder {
    return { event: (about, said) => this.#record(source, about, said) };
  }

  /** Writes every event from now on. Sinks do not know of each other. */
  recordTo(writer: EventWriter<CoreEvent>, options: CoreSinkOptions = {}): EventWatcher {
    const sink = new CoreEventSink(writer, { host: this.host, log: this.log, names: this.#names }, options);
    return this.watch((event, signals) => sink.handle(event, signals), { workers: writers, laneOf: subjectOf });
  }

  /** Logs a line for every event from now on. */
  logTo(log: Logger, level: 'debug' | 'info' = 'debug'): EventWatcher {
    return this.watch(({ involvedObject, type, reason, message }) =>
      log[level]('event occurred', { object: involvedObject, type, reason, message }),
    );
  }

  #record(source: EventSource, about: EventSubject, said: EventInput): void {
    if (this.isDown) return;
    try {
      this.emit(this.#eventOf(source, about, said));
    } catch (error) {
      this.countDropped();
      this.log.error('an event could not be made', { error });
    }
  }

  #eventOf(source: EventSource, about: EventSubject, said: EventInput): CoreEvent {
    checkInput(said);
    const { type = 'Normal', reason, message, related, annotations, action } = said;
    const involvedObject = referenceOf(about);
    const now = formatTime(this.host.clock.now());
    return CoreEvent.of({
      metadata: {
        name: this.#names.next(involvedObject.name ?? ''),
        namespace: eventNamespace(involvedObject),
        ...(annotations && { annotations: { ...annotations } }),
      },
      involvedObject,
      ...(related && { related: referenceOf(related) }),
      type,
      reason,
      message: visibleText(message, { keepsLines: true }), // people read it in terminals
      ...(action !== undefined && { action }),
      count: 1,
      firstTimestamp: now,
      lastTimestamp: now,
      source,
      reportingComponent: source.component,
      reportingInstance: source.host ?? '',
    });
  }
}

/** Upstream writes one event at a time, and has a broadcaster for each controller; here all controllers of a manager share one. */
const writers = 4;

/** What is counted is counted for one object, so that events about others need not wait for it. */
const subjectOf = ({ involvedObject: { namespace = '', name = '', uid = '' } }: CoreEvent): string =>
  `${namespace}/${name}/${uid}`;

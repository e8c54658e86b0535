/**
 * Records events of events.k8s.io.
 * Upstream: client-go tools/events.EventBroadcaster and EventRecorder.
 */
import { formatMicroTime, InvalidInputError, microsFromMs, visibleText } from '@reeve/machinery';
import type { Logger } from '../log/logger.ts';
import { EventBroadcaster } from './event-broadcaster.ts';
import type { BroadcasterOptions, EventHandler, EventWatcher } from './event-broadcaster.ts';
import { checkInput, eventNamespace, referenceOf } from './event-input.ts';
import type { EventInput, EventRecorder, EventSubject } from './event-input.ts';
import { SeriesEvent } from './event-kinds.ts';
import { EventNames } from './event-name.ts';
import type { EventWriter } from './event-writer.ts';
import { RecurringChore } from './recurring-chore.ts';
import { SeriesEventSink } from './series-event-sink.ts';
import type { SeriesSinkOptions } from './series-event-sink.ts';

/** Who reports: the controller, and which one of those that run. */
export interface EventReporter {
  /** Such as `example.com/websites`. */
  readonly controller: string;
  /** Such as the name of the host. */
  readonly instance: string;
}

/** A broadcaster of events of events.k8s.io. */
export class SeriesEventBroadcaster extends EventBroadcaster<SeriesEvent> {
  readonly #names: EventNames;

  constructor(options: BroadcasterOptions) {
    super(options);
    this.#names = new EventNames(this.host);
  }

  /** A recorder for one reporter. */
  recorder({ controller, instance }: EventReporter): EventRecorder {
    const reporter = { controller, instance: `${controller}-${instance}` };
    if (reporter.instance.length > maxInstanceLength) {
      throw new InvalidInputError(
        reporter.instance,
        `the reporting instance ${reporter.instance} has more than ${maxInstanceLength} characters: give the recorder a shorter name`,
      );
    }
    return { event: (about, said) => this.#record(reporter, about, said) };
  }

  /** Writes every event from now on, eight at once. */
  recordTo(writer: EventWriter<SeriesEvent>, options: SeriesSinkOptions = {}): EventWatcher {
    const sink = new SeriesEventSink(writer, { host: this.host, log: this.log }, options);
    const chore = (periodMs: number, work: (signal: AbortSignal) => Promise<void>): RecurringChore =>
      new RecurringChore(this.host, {
        periodMs,
        work,
        isNeeded: () => sink.size > 0,
        run: (task) => this.runTask(task),
      });
    const refreshing = chore(refreshMs, (signal) => sink.refresh(signal));
    const finishing = chore(finishMs, (signal) => sink.finish(signal));
    const handle: EventHandler<SeriesEvent> = async (event, signals) => {
      const handled = sink.handle(event, signals); // the sink knows of it at once
      refreshing.wake();
      finishing.wake();
      await handled;
    };
    return this.watch(handle, { workers: 8 });
  }

  /** Logs a line for every event from now on. */
  logTo(log: Logger, level: 'debug' | 'info' = 'debug'): EventWatcher {
    return this.watch(({ regarding, related, type, reason, action, note }) =>
      log[level]('event occurred', {
        object: regarding,
        ...(related && { related }),
        type,
        reason,
        action,
        message: note,
      }),
    );
  }

  #record(reporter: EventReporter, about: EventSubject, said: EventInput): void {
    if (this.isDown) return;
    try {
      this.emit(this.#eventOf(reporter, about, said));
    } catch (error) {
      this.countDropped();
      this.log.error('an event could not be made', { error });
    }
  }

  #eventOf(reporter: EventReporter, about: EventSubject, said: EventInput): SeriesEvent {
    checkInput(said);
    const { type = 'Normal', reason, message, action = reason, related, annotations } = said;
    const regarding = referenceOf(about);
    return SeriesEvent.of({
      metadata: {
        name: this.#names.next(regarding.name ?? ''),
        namespace: eventNamespace(regarding),
        ...(annotations && { annotations: { ...annotations } }),
      },
      eventTime: formatMicroTime(microsFromMs(this.host.clock.now())),
      regarding,
      ...(related && { related: referenceOf(related) }),
      type,
      reason,
      action,
      note: shortened(visibleText(message, { keepsLines: true })), // people read it in terminals
      reportingController: reporter.controller,
      reportingInstance: reporter.instance,
    });
  }
}

const refreshMs = 30 * 60_000;
const finishMs = 6 * 60_000;
const maxInstanceLength = 128;
const maxNoteBytes = 1024;

/** Servers refuse longer notes; the beginning is better than nothing. */
function shortened(note: string): string {
  const bytes = new TextEncoder().encode(note);
  if (bytes.length <= maxNoteBytes) return note;
  const head = new TextDecoder().decode(bytes.subarray(0, maxNoteBytes - 4)); // an ellipsis takes three bytes
  return `${head.replace(/\uFFFD+$/u, '')}…`;
}

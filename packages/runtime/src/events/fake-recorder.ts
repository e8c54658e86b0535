/**
 * A recorder for tests: keeps what was said as lines of text.
 * Upstream: client-go tools/record.FakeRecorder.
 */
import type { EventInput, EventRecorder, EventSubject } from './event-input.ts';

/** Keeps events. */
export class FakeRecorder implements EventRecorder {
  /** `Warning Failed it broke`, in order. */
  readonly events: string[] = [];

  event(_about: EventSubject, { type = 'Normal', reason, message, annotations }: EventInput): void {
    const notes = annotations === undefined ? '' : ` ${JSON.stringify(annotations)}`;
    this.events.push(`${type} ${reason} ${message}${notes}`);
  }
}

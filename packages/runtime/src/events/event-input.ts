/**
 * What is said about an object, and what can be made of it. Recorders of both APIs take the same.
 * Upstream: client-go tools/record.EventRecorder, tools/events.EventRecorder.
 */
import { InvalidInputError, referenceTo } from '@reeve/machinery';
import type { DeepReadonly, ObjectLike, ObjectReference } from '@reeve/machinery';
import type { EventType } from './event-kinds.ts';

/** What happened. */
export interface EventInput {
  /** `Normal` unless given. */
  readonly type?: EventType;
  /** Why, in one word for programs: `Created`, `FailedMount`. */
  readonly reason: string;
  /** What happened, for people. */
  readonly message: string;
  /** What was done, in one word; the reason unless given. */
  readonly action?: string;
  /** Another object that has to do with it. */
  readonly related?: EventSubject;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** What an event is about: an object that says its kind, or a reference to one, or to a part of one. */
export type EventSubject = DeepReadonly<ObjectLike> | Readonly<ObjectReference>;

/** Tells people what happened to an object. It never blocks and never fails: what cannot be said is logged and counted. */
export interface EventRecorder {
  event(about: EventSubject, said: EventInput): void;
}

/** Throws what is wrong with it. */
export function checkInput({ type = 'Normal', reason }: EventInput): void {
  if (type !== 'Normal' && type !== 'Warning') {
    throw new InvalidInputError(String(type), `the type of an event is ${String(type)}: write Normal or Warning`);
  }
  if (typeof reason !== 'string' || reason === '') {
    throw new InvalidInputError('', 'an event has no reason: write one word such as Created');
  }
}

/** The reference to what an event is about. */
export function referenceOf(subject: EventSubject): ObjectReference {
  if (subject === null || typeof subject !== 'object') {
    throw new InvalidInputError(String(subject), 'an event is about nothing: give it an object or a reference to one');
  }
  return 'metadata' in subject ? referenceTo(subject) : { ...(subject as ObjectReference) }; // objects have metadata, references do not
}

/** Where an event is kept: beside its object, or in `default` when that has no namespace. */
export const eventNamespace = ({ namespace }: ObjectReference): string =>
  namespace === undefined || namespace === '' ? 'default' : namespace;

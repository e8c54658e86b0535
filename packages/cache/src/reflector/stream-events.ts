/**
 * The events of a stream that are not simply about an object: bookmarks and refusals; and what to do with one that makes no sense.
 */
import {
  InternalError,
  annotationsOf,
  apiErrorFromStatus,
  initialEventsEndAnnotation,
  isStatus,
  resourceVersionOf,
} from '@reeve/machinery';
import type { KubeObject } from '@reeve/machinery';
import { WireText } from '../bytes/wire-text.ts';
import { TransformError } from '../decode/transform-error.ts';
import { UnexpectedObjectError } from '../decode/unexpected-object-error.ts';
import { parseSmallObject } from '../decode/wire-event.ts';
import type { InitialContent } from './initial-content.ts';
import type { ReflectorContext } from './reflector-context.ts';
import { StreamDecodingError } from './stream-errors.ts';
import type { IncomingEvent } from './watch-stream.ts';

/** What a bookmark says. */
export interface Bookmark {
  readonly resourceVersion: string;
  /** True when everything that existed at the beginning has been sent. */
  readonly isInitialEventsEnd: boolean;
}

/** Reads a bookmark. */
export function readBookmark(event: IncomingEvent): Bookmark {
  const object = valueOf(event);
  const resourceVersion: unknown = resourceVersionOf(object);
  return {
    resourceVersion: typeof resourceVersion === 'string' ? resourceVersion : '',
    isInitialEventsEnd: annotationsOf(object)[initialEventsEndAnnotation] === 'true',
  };
}

/** The error that an ERROR event stands for. */
export function readRefusal<T extends KubeObject>(event: IncomingEvent, context: ReflectorContext<T>): Error {
  const status = valueOf(event);
  const { kind } = context.options.source;
  const request = { verb: 'watch', ...(kind && { kind }) };
  return isStatus(status)
    ? apiErrorFromStatus(status, request)
    : new InternalError(kind ?? '', '', {
        verb: 'watch',
        cause: new Error('the ERROR event of a watch holds no Status'),
      });
}

/** Applies an event to what a stream has brought so far; one of another kind is told and passed over. */
export function applyToContent<T extends KubeObject>(
  event: IncomingEvent,
  content: InitialContent<T>,
  context: ReflectorContext<T>,
): void {
  try {
    content.apply(event);
  } catch (error) {
    if (!isOfAnotherKind(error)) throw decodingError(`the streaming list of ${context.typeDescription}`, error);
    context.tell({ type: 'skipped', event: event.type, error });
  }
}

/** True when an event is about an object of another kind: the collection misses nothing without it. */
export const isOfAnotherKind = (error: unknown): boolean =>
  error instanceof UnexpectedObjectError && error.isAnotherKind;

/** Why an event ends its stream: a transform that throws is told as it is. */
export const decodingError = (what: string, cause: unknown): Error =>
  cause instanceof TransformError ? cause : new StreamDecodingError(what, { cause });

/** What an event weighs in bytes; one that came as an object weighs none. */
export const sizeOf = ({ object }: IncomingEvent): number => (object instanceof WireText ? object.length : 0);

function valueOf({ object, type }: IncomingEvent): Record<string, unknown> {
  return object instanceof WireText ? parseSmallObject({ type, object }) : { ...object };
}

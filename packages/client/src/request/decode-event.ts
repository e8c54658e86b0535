/**
 * One line of a watch as an event: parsed, checked, and with the type that its object may leave out. ERROR events are thrown as
 * the errors they stand for.
 * Upstream: client-go rest/watch Decoder.
 */
import { apiErrorFromStatus, isStatus, isWatchEvent, parseJson } from '@reeve/machinery';
import type { ApiRequest, BookmarkEvent, JsonValue, ObjectEvent, TypeMeta } from '@reeve/machinery';
import { UnreadableAnswerError } from './unreadable-answer-error.ts';

/** What a watch yields: something happened to an object, or the stream has come this far. */
export type StreamEvent<T> = ObjectEvent<T> | BookmarkEvent;

/** What the line says. An ERROR event is thrown: as an `ApiError`, an `ExpiredError` for 410. */
export function decodeEvent<T>(line: Uint8Array, about: ApiRequest, type: Readonly<TypeMeta>): StreamEvent<T> {
  const event = parsed(line, about);
  if (!isWatchEvent(event)) throw new UnreadableAnswerError(about, 'a line of it is no watch event', line);
  if (event.type !== 'ERROR') {
    const object = { ...type, ...event.object };
    return { type: event.type, object } as StreamEvent<T>; // the server sends objects of the kind that was asked for
  }
  if (isStatus(event.object)) throw apiErrorFromStatus(event.object, about);
  throw new UnreadableAnswerError(about, 'it ended with an ERROR event that carries no Status', line);
}

function parsed(line: Uint8Array, about: ApiRequest): JsonValue {
  try {
    return parseJson(line);
  } catch (cause) {
    throw new UnreadableAnswerError(about, 'a line of it is no JSON', line, { cause });
  }
}

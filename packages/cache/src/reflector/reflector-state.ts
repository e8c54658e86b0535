/**
 * What a reflector is doing, and what it has to tell. Every change of state is told, with the reason; nothing happens silently.
 */
import type { Problem } from './problem.ts';

/** The state of a reflector. Switch over `type`. */
export type ReflectorState =
  /** It has not been started. */
  | { readonly type: 'idle' }
  /** It receives everything there is as events; `resourceVersion` is what it asked for. */
  | { readonly type: 'streaming'; readonly resourceVersion: string }
  /** It receives everything there is as a list; `resourceVersion` is what it asked for. */
  | { readonly type: 'listing'; readonly resourceVersion: string }
  /** It hears of changes from `resourceVersion` on. */
  | { readonly type: 'watching'; readonly resourceVersion: string }
  /** It waits `delayMs` before it tries to list or to watch again, because of `error`. */
  | {
      readonly type: 'backingOff';
      readonly problem: Problem;
      readonly error: unknown;
      readonly delayMs: number;
      readonly next: 'list' | 'watch';
    }
  /** It has ended: it was told to, or `error` is a bug that trying again cannot mend. */
  | { readonly type: 'stopped'; readonly error?: unknown };

/** What a reflector tells. Switch over `type`. */
export type ReflectorNotice =
  | { readonly type: 'transition'; readonly from: ReflectorState; readonly to: ReflectorState }
  /** The store has been given everything there is. */
  | {
      readonly type: 'synced';
      readonly by: 'stream' | 'list';
      readonly resourceVersion: string;
      readonly objects: number;
    }
  /** A list or a watch ended in a way that is not part of the ordinary course. */
  | { readonly type: 'failed'; readonly error: unknown }
  /** The server, or something before it, does not stream initial events; they are listed. */
  | { readonly type: 'fallback'; readonly error: unknown }
  /** An event was passed over: it is about an object of another kind, or the store refused it. */
  | { readonly type: 'skipped'; readonly event: string; readonly error: unknown }
  /** An event was older than what is known: sent twice, or by a server that lags behind. */
  | { readonly type: 'outdated'; readonly resourceVersion: string }
  /** A streaming list is quiet and its end has not come. */
  | {
      readonly type: 'awaitingBookmark';
      readonly events: number;
      readonly elapsedMs: number;
      readonly silentMs: number;
    };

/** Hears what a reflector tells. What it throws is nobody's concern. */
export type ReflectorListener = (notice: ReflectorNotice) => void;

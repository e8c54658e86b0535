/**
 * What the thread of an embedded cluster says and is told. Errors cross as their texts, and are errors again on the other side.
 */
import { ReeveError } from '@reeve/machinery';
import type { ErrorCode } from '@reeve/machinery';
import { CliError } from '../error/cli-error.ts';

/** What is said. */
export type ThreadMessage =
  | { readonly type: 'listening'; readonly url: string; readonly kubeconfig: string; readonly startMs: number }
  | { readonly type: 'failed'; readonly code?: string; readonly text: string; readonly next?: string }
  | { readonly type: 'bug'; readonly text: string }
  | { readonly type: 'report'; readonly text: string }
  | { readonly type: 'stopped' };

/** What it is told. */
export type ThreadOrder = 'populate' | 'stop';

/** A failure as it crosses. */
export function failureMessage(error: unknown): ThreadMessage {
  if (!(error instanceof ReeveError)) {
    return { type: 'failed', text: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  const next = error instanceof CliError ? error.next : undefined;
  return { type: 'failed', code: error.code, text: error.message, ...(next !== undefined && { next }) };
}

/** The failure on this side. */
export function failureOf({ code, text, next }: Extract<ThreadMessage, { type: 'failed' }>): Error {
  return code === undefined ? new Error(text) : new CliError(code as ErrorCode, text, { next }); // it was one of ours
}

/**
 * Looks at what a program threw. That may be anything: no error at all, an object without a prototype, or one whose getters or traps throw when somebody looks.
 */
import { causeChain, redact } from '@reeve/machinery';

/** What was thrown, or an error in its place where it cannot be read: whoever logs, counts or keeps it need not be careful then. */
export function readable(thrown: unknown): unknown {
  try {
    for (const link of causeChain(thrown)) if (typeof link === 'object') readFields(link as object);
    return thrown;
  } catch {
    return new Error('the object that was thrown cannot be read: one of its getters or proxy traps throws');
  }
}

/** The message of an error; the text of anything else. It never throws. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown); // a message may be no text
  } catch {
    return `no error, but ${thrown === null ? 'null' : typeof thrown} without a text`;
  }
}

/** Why something failed, in one line: the messages of the error and its causes, without what an earlier one says already. */
export function reasonOf(thrown: unknown): string {
  let reason = '';
  for (const link of causeChain(thrown)) {
    const message = ownReason(link);
    if (!reason.includes(message)) reason = reason === '' ? message : `${reason}: ${message}`;
  }
  return redact(shortened(reason === '' ? messageOf(thrown) : reason));
}

/** What a log says of a failure: the reason and the code. The error with its stack follows where nobody gave it a code, since then it is a bug. */
export function failureFields(thrown: unknown): {
  readonly reason: string;
  readonly code?: string;
  readonly error?: unknown;
} {
  const { code } = Object(thrown) as { readonly code?: unknown };
  const reason = reasonOf(thrown);
  return typeof code === 'string' ? { reason, code } : { reason, error: thrown };
}

const longestReason = 1000;

const shortened = (reason: string): string =>
  reason.length <= longestReason ? reason : `${reason.slice(0, longestReason - 1)}…`;

/** Node tells of a host with several addresses by an error without a message that holds one error for each. */
function ownReason(link: unknown): string {
  const message = messageOf(link);
  if (message !== '' || typeof link !== 'object' || link === null) return message;
  const { errors, code, name } = link as {
    readonly errors?: unknown;
    readonly code?: unknown;
    readonly name?: unknown;
  };
  const [first] = Array.isArray(errors) ? (errors as readonly unknown[]) : [];
  const texts: readonly unknown[] = [first === undefined ? '' : messageOf(first), code, name];
  for (const text of texts) if (typeof text === 'string' && text !== '') return text;
  return '';
}

const readNames = ['name', 'message', 'code', 'reason', 'httpStatus', 'status', 'retryAfterMs', 'delayMs', 'time'];

function readFields(link: object): void {
  void (link instanceof Error);
  for (const name of readNames) void (link as Record<string, unknown>)[name];
}

/**
 * The head of an answer: its status, how its body is delimited, and whether the connection may be used again. The headers stay text, because most answers
 * are read for their status and body alone. What could be read in two ways is refused, since two sides that disagree about where an answer ends would
 * take one answer for another.
 * Upstream: RFC 9112.
 */
import { MalformedAnswerError } from './malformed-answer-error.ts';

/** How the end of a body is found. */
export type BodyFraming = 'none' | 'length' | 'chunks' | 'close';

/** What a head says. */
export class AnswerHead {
  readonly status: number;
  /** The lines of the headers, each with its line break, in Latin-1. */
  readonly headers: string;
  framing: BodyFraming = 'close';
  /** How long the body is; -1 where that is not said. */
  length = -1;
  /** False when the server closes the connection after this answer. */
  isKept: boolean;
  /** How long the server lets the connection rest, if it says. */
  restMs = Infinity;

  constructor(status: number, headers: string, isKept: boolean) {
    this.status = status;
    this.headers = headers;
    this.isKept = isKept;
  }
}

/** Reads a head from its text without the empty line at its end. `isHead` says that the request asked for the head alone. Throws `MalformedAnswerError`. */
export function readAnswerHead(text: string, isHead: boolean): AnswerHead {
  const [, minor, status] = statusLine.exec(text) ?? [];
  if (status === undefined || brokenLine.test(text))
    throw new MalformedAnswerError('the head of the answer is no HTTP/1.1');
  const start = text.indexOf('\r\n') + 2;
  const head = new AnswerHead(Number(status), text.slice(start), minor === '1');
  for (let from = start; from < text.length;) {
    const [colon, end] = [text.indexOf(':', from), text.indexOf('\r\n', from)];
    if (colon === -1 || colon > end || colon === from)
      throw new MalformedAnswerError('a header of the answer has no name');
    if (isOfInterest(colon - from))
      note(head, text.slice(from, colon).toLowerCase(), text.slice(colon + 1, end).trim());
    from = end + 2;
  }
  if (isHead || head.status < 200 || head.status === 204 || head.status === 304) head.framing = 'none';
  if (head.framing === 'close') head.isKept = false;
  return head;
}

const statusLine = /^HTTP\/1\.([01]) (\d{3})[ \r]/;

/** Half a line break, a zero, or a space before the colon; a line that begins with one would continue the line before. */
const brokenLine = /[^\r]\n|\r[^\n]|\0|\n[^:\r\n]*[ \t]/;

/** The lengths of the four names that are looked at. */
const isOfInterest = (length: number): boolean => length === 10 || length === 14 || length === 17;

/** Notes what a header means for the connection. */
function note(head: AnswerHead, name: string, value: string): void {
  if (name === 'content-length') noteLength(head, value);
  else if (name === 'transfer-encoding') noteCoding(head, value);
  else if (name === 'connection') noteConnection(head, value.toLowerCase());
  else if (name === 'keep-alive') head.restMs = Number(/timeout=(\d+)/i.exec(value)?.[1] ?? Infinity) * 1000;
}

function noteLength(head: AnswerHead, value: string): void {
  const length = /^\d{1,15}$/.test(value) ? Number(value) : -1;
  const isClear = head.framing === 'close' || (head.framing === 'length' && head.length === length);
  if (length === -1 || !isClear)
    throw new MalformedAnswerError(`the end of the answer cannot be told: content-length ${value}`);
  head.framing = 'length';
  head.length = length;
}

function noteCoding(head: AnswerHead, value: string): void {
  if (head.framing !== 'close' || value.toLowerCase() !== 'chunked')
    throw new MalformedAnswerError(`the end of the answer cannot be told: transfer-encoding ${value}`);
  head.framing = 'chunks';
}

function noteConnection(head: AnswerHead, value: string): void {
  const words = value.split(/[\s,]+/);
  if (words.includes('close')) head.isKept = false;
  else if (words.includes('keep-alive')) head.isKept = true;
}

/** The bytes of an answer make no sense as HTTP/1.1. Whoever catches it knows the server, and says so to people. */
export class MalformedAnswerError extends Error {
  override readonly name = 'MalformedAnswerError';
}

/**
 * Requests that are no HTTP, or of a kind that is not served: they get the answer of Go's server, and the connection ends. Answers that are under way on the
 * connection are sent before. Upstream: net/http.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Socket } from 'node:net';

type Request = IncomingMessage | Http2ServerRequest;
type Response = ServerResponse | Http2ServerResponse;

const badRequest = refusal('400 Bad Request');
const unknownCoding = refusal('501 Not Implemented', 'Unsupported transfer encoding');
const unknownVersion = refusal('505 HTTP Version Not Supported: unsupported protocol version');

/** What the parser finds, and what is answered; anything else is a bad request. */
const answers: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: refusal('431 Request Header Fields Too Large'),
  HPE_INVALID_VERSION: unknownVersion,
  HPE_INVALID_TRANSFER_ENCODING: unknownCoding,
  HPE_CLOSED_CONNECTION: '', // the request before was to be the last: nobody waits for another answer
};

function refusal(status: string, text = status): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${text}`;
}

interface PendingAnswer {
  readonly request: Request;
  readonly response: Response;
}

export class BrokenRequests {
  /** Requests of HTTP/1.1 that are not answered yet, by their connection. */
  readonly #pending = new Map<Socket, Set<PendingAnswer>>();
  /** What is still to be said on connections that end. */
  readonly #refused = new Map<Socket, string>();

  /** Takes note of a request; false when it is refused. */
  begin(request: Request, response: Response): boolean {
    if ('stream' in request) return true; // HTTP/2 has its own rules, and its own errors
    const { socket, httpVersion, headers } = request;
    const coding = headers['transfer-encoding'];
    if (httpVersion !== '1.1' && httpVersion !== '1.0') this.#refuse(socket, unknownVersion);
    else if (coding !== undefined && coding.toLowerCase() !== 'chunked') this.#refuse(socket, unknownCoding);
    else {
      this.#remember(socket, { request, response });
      return true;
    }
    return false;
  }

  /** Ends a connection on which something came that is no request. */
  end(error: NodeJS.ErrnoException, socket: Socket): void {
    if (!socket.writable || !(error.code ?? '').startsWith('HPE_') || error.code === 'HPE_INVALID_EOF_STATE')
      return void socket.destroy(); // the client has gone
    this.#refuse(socket, answers[error.code ?? ''] ?? badRequest);
  }

  #remember(socket: Socket, answer: PendingAnswer): void {
    const pending = this.#pending.get(socket) ?? new Set();
    this.#pending.set(socket, pending.add(answer));
    answer.response.once('close', () => {
      pending.delete(answer);
      if (pending.size === 0) this.#pending.delete(socket);
      this.#endWhenAnswered(socket);
    });
  }

  #refuse(socket: Socket, answer: string): void {
    if (this.#refused.has(socket)) return;
    this.#refused.set(socket, answer);
    socket.once('close', () => this.#refused.delete(socket));
    this.#endWhenAnswered(socket);
  }

  /** A request whose body broke off is not answered any more. */
  #endWhenAnswered(socket: Socket): void {
    const answer = this.#refused.get(socket);
    const isAnswering = [...(this.#pending.get(socket) ?? [])].some(({ request }) => request.complete);
    if (answer !== undefined && !isAnswering && socket.writable) socket.end(answer, 'latin1');
  }
}

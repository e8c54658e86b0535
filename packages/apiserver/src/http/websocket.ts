/**
 * A watch over a WebSocket: one message per event, text for JSON and binary for protobuf. What the engine refuses is answered as over plain HTTP; what is
 * wrong with the handshake in the real server's words. Upstream: apiserver endpoints/handlers watch, golang.org/x/net/websocket.
 */
import { STATUS_CODES, ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { channelProtocols } from '../kubelet/command-channels.ts';
import { isStream, type ApiResponse, type FrameSink, type StreamResponse } from '../request/api-request.ts';
import type { ClientConnection } from '../request/client-connection.ts';
import type { BodySender } from './body-sender.ts';
import { writeResponse } from './write-response.ts';

/** A request to change protocols, and what came after it. */
export interface Handshake {
  readonly request: IncomingMessage;
  readonly socket: Socket;
  readonly head: Buffer;
}

/** More than this unsent, and the writer is asked to wait. */
const highWaterMark = 256 * 1024;
/** Clients have nothing to say. */
const largestMessage = 4096;
/** A protobuf event begins with its length, which a message says already. */
const lengthBytes = 4;

const sockets = new WebSocketServer({
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: largestMessage,
  handleProtocols: (offered) => Array.from(offered)[0] ?? false,
});

/** Commands talk both ways, in one of the protocols that carry several streams. */
const channelSockets = new WebSocketServer({
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  handleProtocols: (offered) => channelProtocols.find((protocol) => offered.has(protocol)) ?? false,
});

export function answerWebSocket(
  answer: ApiResponse,
  handshake: Handshake,
  connection: ClientConnection,
  sender: BodySender,
): void {
  const { request, socket, head } = handshake;
  if (!isStream(answer)) return answerPlainly(answer, handshake, connection, sender);
  if (answer.talk !== undefined) return talk(answer, handshake, connection);
  const problem = problemWith(request);
  if (problem) return refuse(socket, problem);
  const isText = !String(answer.headers['content-type']).includes('protobuf');
  sockets.handleUpgrade(request, socket, head, (webSocket) => {
    webSocket.on('error', () => webSocket.terminate());
    answer.start(messages(webSocket, socket, isText), connection.signal);
  });
}

function talk(answer: StreamResponse, { request, socket, head }: Handshake, connection: ClientConnection): void {
  channelSockets.handleUpgrade(request, socket, head, (webSocket) => {
    webSocket.on('error', () => webSocket.terminate());
    const line = {
      send: (message: Uint8Array) => webSocket.send(message, { binary: true }),
      onMessage: (callback: (message: Uint8Array) => void) =>
        void webSocket.on('message', (data: Buffer) => callback(data)),
      end: () => webSocket.close(1000),
    };
    answer.talk?.(line, connection.signal);
  });
}

function messages(webSocket: WebSocket, socket: Socket, isText: boolean): FrameSink {
  return {
    write: ({ frames }) => {
      for (const frame of frames) webSocket.send(isText ? frame : frame.subarray(lengthBytes), { binary: !isText });
      return webSocket.bufferedAmount < highWaterMark;
    },
    onDrain: (callback) => void socket.on('drain', callback),
    end: () => webSocket.close(1000),
    destroy: () => webSocket.terminate(),
  };
}

/** An answer as over plain HTTP, after which the connection ends. */
function answerPlainly(
  answer: ApiResponse,
  { request, socket }: Handshake,
  connection: ClientConnection,
  sender: BodySender,
): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => socket.end());
  writeResponse(answer, response, connection, { sender, isHead: false });
}

interface Refusal {
  readonly status: number;
  readonly headers?: string;
  readonly text?: string;
}

function problemWith({ headers }: IncomingMessage): Refusal | undefined {
  if (headers['sec-websocket-version'] !== '13' && headers['sec-websocket-key'] !== undefined)
    return { status: 400, headers: 'Sec-WebSocket-Version: 13\r\n', text: 'missing or bad WebSocket Version' };
  if (!/^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? ''))
    return { status: 400, text: 'mismatch challenge/response' };
  if (!isOrigin(headers.origin)) return { status: 403 };
  if ((headers['sec-websocket-protocol'] ?? '').split(',').length > 1) return { status: 400 };
  return undefined;
}

/** Browsers say where they come from; who does not is taken for one who hides it. */
const isOrigin = (origin: string | undefined): boolean =>
  origin !== undefined && origin !== 'null' && URL.canParse(origin);

function refuse(socket: Socket, { status, headers = '', text = '' }: Refusal): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\n${text}`);
}

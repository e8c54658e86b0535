/**
 * The last step of a call: sends it and gives back what came of it. Limits every call but watches and streams by a deadline.
 */
import { deadlineSignal } from '@reeve/machinery';
import type { ApiRequest, Deadline, Host, Transport, TransportRequest, TransportResponse } from '@reeve/machinery';
import { bytesAtHand, checkFormat, firstOf, isSuccess, parseBytes, readBytes, refusal } from '../request/answer.ts';
import { ByteStream } from '../request/byte-stream.ts';
import { describeRequest } from '../request/describe-request.ts';
import { UnreadableAnswerError } from '../request/unreadable-answer-error.ts';
import { warningsIn } from '../request/warnings.ts';
import { LimitedRequest } from '../transport/limited-request.ts';
import { headerIn } from '../transport/response-head.ts';
import type { WarningHandler } from '../transport/with-warnings.ts';
import type { ExecSession } from '../streams/exec-session.ts';
import { openPort, openSession } from './pod-streams.ts';
import type { PortForward } from '../streams/port-forward.ts';
import type { Access } from '../streams/web-socket.ts';
import { WatchStream } from '../request/watch-stream.ts';
import { requestOf, type ApiCall } from './api-call.ts';
import { encodeCall } from './encode-call.ts';
import { shapeAnswer } from './shape-answer.ts';

/** What calls are made with. */
export interface CallSettings {
  readonly transport: Transport;
  readonly host: Host;
  /** The time every call but a watch or a stream may take; no limit unless given. */
  readonly timeoutMs?: number | undefined;
  readonly onWarning?: WarningHandler | undefined;
  /** How WebSockets reach the server. */
  readonly access?: Access | undefined;
}

/** Makes a call: a watch comes back at once, everything else as a promise. */
export function performCall(settings: CallSettings, call: ApiCall): unknown {
  if (call.verb === 'watch') return watching(settings, call);
  if (call.verb === 'connect') return connecting(settings, call);
  return exchange(settings, call);
}

function watching(settings: CallSettings, call: ApiCall): WatchStream<unknown> {
  encodeCall(call); // mistakes are thrown here and not in the middle of a loop
  const { apiVersion, kind } = call.kind;
  return new WatchStream({
    about: requestOf(call),
    type: call.shape === undefined ? { apiVersion, kind } : {},
    signal: call.options.signal,
    open: (signal) => sending(settings, call, signal),
  });
}

/** What a connection is depends on the subresource: a session, a port, or bytes to read. */
async function connecting(settings: CallSettings, call: ApiCall): Promise<ExecSession | PortForward | ByteStream> {
  const { subresource, params } = call;
  const limit = { host: settings.host, timeoutMs: call.options.timeoutMs ?? settings.timeoutMs ?? 0 };
  if (subresource === 'exec' || subresource === 'attach') return openSession(settings.access, call, limit);
  if (subresource === 'portforward') return openPort(settings.access, call, Number(params?.['ports']), limit);
  return new ByteStream(await sending(settings, call, call.options.signal), requestOf(call));
}

/**
 * One function and no layers of them, as every call goes through it. A small answer is all there when its head is: then nothing is waited for but the
 * server.
 */
async function exchange(settings: CallSettings, call: ApiCall): Promise<unknown> {
  const { signal, timeoutMs = settings.timeoutMs ?? 0 } = call.options;
  signal?.throwIfAborted();
  using deadline = timeoutMs > 0 ? deadlineOf(settings, call, timeoutMs) : undefined;
  const request = deadline === undefined ? encodeCall(call, signal) : new LimitedRequest(encodeCall(call), deadline);
  const response = await settings.transport.request(request);
  if (!isSuccess(response.status, request)) throw await refusal(response, request.method, requestOf(call));
  tellWarnings(settings, call, request, response);
  const bytes = bytesAtHand(response) ?? (await readBytes(response, () => requestOf(call)));
  return resultOf(call, bytes, firstOf(headerIn(response, 'content-type')));
}

function deadlineOf({ host }: CallSettings, call: ApiCall, timeoutMs: number): Deadline {
  const waitingFor = (): string => `the answer to ${describeRequest(requestOf(call))}`;
  return deadlineSignal(host, timeoutMs, { signal: call.options.signal, waitingFor });
}

function resultOf(call: ApiCall, bytes: Uint8Array, contentType: string | undefined): unknown {
  const about = (): ApiRequest => requestOf(call);
  if (call.shape === 'nothing') return checkUnread(bytes, contentType, about);
  const shaped = shapeAnswer(call, parseBytes(bytes, contentType, about, call.options.parse));
  if ('result' in shaped) return shaped.result;
  throw new UnreadableAnswerError(about(), shaped.problem, bytes);
}

/** What nobody looks at is not parsed. An API server never answers a write with nothing, and what does has not written. */
function checkUnread(bytes: Uint8Array, contentType: string | undefined, about: () => ApiRequest): void {
  checkFormat(bytes, contentType, about);
  if (bytes.length === 0) throw new UnreadableAnswerError(about(), 'it is empty', bytes);
}

/** Opens a stream: a watch, or bytes to read. */
async function sending(
  settings: CallSettings,
  call: ApiCall,
  signal: AbortSignal | undefined,
): Promise<TransportResponse> {
  signal?.throwIfAborted();
  const request = encodeCall(call, signal);
  const response = await settings.transport.request(request);
  if (!isSuccess(response.status, request)) throw await refusal(response, request.method, requestOf(call));
  tellWarnings(settings, call, request, response);
  return response;
}

function tellWarnings(
  { onWarning }: CallSettings,
  call: ApiCall,
  request: TransportRequest,
  response: TransportResponse,
): void {
  const headers = headerIn(response, 'warning');
  if (headers === undefined) return;
  for (const warning of warningsIn(headers)) {
    onWarning?.(warning, request);
    call.options.onWarning?.(warning, request);
  }
}

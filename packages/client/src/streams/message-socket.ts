/**
 * What is used of a WebSocket. The library's own types would have to be installed by everyone who compiles against ours.
 */

/** An open socket whose messages are bytes. */
export interface MessageSocket {
  /** The protocol that was agreed on. */
  readonly protocol: string;
  readonly readyState: number;
  readonly OPEN: number;
  readonly isPaused: boolean;
  on(event: 'message', listener: (message: Uint8Array) => void): unknown;
  once(event: 'close', listener: (code: number, reason: Uint8Array) => void): unknown;
  send(message: Uint8Array, sent: (error?: Error) => void): void;
  pause(): void;
  resume(): void;
  close(code: number): void;
  terminate(): void;
}

/**
 * Several streams over one WebSocket: each message begins with a byte that says which stream it belongs to.
 * Upstream: apimachinery util/remotecommand, `v5.channel.k8s.io` and before it `v4.channel.k8s.io`. Version 5 can close one channel.
 */

/** The protocols of exec and attach, the preferred one first. */
export const remoteCommandProtocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io'] as const;

/** The protocol of port-forward over channels. */
export const portForwardProtocol = 'v4.channel.k8s.io';

/** The channels of exec and attach. */
export const channels = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4 } as const;

/** A message, taken apart. */
export interface ChannelMessage {
  readonly channel: number;
  readonly bytes: Uint8Array;
}

/** A message for a channel. */
export function encodeMessage(channel: number, bytes: Uint8Array): Uint8Array {
  const message = new Uint8Array(bytes.length + 1);
  message[0] = channel;
  message.set(bytes, 1);
  return message;
}

/** What a message says, or undefined for an empty one. */
export function decodeMessage(message: Uint8Array): ChannelMessage | undefined {
  const [channel] = message;
  return channel === undefined ? undefined : { channel, bytes: message.subarray(1) };
}

/** The message that ends a channel, while the others go on. Only version 5 knows it. */
export const closeMessage = (channel: number): Uint8Array => Uint8Array.of(CLOSE, channel);

/** The message that tells the size of the terminal. */
export const resizeMessage = ({ columns, rows }: TerminalSize): Uint8Array =>
  encodeMessage(channels.resize, Buffer.from(JSON.stringify({ Width: columns, Height: rows })));

/** The size of a terminal, in characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

const CLOSE = 255;

/**
 * Opens connections to one server; an edge of the machine. TLS sessions are taken up again, TCP probes find peers that are gone. What a socket reads goes
 * straight to whoever gave the room for it: the streams of Node, which would stand between, cost more than parsing an answer.
 * Upstream: client-go transport's dialer and http.Transport settings.
 */
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type ConnectionOptions, type SecureContext } from 'node:tls';
import type { Clock } from '@reeve/machinery';
import { tlsConnectOptions, type TlsSettings } from './tls-settings.ts';

/** Where connections lead. */
export interface DialOptions {
  readonly clock: Clock;
  /** `https://host:port` */
  readonly origin: string;
  readonly tls: TlsSettings;
  /** How long connecting may take; 0 for ever. */
  readonly timeoutMs: number;
}

/** Who reads. */
export interface SocketReader {
  /** Gives room for the next read. */
  room(): Buffer;
  /** Takes what was read into the room that was given last; false makes the socket wait until it is resumed. */
  onRead(length: number): boolean;
  onOpen(): void;
  /** It is over, with an error if something went wrong. Nothing is told after that. */
  onClosed(error?: Error): void;
}

/** Opens a connection for a reader. Throws where a certificate or key cannot be read. */
export type Dial = (reader: SocketReader) => Socket;

/** How long a connection is silent before TCP asks whether the peer is there. */
export const tcpProbeMs = 30_000;

/** How to open connections to a server. */
export const dialer = ({ clock, origin, tls, timeoutMs }: DialOptions): Dial => {
  const { protocol, hostname, port } = new URL(origin);
  const isTls = protocol === 'https:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1'); // an address of IPv6
  const place = { host, port: Number(port) || (isTls ? 443 : 80) };
  const settings = tlsConnectOptions(tls);
  const trust = { servername: isIP(host) === 0 ? host : '', ...settings, ALPNProtocols: ['http/1.1'] };
  let secureContext: SecureContext | undefined; // certificates are read once, and not for each connection
  let session: Buffer | undefined;
  return (reader) => {
    const onread = { buffer: () => reader.room(), callback: (length: number) => reader.onRead(length) };
    const socket = isTls
      ? connectTls({
          ...place,
          ...trust,
          secureContext: (secureContext ??= createSecureContext(settings)),
          session,
          onread,
        } as ConnectionOptions) // its types do not mention `onread`
      : connectPlain({ ...place, onread });
    socket.setNoDelay(true).setKeepAlive(true, tcpProbeMs);
    socket.on('session', (latest: Buffer) => (session = latest));
    attend(socket, reader, isTls ? 'secureConnect' : 'connect', clock, timeoutMs);
    return socket;
  };
};

/** Tells the reader of the beginning and the end, each once. */
function attend(socket: Socket, reader: SocketReader, beginning: string, clock: Clock, timeoutMs: number): void {
  let isOver = false;
  const limit = clock.setTimer(timeoutMs > 0 ? timeoutMs : Infinity, () => socket.destroy(tooLate()), {
    background: true,
    label: 'connecting to a server',
  });
  const over = (error?: Error): void => {
    limit.cancel();
    if (isOver) return;
    isOver = true;
    reader.onClosed(error);
  };
  socket.once(beginning, () => {
    limit.cancel();
    reader.onOpen();
  });
  socket.on('error', over);
  socket.on('end', () => over());
  socket.on('close', () => over());
}

const tooLate = (): Error => Object.assign(new Error('the connection was not open in time'), { code: 'ETIMEDOUT' });

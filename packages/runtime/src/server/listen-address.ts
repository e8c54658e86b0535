/**
 * Where a server listens, as flags say it: `:8080`, `127.0.0.1:0`, `[::1]:8443`, and `0` for nowhere.
 * Upstream: controller-runtime BindAddress.
 */
import { InvalidInputError } from '@reeve/machinery';

/** Where to listen. */
export interface ListenAddress {
  /** Undefined for all addresses. */
  readonly host: string | undefined;
  readonly port: number;
}

/** Whether a host, with or without a port, is a loopback address or `localhost`. It is parsed as a URL's host is: `127.0.0.1.example.com` is a name, and not of this machine. */
export function isLoopback(host: string): boolean {
  const text = host === '::1' ? '[::1]' : host.replace(/^::ffff:/, ''); // as sockets tell it
  if (!/^[\w.:[\]-]+$/.test(text) || !URL.canParse(`http://${text}`)) return false;
  const { hostname } = new URL(`http://${text}`);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** The address in a text; undefined when nothing is to be served. */
export function parseListenAddress(text: string): ListenAddress | undefined {
  if (text === '0') return undefined;
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]*)):([0-9]{1,5})$/.exec(text) ?? [];
  if (port === undefined || Number(port) > 65_535) {
    throw new InvalidInputError(text, `${text} is no address to listen at: write :8080, 127.0.0.1:8080, or 0 for none`);
  }
  const host = bracketed ?? plain;
  return { host: host === undefined || host === '' ? undefined : host, port: Number(port) };
}

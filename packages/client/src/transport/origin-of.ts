/**
 * The parts of a server's address: where to connect, and what goes in front of every path. Credentials in an address never leave here.
 * Upstream: rest.DefaultServerURL.
 */
import { InvalidInputError } from '@reeve/machinery';

/** Where to connect, and the path of a server that is behind one (`/k8s/clusters/c-1`); empty for most. */
export interface ServerOrigin {
  readonly origin: string;
  readonly prefix: string;
}

/** Reads an address. Without a scheme it is plain HTTP, as upstream has it. */
export const originOf = (address: string): ServerOrigin => {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  if (!URL.canParse(text)) throw wrong(address);
  const url = new URL(text);
  if (url.hostname === '') throw wrong(address);
  return { origin: `${url.protocol}//${url.host}`, prefix: url.pathname.replace(/\/+$/, '') };
};

const wrong = (address: string): InvalidInputError =>
  new InvalidInputError(address, `${JSON.stringify(address)} is no address of a server: write https://HOST:PORT`);

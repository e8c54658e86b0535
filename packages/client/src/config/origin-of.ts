/**
 * The parts of a server's address: where to connect, and what goes in front of every path. Credentials in an address never leave here.
 * Upstream: rest.DefaultServerURL.
 */
import { InvalidInputError, redactSecrets } from '@reeve/machinery';

/** Where to connect, and the path of a server that is behind one (`/k8s/clusters/c-1`); empty for most. */
export interface ServerOrigin {
  readonly origin: string;
  readonly prefix: string;
}

/** Reads an address. Without a scheme it is plain HTTP, as upstream has it. */
export const originOf = (address: string): ServerOrigin => {
  const url = addressIn(address);
  if (url === undefined) throw wrong(address, 'is no address of a server: write https://HOST:PORT');
  return { origin: `${url.protocol}//${url.host}`, prefix: url.pathname.replace(/\/+$/, '') };
};

/**
 * What is wrong with the address of an API server, in words that do not repeat it: it may hold a password. User and password in it would be dropped in
 * silence and shown by whoever prints the address.
 */
export const serverProblem = (address: string): string | undefined => {
  const url = addressIn(address);
  if (url === undefined) return 'is no address: write https://HOST:PORT';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'has an unknown scheme: write https://HOST:PORT';
  if (url.username === '' && url.password === '') return undefined;
  return 'holds a user or a password, which is not used: write https://HOST:PORT, and credentials under the user';
};

/** Refuses an address that no API server can have. */
export const checkServer = (address: string): void => {
  const problem = serverProblem(address);
  if (problem !== undefined) throw wrong(address, problem);
};

const addressIn = (address: string): URL | undefined => {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.hostname === '' ? undefined : url;
};

const wrong = (address: string, problem: string): InvalidInputError => {
  const shown = redactSecrets(address);
  return new InvalidInputError(shown, `${JSON.stringify(shown)} ${problem}`);
};

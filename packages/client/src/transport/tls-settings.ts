/**
 * What a connection needs to trust a server and to be trusted by it. Settings may change while a program runs, because certificates are replaced on
 * disk; a source hands out what holds now, and hands out the same object as long as nothing changed.
 * Upstream: client-go transport.TLSConfig.
 */
import type { Asker } from '../credentials/credential.ts';

/** Trust and identity on the TLS level, PEM texts. */
export interface TlsSettings {
  /** The authorities that are believed; those of Node when absent. */
  readonly ca?: string | undefined;
  /** Where the authorities came from, for messages: `/etc/kubernetes/ca.crt`, `certificate-authority-data in ~/.kube/config`. */
  readonly caFrom?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** The name that the server's certificate must carry, when it is not that of the address. */
  readonly serverName?: string | undefined;
  /** Believes whatever the server shows. */
  readonly isInsecure?: boolean | undefined;
}

/** Where settings come from. The same object means: nothing changed. */
export interface TlsSource {
  current(asker?: Asker): TlsSettings | Promise<TlsSettings>;
}

/** Which authorities these settings believe, in words. */
export const trustedIn = ({ ca, caFrom, isInsecure }: TlsSettings): string => {
  if (isInsecure) return 'any certificate';
  if (ca === undefined) return "the authorities that come with Node, as the cluster's configuration names none";
  return caFrom ?? 'the authority given in the program';
};

/**
 * Options for `tls.connect`, in Node's words. Whether the server is verified is always said: Node would let the variable NODE_TLS_REJECT_UNAUTHORIZED, which
 * is set for other tools, decide.
 */
export const tlsConnectOptions = ({ ca, cert, key, serverName, isInsecure }: TlsSettings) => ({
  minVersion: 'TLSv1.2' as const,
  ...(ca !== undefined && { ca }),
  ...(cert !== undefined && { cert }),
  ...(key !== undefined && { key }),
  ...(serverName !== undefined && { servername: serverName }),
  rejectUnauthorized: isInsecure !== true,
});

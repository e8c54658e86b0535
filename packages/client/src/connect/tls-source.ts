/**
 * Trust and identity on the TLS level, put together from where they are: given texts, files that are read again every five minutes, and a plugin that
 * gives certificates. As long as nothing changed the same object is handed out, so connections are kept.
 * Upstream: client-go transport's certificate and CA rotation.
 */
import type { Clock } from '@reeve/machinery';
import type { TlsConfig } from '../config/connection-config.ts';
import type { TlsSettings, TlsSource } from '../transport/tls-settings.ts';
import { CredentialError } from '../credentials/credential-error.ts';
import type { ClientCertificate, Credential } from '../credentials/credential.ts';
import { RereadFile } from '../credentials/reread-file.ts';
import { revealed } from '../credentials/secret.ts';

/** Where trust and identity come from. */
export interface TlsSourceOptions {
  readonly clock: Clock;
  readonly tls: TlsConfig;
  readonly credential: Pick<Credential, 'certificate'>;
  readonly read: (path: string) => Promise<string>;
}

const rereadEveryMs = 300_000;

/** Settings that follow their files. */
export const tlsSourceOf = (options: TlsSourceOptions): TlsSource => {
  const { tls, credential } = options;
  const files = {
    ca: fileOf(options, tls.caFile),
    cert: fileOf(options, tls.certFile),
    key: fileOf(options, tls.keyFile),
  };
  const isFixed = !tls.caFile && !tls.certFile && !tls.keyFile && credential.certificate === undefined;
  if (isFixed) {
    const settings = settingsOf(tls, {}, undefined);
    return { current: () => settings };
  }
  let latest: TlsSettings | undefined;
  const settle = ([ca, cert, key, certificate]: Parts): TlsSettings => {
    const settings = settingsOf(tls, { ca, cert, key }, certificate);
    latest = latest !== undefined && isSame(latest, settings) ? latest : settings;
    return latest;
  };
  return {
    current(asker) {
      const [ca, cert, key] = [files.ca?.current(), files.cert?.current(), files.key?.current()];
      const certificate = credential.certificate?.(asker);
      const parts = [ca, cert, key, certificate] as const;
      if (areAtHand(parts)) return settle(parts as Parts); // none is a promise
      return Promise.all([ca, cert, key, certificate]).then(settle);
    },
  };
};

/** The texts of the files, and a certificate that comes otherwise. */
type Parts = readonly [
  ca: string | undefined,
  cert: string | undefined,
  key: string | undefined,
  certificate: ClientCertificate | undefined,
];

/** Most of the time nothing has to be read: every request of a pod asks, as its authority is in a file. */
const areAtHand = (parts: readonly unknown[]): boolean => !parts.some((part) => part instanceof Promise);

interface FileTexts {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

const settingsOf = (tls: TlsConfig, files: FileTexts, certificate: ClientCertificate | undefined): TlsSettings => ({
  ca: tls.ca ?? files.ca,
  caFrom: tls.ca === undefined ? tls.caFile : tls.caFrom,
  cert: certificate?.cert ?? tls.cert ?? files.cert,
  key: certificate?.key ?? (tls.key === undefined ? files.key : revealed(tls.key)),
  serverName: tls.serverName,
  isInsecure: tls.isInsecure,
});

const isSame = (one: TlsSettings, other: TlsSettings): boolean =>
  one.ca === other.ca && one.cert === other.cert && one.key === other.key;

const fileOf = ({ clock, read }: TlsSourceOptions, path: string | undefined): RereadFile | undefined => {
  if (!path) return undefined;
  const isGood = (text: string): boolean => text.includes('-----BEGIN ');
  const readPem = (file: string): Promise<string> =>
    read(file).catch((cause: unknown) => {
      throw new CredentialError(`${file} cannot be read: check the path in the kubeconfig and who may read it`, {
        cause,
      });
    });
  return new RereadFile({
    clock,
    path,
    read: readPem,
    everyMs: rereadEveryMs,
    content: 'certificate or key in PEM',
    isGood,
  });
};

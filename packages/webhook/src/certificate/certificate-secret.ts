/**
 * The Secret that holds the certificates of webhooks, and the way to it. Whoever has a client brings the way: this package has none.
 */
import { ReeveError } from '@reeve/machinery';
import type { KubeObject } from '@reeve/machinery';
import { newestAuthority } from './certificate-plan.ts';
import type { CertificateState } from './certificate-plan.ts';

/** The Secret, as far as it is read. */
export interface CertificateSecret extends KubeObject {
  type?: string;
  data?: Record<string, string>;
}

/** Reads and writes the one Secret. A write that is late is refused with a conflict. */
export interface SecretAccess {
  /** The Secret; undefined where there is none. */
  read(signal: AbortSignal): Promise<CertificateSecret | undefined>;
  /** Rejects with an error for which `isAlreadyExists` holds when another was first. */
  create(secret: CertificateSecret, signal: AbortSignal): Promise<CertificateSecret>;
  /** Rejects with an error for which `isConflict` holds when it has changed since, and `isNotFound` when it is gone. */
  update(secret: CertificateSecret, signal: AbortSignal): Promise<CertificateSecret>;
}

/** The Secret is somebody else's. */
export class ForeignSecretError extends ReeveError {
  constructor(place: string) {
    super(
      'REEVE_FOREIGN_SECRET',
      `the Secret ${place} is not one of reeve's certificates: it lacks the label ${ownerLabel}; name another Secret for the webhooks, or delete this one`,
    );
  }
}

/** Says that a Secret is ours to write. */
export const ownerLabel = 'webhook.reeve.dev/certificates';

export const isOurs = ({ metadata }: CertificateSecret): boolean => metadata.labels?.[ownerLabel] === 'true';

/** The state in a Secret; undefined where it cannot be read or does not fit together. */
export function stateIn({ data = {} }: CertificateSecret): CertificateState | undefined {
  const text = (name: string): string => Buffer.from(data[name] ?? '', 'base64').toString();
  const state = {
    bundle: text('ca.crt'),
    authorityKey: text('ca.key'),
    serving: { cert: text('tls.crt'), key: text('tls.key') },
  };
  return newestAuthority(state) === undefined ? undefined : state;
}

/** The Secret with a state; one that was there keeps its version, so that a late write is refused. */
export function secretWith(
  { bundle, authorityKey, serving }: CertificateState,
  place: { readonly namespace: string; readonly name: string },
  before?: CertificateSecret,
): CertificateSecret {
  const encoded = (text: string): string => Buffer.from(text).toString('base64');
  const { metadata } = before ?? {};
  return {
    ...before,
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { ...metadata, ...place, labels: { ...metadata?.labels, [ownerLabel]: 'true' } },
    type: before?.type ?? 'kubernetes.io/tls',
    data: {
      ...before?.data,
      'ca.crt': encoded(bundle),
      'ca.key': encoded(authorityKey),
      'tls.crt': encoded(serving.cert),
      'tls.key': encoded(serving.key),
    },
  };
}

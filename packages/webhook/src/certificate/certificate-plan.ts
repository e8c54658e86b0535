/**
 * Decides what certificates need, without making any: a new authority, a new serving certificate, or that an authority is forgotten. An authority is trusted everywhere long before it
 * signs what is served, and as long as anybody may still serve what it signed, so that no caller ever meets a certificate that it does not trust.
 * Upstream: cert-manager's and cert-controller's rotation; client-go util/certificate.
 */
import { certificateFacts, isIssuedBy, joinBundles, splitBundle } from '@reeve/certificates';
import type { CertificatePair } from '@reeve/certificates';
import { InvalidInputError } from '@reeve/machinery';

/** What is kept. */
export interface CertificateState {
  /** All authorities that are trusted, the newest last. */
  readonly bundle: string;
  /** The key of the newest authority. */
  readonly authorityKey: string;
  readonly serving: CertificatePair;
}

/** How long things last. */
export interface CertificatePolicy {
  /** How long an authority is good for; a year unless given. */
  readonly authorityMs?: number;
  /** How long a serving certificate is good for; 90 days unless given. */
  readonly servingMs?: number;
  /** How long callers and other replicas may take to notice something new; an hour unless given. */
  readonly overlapMs?: number;
}

/** What is to be done now, and when to look again at the latest. */
export interface CertificatePlan {
  readonly step: 'keep' | 'start anew' | 'new authority' | 'new serving certificate' | 'forget authorities';
  readonly nextMs: number;
}

/** Certificates begin to be good an hour before they are made, for clocks that are behind. */
export const backdatedMs = 3_600_000;

/** The policy with nothing left open. An overlap that does not fit into the last third of a certificate's time is an `InvalidInputError`. */
export function knownPolicy({
  authorityMs = 365 * 86_400_000,
  servingMs = 90 * 86_400_000,
  overlapMs = 3_600_000,
}: CertificatePolicy): Required<CertificatePolicy> {
  const shorter = Math.min(authorityMs, servingMs);
  if (!(overlapMs > 0) || !(overlapMs * 6 <= shorter))
    throw new InvalidInputError(
      'overlapMs',
      `certificates are good for ${shorter} ms, which is less than six times the overlap of ${overlapMs} ms: lengthen the one or shorten the other`,
    );
  return { authorityMs, servingMs, overlapMs };
}

/** What to do with what is there. `now` is wall time. */
export function planCertificates(
  state: CertificateState | undefined,
  names: readonly string[],
  policy: Required<CertificatePolicy>,
  now: number,
): CertificatePlan {
  const newest = state === undefined ? undefined : newestAuthority(state);
  if (state === undefined || newest === undefined) return { step: 'start anew', nextMs: 0 };
  const serving = certificateFacts(state.serving.cert);
  const issuer = splitBundle(state.bundle).find((authority) => isIssuedBy(state.serving, authority));
  const authorityAge = now - newest.madeAt;
  const mayIssue = authorityAge >= policy.overlapMs;
  const isSound =
    serving !== undefined &&
    issuer !== undefined &&
    serving.notBefore <= now &&
    now < serving.notAfter &&
    isGood(issuer, now);
  if (now >= newest.notAfter || now < newest.madeAt - backdatedMs) return { step: 'start anew', nextMs: 0 };
  if (!isSound || !names.every((name) => serving.fits(name))) return { step: 'new serving certificate', nextMs: 0 };
  const authorityDue = newest.madeAt + (newest.notAfter - newest.madeAt) * renewedAt;
  if (now >= authorityDue) return { step: 'new authority', nextMs: 0 };
  const isOfNewest = issuer === newest.cert;
  const servingMadeAt = serving.notBefore + backdatedMs;
  const servingDue = servingMadeAt + (serving.notAfter - servingMadeAt) * renewedAt;
  if (mayIssue && (now >= servingDue || !isOfNewest)) return { step: 'new serving certificate', nextMs: 0 };
  const others = splitBundle(state.bundle).length > 1;
  const forgetAt = servingMadeAt + policy.overlapMs;
  if (others && isOfNewest && now >= forgetAt) return { step: 'forget authorities', nextMs: 0 };
  const moments = [
    authorityDue,
    Math.max(servingDue, newest.madeAt + policy.overlapMs),
    ...(isOfNewest ? [] : [newest.madeAt + policy.overlapMs]),
    ...(others && isOfNewest ? [forgetAt] : []),
  ];
  return { step: 'keep', nextMs: Math.max(0, Math.min(...moments) - now) };
}

/** Certificates are renewed when two thirds of their time are over. */
const renewedAt = 2 / 3;

/** The authority whose key is kept. */
export interface NewestAuthority extends CertificatePair {
  readonly madeAt: number;
  readonly notAfter: number;
}

/** The authority that signs; undefined where the state has none that can. */
export function newestAuthority({ bundle, authorityKey }: CertificateState): NewestAuthority | undefined {
  const cert = splitBundle(bundle).at(-1);
  const facts = cert === undefined ? undefined : certificateFacts(cert);
  if (cert === undefined || facts === undefined || !isIssuedBy({ cert, key: authorityKey }, cert)) return undefined;
  return { cert, key: authorityKey, madeAt: facts.notBefore + backdatedMs, notAfter: facts.notAfter };
}

/** A bundle with one authority more, without those whose time is over. */
export const bundleWith = (bundle: string, authority: string, now: number): string =>
  joinBundles(...splitBundle(bundle).filter((one) => isGood(one, now)), authority);

const isGood = (certificate: string, now: number): boolean => {
  const facts = certificateFacts(certificate);
  return facts !== undefined && now < facts.notAfter;
};

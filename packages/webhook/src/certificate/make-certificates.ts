/**
 * Makes what a plan asks for. It is an effect, so that a test may let virtual time stand still meanwhile: cryptography takes real time.
 */
import { issueCertificate, joinBundles, makeAuthority } from '@reeve/certificates';
import type { CertificatePair } from '@reeve/certificates';
import { defineEffect } from '@reeve/machinery';
import { backdatedMs, bundleWith, newestAuthority } from './certificate-plan.ts';
import type { CertificatePlan, CertificatePolicy, CertificateState } from './certificate-plan.ts';

/** What is to be made of what. */
export interface CertificateOrder {
  readonly step: CertificatePlan['step'];
  readonly state: CertificateState | undefined;
  readonly names: readonly string[];
  readonly policy: Required<CertificatePolicy>;
  readonly now: number;
}

/** Makes certificates; its stand-in in a test may be `host.effects.real(makeCertificates)`. */
export const makeCertificates = defineEffect('webhook.certificates', async (order: CertificateOrder) => madeOf(order));

async function madeOf({ step, state, names, policy, now }: CertificateOrder): Promise<CertificateState> {
  const dates = (ms: number) => ({ notBefore: now - backdatedMs, notAfter: now + ms });
  const serve = (authority: CertificatePair): Promise<CertificatePair> =>
    issueCertificate(authority, {
      commonName: names[0] ?? 'webhooks',
      use: 'server',
      names,
      ...dates(policy.servingMs),
    });
  const newAuthority = (): Promise<CertificatePair> =>
    makeAuthority({ name: 'reeve-webhooks', ...dates(policy.authorityMs) });
  const newest = state === undefined ? undefined : newestAuthority(state);
  if (state === undefined || newest === undefined || step === 'start anew') {
    const authority = await newAuthority();
    const bundle = state === undefined ? authority.cert : bundleWith(state.bundle, authority.cert, now);
    return { bundle, authorityKey: authority.key, serving: await serve(authority) };
  }
  switch (step) {
    case 'new authority': {
      const authority = await newAuthority();
      return { ...state, bundle: bundleWith(state.bundle, authority.cert, now), authorityKey: authority.key };
    }
    case 'new serving certificate':
      return { ...state, serving: await serve(newest) };
    case 'forget authorities':
      return { ...state, bundle: joinBundles(newest.cert) };
    case 'keep':
      return state;
  }
}

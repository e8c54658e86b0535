// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type CertificateSigningRequest = types.CertificateSigningRequest;

export const CertificateSigningRequest: Kind<CertificateSigningRequest, 'Cluster', 'approval' | 'status'> = /* @__PURE__ */ defineKind({
  group: 'certificates.k8s.io',
  version: 'v1',
  kind: 'CertificateSigningRequest',
  plural: 'certificatesigningrequests',
  singular: 'certificatesigningrequest',
  scope: 'Cluster',
  shortNames: ['csr'],
  subresources: ['approval', 'status'],
});

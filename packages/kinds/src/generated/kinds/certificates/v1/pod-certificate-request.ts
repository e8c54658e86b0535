// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type PodCertificateRequest = types.PodCertificateRequest;

export const PodCertificateRequest: Kind<PodCertificateRequest, 'Namespaced', 'status'> = /* @__PURE__ */ defineKind({
  group: 'certificates.k8s.io',
  version: 'v1',
  kind: 'PodCertificateRequest',
  plural: 'podcertificaterequests',
  singular: 'podcertificaterequest',
  scope: 'Namespaced',
  subresources: ['status'],
});

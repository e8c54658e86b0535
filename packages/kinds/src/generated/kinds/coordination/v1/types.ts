// Written by `npm run facts:kinds`: do not edit.

import type { ObjectMeta } from '@reeve/machinery';

export interface Lease {
  apiVersion?: 'coordination.k8s.io/v1';
  kind?: 'Lease';
  metadata: ObjectMeta;
  spec?: LeaseSpec;
}

export interface LeaseSpec {
  acquireTime?: string;
  holderIdentity?: string;
  leaseDurationSeconds?: number;
  leaseTransitions?: number;
  preferredHolder?: string;
  renewTime?: string;
  strategy?: string;
}

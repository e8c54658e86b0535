// Written by `npm run facts:kinds`: do not edit.

import type { ObjectMeta } from '@reeve/machinery';

export interface PriorityClass {
  apiVersion?: 'scheduling.k8s.io/v1';
  description?: string;
  globalDefault?: boolean;
  kind?: 'PriorityClass';
  metadata: ObjectMeta;
  preemptionPolicy?: 'Never' | 'PreemptLowerPriority';
  value?: number;
}

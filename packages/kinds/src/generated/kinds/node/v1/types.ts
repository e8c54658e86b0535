// Written by `npm run facts:kinds`: do not edit.

import type { Toleration } from '../../core/v1/types.ts';
import type { ObjectMeta, QuantityValue } from '@reeve/machinery';

export interface Overhead {
  podFixed?: Record<string, QuantityValue>;
}

export interface RuntimeClass {
  apiVersion?: 'node.k8s.io/v1';
  handler: string;
  kind?: 'RuntimeClass';
  metadata: ObjectMeta;
  overhead?: Overhead;
  scheduling?: Scheduling;
}

export interface Scheduling {
  nodeSelector?: Record<string, string>;
  tolerations?: Toleration[];
}

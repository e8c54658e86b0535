// Written by `npm run facts:kinds`: do not edit.

import type { ObjectMeta } from '@reeve/machinery';

export interface APIService {
  apiVersion?: 'apiregistration.k8s.io/v1';
  kind?: 'APIService';
  metadata: ObjectMeta;
  spec: APIServiceSpec;
  status?: APIServiceStatus;
}

export interface APIServiceCondition {
  lastTransitionTime?: string;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

export interface APIServiceSpec {
  caBundle?: string;
  group?: string;
  groupPriorityMinimum: number;
  insecureSkipTLSVerify?: boolean;
  service?: ServiceReference;
  version?: string;
  versionPriority: number;
}

export interface APIServiceStatus {
  conditions?: APIServiceCondition[];
}

export interface ServiceReference {
  name?: string;
  namespace?: string;
  port?: number;
}

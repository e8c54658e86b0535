// Written by `npm run facts:kinds`: do not edit.

import type { ObjectReference } from '../../core/v1/types.ts';
import type { ObjectMeta } from '@reeve/machinery';

export interface Endpoint {
  addresses: string[];
  conditions?: EndpointConditions;
  deprecatedTopology?: Record<string, string>;
  hints?: EndpointHints;
  hostname?: string;
  nodeName?: string;
  targetRef?: ObjectReference;
  zone?: string;
}

export interface EndpointConditions {
  ready?: boolean;
  serving?: boolean;
  terminating?: boolean;
}

export interface EndpointHints {
  forNodes?: ForNode[];
  forZones?: ForZone[];
}

export interface EndpointPort {
  appProtocol?: string;
  name?: string;
  port?: number;
  protocol?: 'SCTP' | 'TCP' | 'UDP';
}

export interface EndpointSlice {
  addressType: 'FQDN' | 'IPv4' | 'IPv6';
  apiVersion?: 'discovery.k8s.io/v1';
  endpoints?: Endpoint[];
  kind?: 'EndpointSlice';
  metadata: ObjectMeta;
  ports?: EndpointPort[];
}

export interface ForNode {
  name: string;
}

export interface ForZone {
  name: string;
}

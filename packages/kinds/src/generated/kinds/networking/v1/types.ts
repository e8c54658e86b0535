// Written by `npm run facts:kinds`: do not edit.

import type { TypedLocalObjectReference } from '../../core/v1/types.ts';
import type { Condition, IntOrString, LabelSelector, ObjectMeta } from '@reeve/machinery';

export interface HTTPIngressPath {
  backend: IngressBackend;
  path?: string;
  pathType: 'Exact' | 'ImplementationSpecific' | 'Prefix';
}

export interface HTTPIngressRuleValue {
  paths: HTTPIngressPath[];
}

export interface IPAddress {
  apiVersion?: 'networking.k8s.io/v1';
  kind?: 'IPAddress';
  metadata: ObjectMeta;
  spec: IPAddressSpec;
}

export interface IPAddressSpec {
  parentRef: ParentReference;
}

export interface IPBlock {
  cidr: string;
  except?: string[];
}

export interface Ingress {
  apiVersion?: 'networking.k8s.io/v1';
  kind?: 'Ingress';
  metadata: ObjectMeta;
  spec?: IngressSpec;
  status?: IngressStatus;
}

export interface IngressBackend {
  resource?: TypedLocalObjectReference;
  service?: IngressServiceBackend;
}

export interface IngressClass {
  apiVersion?: 'networking.k8s.io/v1';
  kind?: 'IngressClass';
  metadata: ObjectMeta;
  spec?: IngressClassSpec;
}

export interface IngressClassParametersReference {
  apiGroup?: string;
  kind: string;
  name: string;
  namespace?: string;
  scope?: string;
}

export interface IngressClassSpec {
  controller?: string;
  parameters?: IngressClassParametersReference;
}

export interface IngressLoadBalancerIngress {
  hostname?: string;
  ip?: string;
  ports?: IngressPortStatus[];
}

export interface IngressLoadBalancerStatus {
  ingress?: IngressLoadBalancerIngress[];
}

export interface IngressPortStatus {
  error?: string;
  port: number;
  protocol: 'SCTP' | 'TCP' | 'UDP';
}

export interface IngressRule {
  host?: string;
  http?: HTTPIngressRuleValue;
}

export interface IngressServiceBackend {
  name: string;
  port?: ServiceBackendPort;
}

export interface IngressSpec {
  defaultBackend?: IngressBackend;
  ingressClassName?: string;
  rules?: IngressRule[];
  tls?: IngressTLS[];
}

export interface IngressStatus {
  loadBalancer?: IngressLoadBalancerStatus;
}

export interface IngressTLS {
  hosts?: string[];
  secretName?: string;
}

export interface NetworkPolicy {
  apiVersion?: 'networking.k8s.io/v1';
  kind?: 'NetworkPolicy';
  metadata: ObjectMeta;
  spec?: NetworkPolicySpec;
}

export interface NetworkPolicyEgressRule {
  ports?: NetworkPolicyPort[];
  to?: NetworkPolicyPeer[];
}

export interface NetworkPolicyIngressRule {
  from?: NetworkPolicyPeer[];
  ports?: NetworkPolicyPort[];
}

export interface NetworkPolicyPeer {
  ipBlock?: IPBlock;
  namespaceSelector?: LabelSelector;
  podSelector?: LabelSelector;
}

export interface NetworkPolicyPort {
  endPort?: number;
  port?: IntOrString;
  protocol?: 'SCTP' | 'TCP' | 'UDP';
}

export interface NetworkPolicySpec {
  egress?: NetworkPolicyEgressRule[];
  ingress?: NetworkPolicyIngressRule[];
  podSelector?: LabelSelector;
  policyTypes?: ('Egress' | 'Ingress')[];
}

export interface ParentReference {
  group?: string;
  name: string;
  namespace?: string;
  resource: string;
}

export interface ServiceBackendPort {
  name?: string;
  number?: number;
}

export interface ServiceCIDR {
  apiVersion?: 'networking.k8s.io/v1';
  kind?: 'ServiceCIDR';
  metadata: ObjectMeta;
  spec?: ServiceCIDRSpec;
  status?: ServiceCIDRStatus;
}

export interface ServiceCIDRSpec {
  cidrs?: string[];
}

export interface ServiceCIDRStatus {
  conditions?: Condition[];
}

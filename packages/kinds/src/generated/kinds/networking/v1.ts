// Written by `npm run facts:kinds`: do not edit.

export { IngressClass } from './v1/ingress-class.ts';
export { Ingress } from './v1/ingress.ts';
export { IPAddress } from './v1/ip-address.ts';
export { NetworkPolicy } from './v1/network-policy.ts';
export { ServiceCIDR } from './v1/service-cidr.ts';
export type { HTTPIngressPath, HTTPIngressRuleValue, IPAddressSpec, IPBlock, IngressBackend, IngressClassParametersReference, IngressClassSpec, IngressLoadBalancerIngress, IngressLoadBalancerStatus, IngressPortStatus, IngressRule, IngressServiceBackend, IngressSpec, IngressStatus, IngressTLS, NetworkPolicyEgressRule, NetworkPolicyIngressRule, NetworkPolicyPeer, NetworkPolicyPort, NetworkPolicySpec, ParentReference, ServiceBackendPort, ServiceCIDRSpec, ServiceCIDRStatus } from './v1/types.ts';

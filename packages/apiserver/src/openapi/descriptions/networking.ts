/**
 * Descriptions of the group networking.k8s.io.
 */
import type { GroupDescriptions } from './group-descriptions.ts';

export const networking: GroupDescriptions = {
  prefix: 'io.k8s.api.networking.v1.',
  kinds: {
    IPAddress: 'An address that is in use, and the object that uses it.',
    Ingress: 'Leads HTTP requests from outside to Services, by host and path.',
    IngressClass: 'Which controller serves an Ingress.',
    NetworkPolicy: 'Which connections pods may have.',
    ServiceCIDR: 'Ranges of addresses for Services.',
  },
  fields: {
    IPAddressSpec: { parentRef: 'The object that uses the address.' },
    IngressSpec: {
      defaultBackend: 'Where requests go that no rule matches.',
      ingressClassName: 'The IngressClass, and so the controller that serves the Ingress.',
      rules: 'Which requests go where.',
      tls: 'The certificates for hosts.',
    },
    IngressStatus: { loadBalancer: 'The addresses at which the Ingress is served.' },
    IngressRule: {
      host: 'The host of the requests; any unless given. *.example.com stands for all names with one more label.',
      http: 'The paths of the requests, and where they go.',
    },
    HTTPIngressRuleValue: { paths: 'The paths, and where requests to them go.' },
    HTTPIngressPath: {
      backend: 'Where the requests go.',
      path: 'The path of the requests.',
      pathType: 'How paths are compared: Exact, Prefix or ImplementationSpecific.',
    },
    IngressBackend: {
      resource: 'An object in the same namespace, instead of a Service.',
      service: 'A Service in the same namespace.',
    },
    IngressServiceBackend: { name: 'The name of the Service.', port: 'The port of the Service.' },
    ServiceBackendPort: { name: 'The name of the port.', number: 'The number of the port.' },
    IngressTLS: {
      hosts: 'The hosts that the certificate is for.',
      secretName: 'The Secret with the certificate and its key.',
    },
    IngressClassSpec: {
      controller: 'The name of the controller, such as example.com/ingress.',
      parameters: 'An object with settings for the controller.',
    },
    NetworkPolicySpec: {
      egress: 'The connections that the pods may open.',
      ingress: 'The connections to the pods that are allowed.',
      podSelector: 'The pods that the policy is for; all of the namespace when it is empty.',
      policyTypes: 'Which directions the policy limits: Ingress, Egress or both.',
    },
    NetworkPolicyIngressRule: {
      from: 'Where connections may come from; anywhere unless given.',
      ports: 'The ports of the pods that may be connected to; all unless given.',
    },
    NetworkPolicyEgressRule: {
      ports: 'The ports that may be connected to; all unless given.',
      to: 'Where connections may go; anywhere unless given.',
    },
    NetworkPolicyPeer: {
      ipBlock: 'A range of addresses.',
      namespaceSelector: 'The namespaces of the pods, by labels; that of the policy unless given.',
      podSelector: 'The pods, by labels.',
    },
    NetworkPolicyPort: {
      endPort: 'The last port of a range that begins with port.',
      port: 'The number or name of the port; all unless given.',
      protocol: 'TCP, UDP or SCTP; TCP unless given.',
    },
    IPBlock: { cidr: 'The range, such as 10.0.0.0/8.', except: 'Ranges inside it that do not count.' },
    ServiceCIDRSpec: { cidrs: 'The ranges, at most one of each IP family.' },
  },
};

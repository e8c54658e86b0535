/**
 * What the server says of Services, endpoints, ingresses and policies that are a little different from good ones, and of changes.
 */
import { services } from '../probe-objects.mjs';
import { changes, newOnes } from '../verdict-probe.mjs';

const metadata = { name: 'one' };
const core = '/api/v1/namespaces/<ns>';
const networking = '/apis/networking.k8s.io/v1';
const ingresses = `${networking}/namespaces/<ns>/ingresses`;
const policies = `${networking}/namespaces/<ns>/networkpolicies`;
const slices = '/apis/discovery.k8s.io/v1/namespaces/<ns>/endpointslices';

const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata,
  spec: { selector: { app: 'one' }, ports: [{ port: 80 }] },
};
const nodePort = { ...service, spec: { ...service.spec, type: 'NodePort' } };
const balancer = { ...service, spec: { ...service.spec, type: 'LoadBalancer' } };
const external = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata,
  spec: { type: 'ExternalName', externalName: 'example.com' },
};
const headless = { ...service, spec: { ...service.spec, clusterIP: 'None' } };
const endpoints = {
  apiVersion: 'v1',
  kind: 'Endpoints',
  metadata,
  subsets: [{ addresses: [{ ip: '1.2.3.4' }], ports: [{ port: 80 }] }],
};
const slice = {
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata,
  addressType: 'IPv4',
  endpoints: [{ addresses: ['1.2.3.4'] }],
  ports: [{ name: 'http', port: 80 }],
};
const backend = { service: { name: 'one', port: { number: 80 } } };
const path = { path: '/', pathType: 'Prefix', backend };
const ingress = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata,
  spec: { rules: [{ host: 'example.com', http: { paths: [path] } }] },
};
const ingressClass = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'IngressClass',
  metadata: { name: 'x-<id>' },
  spec: { controller: 'example.com/x' },
};
const policy = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata,
  spec: { podSelector: {}, ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 80 }] }] },
};

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  newOnes('verdicts on Services · E6 · E7', services, service, {
    'a good one': {},
    'no spec': { spec: undefined },
    'a name with dots': { 'metadata/name': 'a.b' },
    'a name that begins with a digit': { 'metadata/name': '1a' },
    'a name with capitals': { 'metadata/name': 'A' },
    'no ports': { 'spec/ports': [] },
    'no port': { 'spec/ports': [{}] },
    'a port too big': { 'spec/ports': [{ port: 70_000 }] },
    'a target port too big': { 'spec/ports': [{ port: 80, targetPort: 70_000 }] },
    'a target port by name': { 'spec/ports': [{ port: 80, targetPort: 'http' }] },
    'a target port by a name that is none': { 'spec/ports': [{ port: 80, targetPort: 'HTTP!' }] },
    'a protocol that is none': { 'spec/ports': [{ port: 80, protocol: 'HTTP' }] },
    'a protocol of the application': { 'spec/ports': [{ port: 80, appProtocol: 'example.com/x' }] },
    'a protocol of the application that is none': { 'spec/ports': [{ port: 80, appProtocol: 'a b' }] },
    'two ports without names': { 'spec/ports': [{ port: 80 }, { port: 81 }] },
    'two ports of one name': {
      'spec/ports': [
        { name: 'a', port: 80 },
        { name: 'a', port: 81 },
      ],
    },
    'two ports of one number': {
      'spec/ports': [
        { name: 'a', port: 80 },
        { name: 'b', port: 80 },
      ],
    },
    'two protocols of one number': {
      'spec/ports': [
        { name: 'a', port: 80 },
        { name: 'b', port: 80, protocol: 'UDP' },
      ],
    },
    'a port name that is none': { 'spec/ports': [{ name: 'A b', port: 80 }] },
    'a node port of what has none': { 'spec/ports': [{ port: 80, nodePort: 30_080 }] },
    'a selector that is none': { 'spec/selector': { 'a b': 'c d' } },
    'no selector': { 'spec/selector': undefined },
    'a type that is none': { 'spec/type': 'Magic' },
    'an affinity': { 'spec/sessionAffinity': 'ClientIP' },
    'an affinity that is none': { 'spec/sessionAffinity': 'Always' },
    'an affinity for a while': {
      'spec/sessionAffinity': 'ClientIP',
      'spec/sessionAffinityConfig': { clientIP: { timeoutSeconds: 5 } },
    },
    'an affinity for too long': {
      'spec/sessionAffinity': 'ClientIP',
      'spec/sessionAffinityConfig': { clientIP: { timeoutSeconds: 86_401 } },
    },
    'a configuration of no affinity': { 'spec/sessionAffinityConfig': { clientIP: { timeoutSeconds: 5 } } },
    'an address that is none': { 'spec/clusterIP': 'here' },
    'an address outside of the range': { 'spec/clusterIP': '10.1.2.3' },
    'an address of the other family': { 'spec/clusterIP': '2001:db8::1' },
    'two addresses': { 'spec/clusterIP': '10.0.0.77', 'spec/clusterIPs': ['10.0.0.77', '10.0.0.78'] },
    'addresses that contradict each other': { 'spec/clusterIP': '10.0.0.77', 'spec/clusterIPs': ['10.0.0.78'] },
    'none and an address': { 'spec/clusterIP': 'None', 'spec/clusterIPs': ['None', '10.0.0.78'] },
    'external addresses': { 'spec/externalIPs': ['1.2.3.4'] },
    'external addresses that are none': { 'spec/externalIPs': ['x', '127.0.0.1', '0.0.0.0'] },
    'an external policy of what is inside': { 'spec/externalTrafficPolicy': 'Local' },
    'an internal policy': { 'spec/internalTrafficPolicy': 'Local' },
    'an internal policy that is none': { 'spec/internalTrafficPolicy': 'Far' },
    'a family': { 'spec/ipFamilies': ['IPv4'] },
    'the other family': { 'spec/ipFamilies': ['IPv6'] },
    'a family that is none': { 'spec/ipFamilies': ['IPv5'] },
    'a family twice': { 'spec/ipFamilies': ['IPv4', 'IPv4'] },
    'both families where there is one': { 'spec/ipFamilyPolicy': 'RequireDualStack' },
    'both families where there may be one': { 'spec/ipFamilyPolicy': 'PreferDualStack' },
    'a family policy that is none': { 'spec/ipFamilyPolicy': 'Both' },
    'source ranges of what has none': { 'spec/loadBalancerSourceRanges': ['1.2.3.0/24'] },
    'a health check of what has none': { 'spec/healthCheckNodePort': 30_001 },
    'a class of what has none': { 'spec/loadBalancerClass': 'example.com/x' },
    'a distribution': { 'spec/trafficDistribution': 'PreferClose' },
    'a distribution that is none': { 'spec/trafficDistribution': 'Somewhere' },
    'addresses that are not ready': { 'spec/publishNotReadyAddresses': true },
    'no load balancer ports of what has none': { 'spec/allocateLoadBalancerNodePorts': true },
    'a status from the start': { status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } } },
  }),
  newOnes('verdicts on Services for the outside · E6 · Y4', services, nodePort, {
    'a good one': {},
    'a node port outside of the range': { 'spec/ports': [{ port: 80, nodePort: 80 }] },
    'a node port below zero': { 'spec/ports': [{ port: 80, nodePort: -1 }] },
    'one node port twice': {
      'spec/ports': [
        { name: 'a', port: 80, nodePort: 30_333 },
        { name: 'b', port: 81, nodePort: 30_333 },
      ],
    },
    'a policy': { 'spec/externalTrafficPolicy': 'Local' },
    'a policy that is none': { 'spec/externalTrafficPolicy': 'Near' },
    'no head': { 'spec/clusterIP': 'None' },
  }),
  newOnes('verdicts on Services with a load balancer · E6 · Y4', services, balancer, {
    'a good one': {},
    'source ranges': { 'spec/loadBalancerSourceRanges': ['1.2.3.0/24'] },
    'source ranges that are none': { 'spec/loadBalancerSourceRanges': ['1.2.3.4', 'x'] },
    'an address': { 'spec/loadBalancerIP': '1.2.3.4' },
    'a class': { 'spec/loadBalancerClass': 'example.com/x' },
    'a class that is none': { 'spec/loadBalancerClass': 'a b' },
    'no node ports': { 'spec/allocateLoadBalancerNodePorts': false },
    'a local policy': { 'spec/externalTrafficPolicy': 'Local' },
    'a health check without a local policy': { 'spec/healthCheckNodePort': 30_001 },
    'no head': { 'spec/clusterIP': 'None' },
  }),
  newOnes('verdicts on Services for a name elsewhere · E6 · Y4', services, external, {
    'a good one': {},
    'no name': { 'spec/externalName': undefined },
    'a name that is none': { 'spec/externalName': 'a b' },
    'a name with a dot at the end': { 'spec/externalName': 'example.com.' },
    'an address as a name': { 'spec/externalName': '1.2.3.4' },
    'an address': { 'spec/clusterIP': '10.0.0.77' },
    'no head': { 'spec/clusterIP': 'None' },
    ports: { 'spec/ports': [{ port: 80 }] },
    families: { 'spec/ipFamilies': ['IPv4'] },
  }),
  newOnes('verdicts on Services without a head · E6 · Y4', services, headless, {
    'a good one': {},
    'no ports': { 'spec/ports': [] },
    'another target port': { 'spec/ports': [{ port: 80, targetPort: 81 }] },
    'no selector': { 'spec/selector': undefined },
  }),
  changes('verdicts on changes of a Service · E6 · Y4', services, service, {
    'another port': { 'spec/ports': [{ port: 81 }] },
    'another address': { 'spec/clusterIP': '10.0.0.99' },
    'another address in both places': { 'spec/clusterIP': '10.0.0.99', 'spec/clusterIPs': ['10.0.0.99'] },
    'no head any more': { 'spec/clusterIP': 'None', 'spec/clusterIPs': ['None'] },
    'no address': { 'spec/clusterIP': '', 'spec/clusterIPs': undefined },
    'a name elsewhere': { 'spec/type': 'ExternalName', 'spec/externalName': 'example.com' },
    'a port on nodes': { 'spec/type': 'NodePort' },
    'a load balancer': { 'spec/type': 'LoadBalancer' },
    'a class for what is none': { 'spec/loadBalancerClass': 'example.com/x' },
    'another selector': { 'spec/selector': { app: 'two' } },
  }),
  changes('verdicts on changes of a Service without a head · E6 · Y4', services, headless, {
    'an address': { 'spec/clusterIP': '10.0.0.99', 'spec/clusterIPs': ['10.0.0.99'] },
    'a port on nodes': { 'spec/type': 'NodePort' },
  }),
  changes('verdicts on changes of a Service with a load balancer · E6 · Y4', services, balancer, {
    'a class': { 'spec/loadBalancerClass': 'example.com/x' },
    'a local policy': { 'spec/externalTrafficPolicy': 'Local' },
    'back inside': { 'spec/type': 'ClusterIP' },
  }),
  changes(
    'verdicts on the status of a Service · E6',
    services,
    balancer,
    {
      'an address': { 'status/loadBalancer': { ingress: [{ ip: '1.2.3.4' }] } },
      'an address that is none': { 'status/loadBalancer': { ingress: [{ ip: 'x' }] } },
      'a host that is an address': { 'status/loadBalancer': { ingress: [{ hostname: '1.2.3.4' }] } },
      'a host that is none': { 'status/loadBalancer': { ingress: [{ hostname: 'a b' }] } },
      'a mode that is none': { 'status/loadBalancer': { ingress: [{ ip: '1.2.3.4', ipMode: 'Direct' }] } },
    },
    '/status',
  ),
  newOnes('verdicts on Endpoints · E6', `${core}/endpoints`, endpoints, {
    'a good one': {},
    'nothing in it': { subsets: [{}] },
    'an address that is none': { 'subsets/0/addresses/0/ip': 'x' },
    'an address of oneself': { 'subsets/0/addresses/0/ip': '127.0.0.1' },
    'an address of nobody': { 'subsets/0/addresses/0/ip': '0.0.0.0' },
    'an address of the link': { 'subsets/0/addresses/0/ip': '169.254.1.1' },
    'an address of many': { 'subsets/0/addresses/0/ip': '224.0.0.1' },
    'a host name': { 'subsets/0/addresses/0/hostname': 'h' },
    'a host name that is none': { 'subsets/0/addresses/0/hostname': 'h.h' },
    'a node': { 'subsets/0/addresses/0/nodeName': 'n' },
    'a node that is none': { 'subsets/0/addresses/0/nodeName': 'N' },
    'a port too big': { 'subsets/0/ports/0/port': 70_000 },
    'no port': { 'subsets/0/ports': [{}] },
    'a protocol that is none': { 'subsets/0/ports/0/protocol': 'X' },
    'two ports without names': { 'subsets/0/ports': [{ port: 80 }, { port: 81 }] },
    'two ports of one name': {
      'subsets/0/ports': [
        { name: 'a', port: 80 },
        { name: 'a', port: 81 },
      ],
    },
    'a port name that is none': { 'subsets/0/ports/0/name': 'A' },
    'an address that is not ready': { 'subsets/0/notReadyAddresses': [{ ip: 'x' }] },
  }),
  newOnes('verdicts on EndpointSlices · E6', slices, slice, {
    'a good one': {},
    'no type': { addressType: undefined },
    'a type that is none': { addressType: 'IPv5' },
    'the other family': { addressType: 'IPv6' },
    names: { addressType: 'FQDN', 'endpoints/0/addresses': ['example.com'] },
    'names that are none': { addressType: 'FQDN', 'endpoints/0/addresses': ['a b'] },
    'no addresses': { 'endpoints/0/addresses': [] },
    'an address that is none': { 'endpoints/0/addresses': ['x'] },
    'an address of oneself': { 'endpoints/0/addresses': ['127.0.0.1'] },
    'a host name that is none': { 'endpoints/0/hostname': 'H' },
    'a node that is none': { 'endpoints/0/nodeName': 'N' },
    conditions: { 'endpoints/0/conditions': { ready: true, serving: true, terminating: false } },
    'a zone hint': { 'endpoints/0/hints': { forZones: [{ name: 'a' }] } },
    'a zone hint that is none': { 'endpoints/0/hints': { forZones: [{ name: 'a b' }, { name: 'a b' }] } },
    'topology of old': { 'endpoints/0/deprecatedTopology': { 'a b': 'c' } },
    'two ports of one name': {
      ports: [
        { name: 'a', port: 1 },
        { name: 'a', port: 2 },
      ],
    },
    'a port name that is none': { 'ports/0/name': 'A b' },
    'a port too big': { 'ports/0/port': 70_000 },
    'a protocol that is none': { 'ports/0/protocol': 'X' },
    'a port of everything': { ports: [{}] },
  }),
  changes('verdicts on changes of an EndpointSlice · E6', slices, slice, {
    'another type': { addressType: 'FQDN', 'endpoints/0/addresses': ['example.com'] },
    'another address': { 'endpoints/0/addresses': ['1.2.3.5'] },
    'no addresses': { 'endpoints/0/addresses': [] },
  }),
  newOnes('verdicts on Ingresses · E6 · E7', ingresses, ingress, {
    'a good one': {},
    'no spec': { spec: undefined },
    'no rules': { 'spec/rules': [] },
    'a default': { spec: { defaultBackend: backend } },
    'a default that is none': { spec: { defaultBackend: {} } },
    'a class': { 'spec/ingressClassName': 'x' },
    'a class that is none': { 'spec/ingressClassName': 'A b' },
    'a class in two places': {
      'spec/ingressClassName': 'x',
      'metadata/annotations': { 'kubernetes.io/ingress.class': 'y' },
    },
    'a host that is an address': { 'spec/rules/0/host': '1.2.3.4' },
    'a host that is none': { 'spec/rules/0/host': 'a b' },
    'a host with a star': { 'spec/rules/0/host': '*.example.com' },
    'a host with stars': { 'spec/rules/0/host': '*.*.com' },
    'no paths': { 'spec/rules/0/http/paths': [] },
    'no type of path': { 'spec/rules/0/http/paths/0/pathType': undefined },
    'a type of path that is none': { 'spec/rules/0/http/paths/0/pathType': 'Regex' },
    'a path that is not absolute': { 'spec/rules/0/http/paths/0/path': 'x' },
    'a path with an escape': { 'spec/rules/0/http/paths/0/path': '/a%2Fb' },
    'a path with dots': { 'spec/rules/0/http/paths/0/path': '/a/../b' },
    'a path with two slashes': { 'spec/rules/0/http/paths/0/path': '/a//b' },
    'a path of the implementation': {
      'spec/rules/0/http/paths/0/path': '',
      'spec/rules/0/http/paths/0/pathType': 'ImplementationSpecific',
    },
    'no backend': { 'spec/rules/0/http/paths/0/backend': {} },
    'no service': { 'spec/rules/0/http/paths/0/backend/service/name': '' },
    'a service that is none': { 'spec/rules/0/http/paths/0/backend/service/name': 'A b' },
    'no port': { 'spec/rules/0/http/paths/0/backend/service/port': {} },
    'a port by name': { 'spec/rules/0/http/paths/0/backend/service/port': { name: 'http' } },
    'a port by a name that is none': { 'spec/rules/0/http/paths/0/backend/service/port': { name: 'HTTP!' } },
    'a port in two ways': { 'spec/rules/0/http/paths/0/backend/service/port': { name: 'http', number: 80 } },
    'a port too big': { 'spec/rules/0/http/paths/0/backend/service/port': { number: 70_000 } },
    'a resource': { 'spec/rules/0/http/paths/0/backend': { resource: { apiGroup: 'a.b', kind: 'K', name: 'n' } } },
    'a resource without a name': { 'spec/rules/0/http/paths/0/backend': { resource: { kind: 'K' } } },
    'a resource and a service': {
      'spec/rules/0/http/paths/0/backend': { ...backend, resource: { kind: 'K', name: 'n' } },
    },
    certificates: { 'spec/tls': [{ hosts: ['example.com'], secretName: 's' }] },
    'certificates that are none': { 'spec/tls': [{ hosts: ['a b', '*.x'], secretName: 'A b' }] },
  }),
  changes('verdicts on changes of an Ingress · E6', ingresses, ingress, {
    'another host': { 'spec/rules/0/host': 'two.example.com' },
    'no rules': { 'spec/rules': [] },
    'another class': { 'spec/ingressClassName': 'y' },
  }),
  newOnes('verdicts on IngressClasses · E6', `${networking}/ingressclasses`, ingressClass, {
    'a good one': {},
    'no spec': { spec: undefined },
    'no controller': { 'spec/controller': undefined },
    'a controller without a domain': { 'spec/controller': 'x' },
    'a long controller': { 'spec/controller': `example.com/${'x'.repeat(250)}` },
    parameters: { 'spec/parameters': { apiGroup: 'a.b', kind: 'K', name: 'n', scope: 'Cluster' } },
    'parameters that are none': { 'spec/parameters': { apiGroup: 'A b', kind: '', name: '' } },
    'parameters in a namespace': { 'spec/parameters': { kind: 'K', name: 'n', scope: 'Namespace', namespace: 'x' } },
    'parameters in no namespace': { 'spec/parameters': { kind: 'K', name: 'n', scope: 'Namespace' } },
    'parameters of the cluster in a namespace': {
      'spec/parameters': { kind: 'K', name: 'n', scope: 'Cluster', namespace: 'x' },
    },
    'parameters of a scope that is none': { 'spec/parameters': { kind: 'K', name: 'n', scope: 'World' } },
  }),
  changes('verdicts on changes of an IngressClass · E6', `${networking}/ingressclasses`, ingressClass, {
    'another controller': { 'spec/controller': 'example.com/y' },
    parameters: { 'spec/parameters': { kind: 'K', name: 'n', scope: 'Cluster' } },
  }),
  newOnes('verdicts on NetworkPolicies · E6 · E7', policies, policy, {
    'a good one': {},
    'no spec': { spec: undefined },
    'a selector that is none': { 'spec/podSelector': { matchLabels: { 'a b': 'c d' } } },
    types: { 'spec/policyTypes': ['Ingress', 'Egress'] },
    'a type that is none': { 'spec/policyTypes': ['Sideways'] },
    'types too many': { 'spec/policyTypes': ['Ingress', 'Egress', 'Ingress'] },
    'a way out': { 'spec/egress': [{ to: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }] },
    'a peer that is none': { 'spec/ingress/0/from': [{}] },
    'a peer by a selector that is none': {
      'spec/ingress/0/from': [{ namespaceSelector: { matchLabels: { 'a b': 'c' } } }],
    },
    'a range': { 'spec/ingress/0/from': [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }] },
    'a range that is none': { 'spec/ingress/0/from': [{ ipBlock: { cidr: '10.0.0.0/99' } }] },
    'no range': { 'spec/ingress/0/from': [{ ipBlock: {} }] },
    'an exception outside of the range': {
      'spec/ingress/0/from': [{ ipBlock: { cidr: '10.0.0.0/8', except: ['11.1.0.0/16'] } }],
    },
    'an exception that is none': { 'spec/ingress/0/from': [{ ipBlock: { cidr: '10.0.0.0/8', except: ['x'] } }] },
    'a range and a selector': { 'spec/ingress/0/from': [{ podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } }] },
    'a port by name': { 'spec/ingress/0/ports': [{ port: 'http' }] },
    'a port by a name that is none': { 'spec/ingress/0/ports': [{ port: 'HTTP!' }] },
    'a port too big': { 'spec/ingress/0/ports': [{ port: 70_000 }] },
    'a protocol that is none': { 'spec/ingress/0/ports': [{ port: 80, protocol: 'X' }] },
    'ports from to': { 'spec/ingress/0/ports': [{ port: 80, endPort: 90 }] },
    'ports backwards': { 'spec/ingress/0/ports': [{ port: 80, endPort: 70 }] },
    'ports to without from': { 'spec/ingress/0/ports': [{ endPort: 70 }] },
    'ports from a name': { 'spec/ingress/0/ports': [{ port: 'http', endPort: 90 }] },
  }),
];

/**
 * The rows of what belongs to the network.
 */
import {
  fieldsAt,
  hasAt,
  isSet,
  itemsAt,
  listAt,
  numberAt,
  textAt,
  textsAt,
  valueAt,
  type ApiObject,
  type Fields,
  type Printer,
} from '@reeve/registry';
import { ageOf, nameOf, orElse, printBalancer, printFew, printLabels, printSelector, setOr } from './print.ts';

/** How many of a list are shown. */
const few = 3;

const services: Printer = (service, now) => [
  nameOf(service),
  textAt(service, 'spec', 'type'),
  textsAt(service, 'spec', 'clusterIPs')[0] ?? '<none>',
  externalAddress(service),
  orElse(itemsAt(service, 'spec', 'ports').map(printPort).join(','), '<none>'),
  ageOf(service, now),
  printLabels(valueAt(service, 'spec', 'selector')),
];

const endpoints: Printer = (object, now) => {
  const subsets = itemsAt(object, 'subsets');
  const addresses = subsets.flatMap(subsetAddresses);
  return [nameOf(object), subsets.length === 0 ? '<none>' : printFew(addresses, few, ''), ageOf(object, now)];
};

const endpointSlices: Printer = (slice, now) => [
  nameOf(slice),
  textAt(slice, 'addressType'),
  printFew(itemsAt(slice, 'ports').map(slicePort), few, '<unset>'),
  printFew(
    itemsAt(slice, 'endpoints').flatMap((endpoint) => textsAt(endpoint, 'addresses')),
    few,
    '<unset>',
  ),
  ageOf(slice, now),
];

const ingresses: Printer = (ingress, now) => [
  nameOf(ingress),
  setOr(valueAt(ingress, 'spec', 'ingressClassName'), '<none>'),
  printHosts(itemsAt(ingress, 'spec', 'rules')),
  printBalancer(ingress),
  listAt(ingress, 'spec', 'tls').length > 0 ? '80, 443' : '80',
  ageOf(ingress, now),
];

const ingressClasses: Printer = (object, now) => {
  const parameters = fieldsAt(object, 'spec', 'parameters');
  const kind = [
    textAt(parameters, 'kind'),
    ...(isSet(parameters['apiGroup']) ? [textAt(parameters, 'apiGroup')] : []),
  ].join('.');
  return [
    `${nameOf(object)}${object.metadata.annotations?.['ingressclass.kubernetes.io/is-default-class'] === 'true' ? ' (default)' : ''}`,
    textAt(object, 'spec', 'controller'),
    hasAt(object, 'spec', 'parameters') ? `${kind}/${textAt(parameters, 'name')}` : '<none>',
    ageOf(object, now),
  ];
};

const networkPolicies: Printer = (policy, now) => [
  nameOf(policy),
  printSelector(valueAt(policy, 'spec', 'podSelector') ?? {}),
  ageOf(policy, now),
];

const serviceCidrs: Printer = (object, now) => [
  nameOf(object),
  textsAt(object, 'spec', 'cidrs').join(','),
  ageOf(object, now),
];

/** The real server prints an age too, though it has no column for it. */
const ipAddresses: Printer = (object, now) => {
  const parent = fieldsAt(object, 'spec', 'parentRef');
  const resource = [textAt(parent, 'resource'), textAt(parent, 'group')].filter((text) => text !== '').join('.');
  const namespace = textAt(parent, 'namespace');
  const place = [resource.toLowerCase(), ...(namespace === '' ? [] : [namespace]), textAt(parent, 'name')];
  return [nameOf(object), hasAt(object, 'spec', 'parentRef') ? place.join('/') : '<none>', ageOf(object, now)];
};

export const networkCells: Readonly<Record<string, Printer>> = {
  endpoints,
  services,
  'discovery.k8s.io/endpointslices': endpointSlices,
  'networking.k8s.io/ingressclasses': ingressClasses,
  'networking.k8s.io/ingresses': ingresses,
  'networking.k8s.io/ipaddresses': ipAddresses,
  'networking.k8s.io/networkpolicies': networkPolicies,
  'networking.k8s.io/servicecidrs': serviceCidrs,
};

function externalAddress(service: ApiObject): string {
  const own = textsAt(service, 'spec', 'externalIPs');
  switch (textAt(service, 'spec', 'type')) {
    case 'ClusterIP':
    case 'NodePort':
      return orElse(own.join(','), '<none>');
    case 'LoadBalancer':
      return orElse([printBalancer(service), ...own].filter((text) => text !== '').join(','), '<pending>');
    case 'ExternalName':
      return textAt(service, 'spec', 'externalName');
    default:
      return '<unknown>';
  }
}

function printPort(port: Fields): string {
  const nodePort = numberAt(port, 'nodePort');
  return `${numberAt(port, 'port')}${nodePort > 0 ? `:${nodePort}` : ''}/${textAt(port, 'protocol')}`;
}

function subsetAddresses(subset: Fields): readonly string[] {
  const addresses = itemsAt(subset, 'addresses').map((address) => textAt(address, 'ip'));
  const ports = itemsAt(subset, 'ports').map((port) => numberAt(port, 'port'));
  return ports.length === 0
    ? addresses
    : ports.flatMap((port) =>
        addresses.map((address) => `${address.includes(':') ? `[${address}]` : address}:${port}`),
      );
}

function slicePort(port: Fields): string {
  return isSet(port['port']) ? String(numberAt(port, 'port')) : setOr(port['name'], '*');
}

/** Rules without a host count among those that are left out, though they would not be shown. */
function printHosts(rules: readonly Fields[]): string {
  const hosts = rules.map((rule) => textAt(rule, 'host'));
  const named = hosts.filter((host) => host !== '');
  const last = hosts.findIndex((_host, index) => hosts.slice(0, index).filter((host) => host !== '').length === few);
  const shown = orElse(named.slice(0, few).join(','), '*');
  return last === -1 ? shown : `${shown} + ${rules.length - few} more...`;
}

/**
 * What a Service must be: ports, a type, and what belongs to the type. Upstream: ValidateService in kubernetes pkg/apis/core/validation.
 */
import {
  dnsLabel,
  dnsSubdomain,
  duplicate,
  fieldsAt,
  forbiddenField,
  hasAt,
  invalid,
  isSet,
  itemsAt,
  listAt,
  numberAt,
  qualifiedName,
  required,
  textAt,
  textsAt,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import {
  addressRange,
  eachItem,
  ipAddress,
  labelMap,
  none,
  oneOf,
  portNumber,
  portReference,
  repeated,
  reachableAddress,
  when,
  wordProblems,
} from './checks.ts';
import { balancerClassProblems, onlyBalanced } from './load-balancer.ts';
import { addressProblems, isHeadless } from './service-addresses.ts';

const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const longestAffinitySeconds = 86_400;

export function serviceProblems(service: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(service, 'spec');
  const type = textAt(spec, 'type');
  const isElsewhere = type === 'ExternalName';
  return [
    ...when(!isElsewhere && !isHeadless(spec) && listAt(spec, 'ports').length === 0, required('spec.ports', '')),
    ...(isElsewhere ? elsewhereProblems(spec) : none),
    ...when(
      isHeadless(spec) && ['LoadBalancer', 'NodePort'].includes(type),
      invalid('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${type} services`),
    ),
    ...eachItem(itemsAt(spec, 'ports'), 'spec.ports', (port, field) => onePort(port, field, itemsAt(spec, 'ports'))),
    ...labelMap(fieldsAt(spec, 'selector'), 'spec.selector'),
    ...affinityProblems(spec),
    ...(isElsewhere ? none : addressProblems(spec)),
    ...textsAt(spec, 'externalIPs').flatMap((address, index) => externalAddress(address, `spec.externalIPs[${index}]`)),
    ...oneOf(type, types, 'spec.type'),
    ...portsProblems(itemsAt(spec, 'ports'), type),
    ...balancerProblems(spec, type),
    ...trafficProblems(spec, type),
  ];
}

/** A Service for a name elsewhere has nothing but the name. */
function elsewhereProblems(spec: Fields): readonly FieldError[] {
  const name = textAt(spec, 'externalName').replace(/\.$/u, '');
  const not = 'may not be set for ExternalName services';
  return [
    ...when(listAt(spec, 'clusterIPs').length > 0, forbiddenField('spec.clusterIPs', not)),
    ...when(listAt(spec, 'ipFamilies').length > 0, forbiddenField('spec.ipFamilies', not)),
    ...when(hasAt(spec, 'ipFamilyPolicy'), forbiddenField('spec.ipFamilyPolicy', not)),
    ...(name === '' ? [required('spec.externalName', '')] : wordProblems(dnsSubdomain, name, 'spec.externalName')),
  ];
}

function onePort(port: Fields, field: string, ports: readonly Fields[]): readonly FieldError[] {
  const name = textAt(port, 'name');
  const isSecond = ports.findIndex((each) => textAt(each, 'name') === name) < ports.indexOf(port);
  return [
    ...(name === ''
      ? when(ports.length > 1, required(`${field}.name`, ''))
      : [...wordProblems(dnsLabel, name, `${field}.name`), ...when(isSecond, duplicate(`${field}.name`, name))]),
    ...portNumber(port['port'], `${field}.port`),
    ...oneOf(textAt(port, 'protocol'), ['SCTP', 'TCP', 'UDP'], `${field}.protocol`),
    ...portReference(port['targetPort'] ?? 0, `${field}.targetPort`),
    ...(isSet(port['appProtocol'])
      ? wordProblems(qualifiedName, textAt(port, 'appProtocol'), `${field}.appProtocol`)
      : none),
  ];
}

function portsProblems(ports: readonly Fields[], type: string): readonly FieldError[] {
  const keyOf = (port: Fields, name: string): string => `${textAt(port, 'protocol')}/${numberAt(port, name)}`;
  const nodePorts = ports.map((port) => numberAt(port, 'nodePort'));
  return [
    ...nodePorts.flatMap((nodePort, index) =>
      when(
        type === 'ClusterIP' && nodePort !== 0,
        forbiddenField(`spec.ports[${index}].nodePort`, "may not be used when `type` is 'ClusterIP'"),
      ),
    ),
    ...repeated(ports.map((port) => (numberAt(port, 'nodePort') === 0 ? '' : keyOf(port, 'nodePort')))).map((index) =>
      duplicate(`spec.ports[${index}].nodePort`, nodePorts[index]),
    ),
    ...repeated(ports.map((port) => keyOf(port, 'port'))).map((index) =>
      duplicate(`spec.ports[${index}]`, goPort(ports[index] ?? {})),
    ),
  ];
}

/** A port as Go prints the struct, with nothing but what makes it the same as another. */
const goPort = (port: Fields): Fields => ({
  Name: '',
  Protocol: textAt(port, 'protocol'),
  AppProtocol: null,
  Port: numberAt(port, 'port'),
  TargetPort: 0,
  NodePort: 0,
});

function affinityProblems(spec: Fields): readonly FieldError[] {
  const affinity = textAt(spec, 'sessionAffinity');
  const field = 'spec.sessionAffinityConfig';
  const hasConfig = hasAt(spec, 'sessionAffinityConfig');
  if (affinity === 'None')
    return when(hasConfig, forbiddenField(field, 'must not be set when session affinity is None'));
  if (affinity !== 'ClientIP') return oneOf(affinity, ['ClientIP', 'None'], 'spec.sessionAffinity');
  const seconds = numberAt(spec, 'sessionAffinityConfig', 'clientIP', 'timeoutSeconds');
  const isFine = !hasConfig || (seconds > 0 && seconds <= longestAffinitySeconds);
  const problem = `must be greater than 0 and less than ${longestAffinitySeconds}`;
  return when(!isFine, invalid(`${field}.clientIP.timeoutSeconds`, seconds, problem));
}

function externalAddress(address: string, field: string): readonly FieldError[] {
  const problems = ipAddress(address, field);
  return problems.length > 0 ? problems : reachableAddress(address, field);
}

function balancerProblems(spec: Fields, type: string): readonly FieldError[] {
  const ranges = textsAt(spec, 'loadBalancerSourceRanges');
  const field = 'spec.LoadBalancerSourceRanges';
  const isBalanced = type === 'LoadBalancer';
  return [
    ...when(ranges.length > 0 && !isBalanced, forbiddenField(field, onlyBalanced)),
    ...ranges.flatMap((range, index) => addressRange(range.trim(), `${field}[${index}]`)),
    ...when(
      hasAt(spec, 'allocateLoadBalancerNodePorts') && !isBalanced,
      forbiddenField('spec.allocateLoadBalancerNodePorts', onlyBalanced),
    ),
    ...balancerClassProblems(spec),
  ];
}

const distributions = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];

function trafficProblems(spec: Fields, type: string): readonly FieldError[] {
  const external = textAt(spec, 'externalTrafficPolicy');
  const isReached = ['NodePort', 'LoadBalancer'].includes(type) || listAt(spec, 'externalIPs').length > 0;
  const optional = (name: string, words: readonly string[]): readonly FieldError[] =>
    hasAt(spec, name) ? oneOf(textAt(spec, name), words, `spec.${name}`) : none;
  return [
    ...(external === ''
      ? none
      : isReached
        ? oneOf(external, ['Cluster', 'Local'], 'spec.externalTrafficPolicy')
        : [invalid('spec.externalTrafficPolicy', external, 'may only be set for externally-accessible services')]),
    ...healthProblems(spec, type === 'LoadBalancer' && external === 'Local'),
    ...optional('internalTrafficPolicy', ['Cluster', 'Local']),
    ...optional('trafficDistribution', distributions),
  ];
}

/** Only what is balanced and stays local is asked how it is. */
function healthProblems(spec: Fields, isChecked: boolean): readonly FieldError[] {
  const port = numberAt(spec, 'healthCheckNodePort');
  const problem = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
  return when(port !== 0 && !isChecked, invalid('spec.healthCheckNodePort', port, problem));
}

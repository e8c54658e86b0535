/**
 * What a Service must be. Upstream: ValidateService in kubernetes pkg/apis/core/validation.
 */
import { deepEqual } from '@reeve/machinery';
import { duplicate, forbiddenField, invalid, required, type FieldError } from '../../error/field-error.ts';
import type { ApiObject } from '../../resource/served-resource.ts';
import { fieldsAt, hasAt, isSet, itemsAt, listAt, numberAt, textAt, textsAt, valueAt, type Fields } from '../fields.ts';
import { dnsLabel, dnsSubdomain } from '../wire-words.ts';
import {
  eachItem,
  ipAddress,
  labelMap,
  none,
  oneOf,
  portNumber,
  portReference,
  repeated,
  wordProblems,
} from './checks.ts';

const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const longestAffinitySeconds = 86_400;

export function serviceProblems(service: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(service, 'spec');
  const type = textAt(spec, 'type');
  return [
    ...(needsPorts(spec) && listAt(spec, 'ports').length === 0 ? [required('spec.ports', '')] : none),
    ...(type === 'ExternalName' ? externalNameProblems(textAt(spec, 'externalName')) : none),
    ...portProblems(itemsAt(spec, 'ports'), type),
    ...labelMap(fieldsAt(spec, 'selector'), 'spec.selector'),
    ...affinityProblems(spec),
    ...(type === 'ExternalName' ? none : addressProblems(spec)),
    ...textsAt(spec, 'externalIPs').flatMap((address, index) => ipAddress(address, `spec.externalIPs[${index}]`)),
    ...oneOf(type, types, 'spec.type'),
    ...policyProblems(spec),
  ];
}

/** An address that was given once stays, unless the Service becomes one without. */
export function serviceChangeProblems(service: ApiObject, old: ApiObject): readonly FieldError[] {
  const after = listAt(service, 'spec', 'clusterIPs');
  const before = listAt(old, 'spec', 'clusterIPs');
  const isFixed =
    textAt(service, 'spec', 'type') !== 'ExternalName' &&
    textAt(old, 'spec', 'type') !== 'ExternalName' &&
    before.length > 0;
  return isFixed && !deepEqual(after[0] ?? null, before[0] ?? null)
    ? [invalid('spec.clusterIPs[0]', after, 'may not change once set')]
    : none;
}

const needsPorts = (spec: Fields): boolean =>
  textAt(spec, 'type') !== 'ExternalName' && textAt(spec, 'clusterIP') !== 'None';

function externalNameProblems(name: string): readonly FieldError[] {
  const text = name.endsWith('.') ? name.slice(0, -1) : name;
  return text === '' ? [required('spec.externalName', '')] : wordProblems(dnsSubdomain, text, 'spec.externalName');
}

function portProblems(ports: readonly Fields[], type: string): readonly FieldError[] {
  const names = ports.map((port) => textAt(port, 'name'));
  const keys = ports.map((port) => `${textAt(port, 'protocol')}/${numberAt(port, 'port')}`);
  return [
    ...eachItem(ports, 'spec.ports', (port, field) => onePort(port, field, ports.length > 1)),
    ...repeated(names).map((index) => duplicate(`spec.ports[${index}].name`, names[index])),
    ...(type === 'ClusterIP'
      ? ports.flatMap((port, index) =>
          numberAt(port, 'nodePort') === 0
            ? none
            : [forbiddenField(`spec.ports[${index}].nodePort`, "may not be used when `type` is 'ClusterIP'")],
        )
      : none),
    ...repeated(keys).map((index) => duplicate(`spec.ports[${index}]`, goPort(ports[index] ?? {}))),
  ];
}

function onePort(port: Fields, field: string, needsName: boolean): readonly FieldError[] {
  const name = textAt(port, 'name');
  return [
    ...(name === ''
      ? needsName
        ? [required(`${field}.name`, '')]
        : none
      : wordProblems(dnsLabel, name, `${field}.name`)),
    ...portNumber(port['port'], `${field}.port`),
    ...oneOf(textAt(port, 'protocol'), ['SCTP', 'TCP', 'UDP'], `${field}.protocol`),
    ...portReference(port['targetPort'] ?? 0, `${field}.targetPort`),
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
  if (affinity !== 'ClientIP') return oneOf(affinity, ['ClientIP', 'None'], 'spec.sessionAffinity');
  const seconds = numberAt(spec, 'sessionAffinityConfig', 'clientIP', 'timeoutSeconds');
  const isFine = !hasAt(spec, 'sessionAffinityConfig') || (seconds > 0 && seconds <= longestAffinitySeconds);
  return isFine
    ? none
    : [
        invalid(
          'spec.sessionAffinityConfig.clientIP.timeoutSeconds',
          seconds,
          `must be greater than 0 and less than ${longestAffinitySeconds}`,
        ),
      ];
}

const addressProblems = (spec: Fields): readonly FieldError[] =>
  textsAt(spec, 'clusterIPs').flatMap((address, index) =>
    ['None', ''].includes(address) ? none : ipAddress(address, `spec.clusterIPs[${index}]`),
  );

function policyProblems(spec: Fields): readonly FieldError[] {
  const external = valueAt(spec, 'externalTrafficPolicy');
  const isReached =
    ['NodePort', 'LoadBalancer'].includes(textAt(spec, 'type')) || listAt(spec, 'externalIPs').length > 0;
  return [
    ...(isSet(external) && external !== ''
      ? isReached
        ? oneOf(textAt(spec, 'externalTrafficPolicy'), ['Cluster', 'Local'], 'spec.externalTrafficPolicy')
        : [invalid('spec.externalTrafficPolicy', external, 'may only be set for externally-accessible services')]
      : none),
    ...(isSet(spec['internalTrafficPolicy'])
      ? oneOf(textAt(spec, 'internalTrafficPolicy'), ['Cluster', 'Local'], 'spec.internalTrafficPolicy')
      : none),
  ];
}

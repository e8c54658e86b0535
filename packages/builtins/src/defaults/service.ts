/**
 * What a Service has when its manifest does not say; its addresses are chosen elsewhere. Upstream: kubernetes pkg/apis/core/v1 SetDefaults_Service and the
 * defaulting of families in pkg/registry/core/service.
 */
import { fieldsAt, hasAt, isSet, listAt, textAt, type Fields } from '@reeve/registry';
import { all, always, each, fill, within, type Fill } from './fill.ts';

/** How long a client stays with one endpoint, in seconds. */
const affinitySeconds = 10_800;

/** Completes a Service. */
export const serviceDefaults: Fill = (service) =>
  always(
    withAddressModes(service),
    'spec',
    all(
      (spec) => fill(spec, { type: 'ClusterIP', sessionAffinity: 'None' }),
      affinityDefaults,
      (spec) => each(spec, 'ports', portDefaults),
      policyDefaults,
    ),
  );

/** Addresses of a load balancer are its own, unless it says that it stands in front. */
const withAddressModes: Fill = (service) =>
  textAt(service, 'spec', 'type') === 'LoadBalancer' && hasAt(service, 'status', 'loadBalancer', 'ingress')
    ? within(service, 'status', (status) =>
        within(status, 'loadBalancer', (balancer) =>
          each(balancer, 'ingress', (ingress) =>
            textAt(ingress, 'ip') === '' ? ingress : fill(ingress, { ipMode: 'VIP' }),
          ),
        ),
      )
    : service;

const affinityDefaults: Fill = (spec) => {
  if (spec['sessionAffinity'] === 'None') return withoutField(spec, 'sessionAffinityConfig');
  return always(spec, 'sessionAffinityConfig', (config) =>
    always(config, 'clientIP', (clientIP) => fill(clientIP, { timeoutSeconds: affinitySeconds })),
  );
};

const portDefaults: Fill = (port) => {
  const hasTarget = isSet(port['targetPort']) && port['targetPort'] !== 0 && port['targetPort'] !== '';
  const { targetPort, ...rest } = fill(port, { protocol: 'TCP' });
  return { ...rest, targetPort: hasTarget ? targetPort : port['port'] };
};

const policyDefaults: Fill = (spec) => {
  const isExternal = spec['type'] === 'NodePort' || spec['type'] === 'LoadBalancer';
  const isLocal = spec['type'] === 'ClusterIP' || isExternal;
  const isReached = isExternal || (isLocal && listAt(spec, 'externalIPs').length > 0);
  return fill(spec, {
    ...(isReached && { externalTrafficPolicy: 'Cluster' }),
    ...(spec['type'] === 'LoadBalancer' && { allocateLoadBalancerNodePorts: true }),
    ...(isLocal && { internalTrafficPolicy: 'Cluster' }),
  });
};

/**
 * The families of a Service's addresses, which come with the addresses: whoever sends a Service without them does not manage them. This cluster has IPv4; a
 * Service without endpoints of its own may be of any family.
 */
export const withFamilies: Fill = (spec) => {
  const listed = withBothAddresses(spec);
  if (spec['type'] === 'ExternalName') return listed;
  const isHeadlessWithoutSelector =
    textAt(listed, 'clusterIP') === 'None' && Object.keys(fieldsAt(listed, 'selector')).length === 0;
  return isHeadlessWithoutSelector
    ? fill(listed, { ipFamilies: headlessFamilies(listed), ipFamilyPolicy: 'RequireDualStack' })
    : fill(listed, { ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' });
};

const headlessFamilies = (spec: Fields): readonly string[] =>
  spec['ipFamilyPolicy'] === 'SingleStack' ? ['IPv4'] : ['IPv4', 'IPv6'];

/** The first address is told twice. */
function withBothAddresses(spec: Fields): Fields {
  const address = textAt(spec, 'clusterIP');
  return address === '' || listAt(spec, 'clusterIPs').length > 0 ? spec : { ...spec, clusterIPs: [address] };
}

function withoutField(fields: Fields, name: string): Fields {
  if (!hasAt(fields, name)) return fields;
  const { [name]: _gone, ...rest } = fields;
  return rest;
}

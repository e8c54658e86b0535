/**
 * What belongs to the network, when a manifest does not say: endpoints, policies, classes of ingresses. Upstream: kubernetes pkg/apis/{core,discovery,
 * networking}/v1 SetDefaults_….
 */
import { hasAt, isSet, listAt } from '@reeve/registry';
import { all, always, each, fill, within, type Fill } from './fill.ts';

const portDefaults: Fill = (port) => fill(port, { protocol: 'TCP' });

/** Completes an Endpoints object. */
export const endpointsDefaults: Fill = (endpoints) =>
  each(endpoints, 'subsets', (subset) => each(subset, 'ports', portDefaults));

/** Completes an EndpointSlice; a port without a name has the empty one. */
export const endpointSliceDefaults: Fill = (slice) =>
  each(slice, 'ports', (port) => portDefaults(isSet(port['name']) ? port : { ...port, name: '' }));

/** Completes a NetworkPolicy: it is about what comes in, and about what goes out when it says so. */
export const networkPolicyDefaults: Fill = (policy) =>
  always(
    policy,
    'spec',
    all(
      (spec) => each(spec, 'ingress', (rule) => each(rule, 'ports', portDefaults)),
      (spec) => each(spec, 'egress', (rule) => each(rule, 'ports', portDefaults)),
      (spec) =>
        listAt(spec, 'policyTypes').length > 0
          ? spec
          : { ...spec, policyTypes: listAt(spec, 'egress').length > 0 ? ['Ingress', 'Egress'] : ['Ingress'] },
    ),
  );

/** Completes an IngressClass. */
export const ingressClassDefaults: Fill = (object) =>
  within(object, 'spec', (spec) => within(spec, 'parameters', (parameters) => fill(parameters, { scope: 'Cluster' })));

/** An Ingress that does without rules has none; an empty list of them is told only where there must be some. */
export const ingressDefaults: Fill = (object) =>
  within(object, 'spec', (spec) => {
    if (!hasAt(spec, 'defaultBackend') || !hasAt(spec, 'rules') || listAt(spec, 'rules').length > 0) return spec;
    const { rules: _none, ...others } = spec;
    return others;
  });

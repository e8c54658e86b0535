/**
 * What a container has when its manifest does not say. Upstream: kubernetes pkg/apis/core/v1 SetDefaults_Container, SetDefaults_Probe and their neighbours.
 */
import { isQuantity, parseQuantity } from '@reeve/machinery';
import { fieldsAt, hasAt, isSet, textAt, type Fields } from '@reeve/registry';
import { all, always, each, fill, fillZeros, isLeftOut, within, type Fill } from './fill.ts';

/** Completes a container of a pod or of a pod's template. */
export const containerDefaults: Fill = all(
  (container) =>
    fill(container, {
      imagePullPolicy: pullPolicyFor(textAt(container, 'image')),
      terminationMessagePath: '/dev/termination-log',
      terminationMessagePolicy: 'File',
    }),
  (container) => each(container, 'ports', (port) => fill(port, { protocol: 'TCP' })),
  (container) => each(container, 'env', (variable) => within(variable, 'valueFrom', fromFieldDefaults)),
  (container) => within(container, 'livenessProbe', probeDefaults),
  (container) => within(container, 'readinessProbe', probeDefaults),
  (container) => within(container, 'startupProbe', probeDefaults),
  (container) => within(container, 'lifecycle', lifecycleDefaults),
  (container) => always(container, 'resources', wholeMillis),
);

/** Amounts are counted in thousandths; what is less is rounded up. */
export const wholeMillis: Fill = (resources) =>
  ['limits', 'requests'].reduce((fields, part) => within(fields, part, roundedAmounts), resources);

/** A list of resources in thousandths. */
export const roundedAmounts: Fill = (amounts) => {
  const rounded = Object.entries(amounts).map(([name, value]) => [name, roundedAmount(value)] as const);
  return rounded.every(([name, value]) => amounts[name] === value) ? amounts : Object.fromEntries(rounded);
};

function roundedAmount(value: unknown): unknown {
  if (typeof value !== 'string' || !/[nu]$/u.test(value) || !isQuantity(value)) return value;
  return parseQuantity(value).roundUp(-3).toString();
}

/** A file or variable taken from a field of the pod. */
export const fromFieldDefaults: Fill = (source) =>
  within(source, 'fieldRef', (reference) => fill(reference, { apiVersion: 'v1' }));

/** What is limited and asks for nothing asks for its limit: of pods only, not of templates. */
export const requestDefaults: Fill = (container) => within(container, 'resources', requestsFromLimits);

/** On the host's network a port of the container is one of the host. */
export const hostPortDefaults: Fill = (container) =>
  each(container, 'ports', (port) => (port['hostPort'] ? port : { ...port, hostPort: port['containerPort'] }));

function requestsFromLimits(resources: Fields): Fields {
  if (!hasAt(resources, 'limits')) return resources;
  const limits = fieldsAt(resources, 'limits');
  return always(resources, 'requests', (requests) => fill(requests, limits));
}

/** When an image is pulled: one that may move, always. */
export function pullPolicyFor(image: string): string {
  const [name = '', digest] = image.split('@');
  if (digest !== undefined || !reference.test(name)) return 'IfNotPresent';
  const tag = /:([^/:]+)$/u.exec(name)?.[1];
  return isLeftOut(tag) || tag === 'latest' ? 'Always' : 'IfNotPresent';
}

/** What can be the name of an image, with an optional host and tag; nobody asks for the latest of what is none. */
const reference =
  /^(([a-zA-Z0-9-]+\.)*[a-zA-Z0-9-]+(:[0-9]+)?\/)?[a-z0-9]+([._-]+[a-z0-9]+)*(\/[a-z0-9]+([._-]+[a-z0-9]+)*)*(:[\w.-]{1,128})?$/u;

const actionDefaults: Fill = (handler) =>
  within(handler, 'httpGet', (action) => fill(action, { path: '/', scheme: 'HTTP' }));

const probeDefaults: Fill = all(
  actionDefaults,
  (probe) => within(probe, 'grpc', (action) => (isSet(action['service']) ? action : { ...action, service: '' })),
  (probe) => fillZeros(probe, { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 }),
);

const lifecycleDefaults: Fill = all(
  (lifecycle) => within(lifecycle, 'postStart', actionDefaults),
  (lifecycle) => within(lifecycle, 'preStop', actionDefaults),
);

import { describe, expect, test } from 'vitest';
import { podLimits, podRequests, type PodResourcesOptions, type PodWithResources } from '@reeve/kinds';

type Spec = PodWithResources['spec'];
type Container = Spec['containers'][number];

const container = (name: string, cpu: string, more: Partial<Container> = {}): Container => ({
  name,
  resources: { requests: { cpu }, limits: { cpu } },
  ...more,
});
const sidecar = (name: string, cpu: string): Container => container(name, cpu, { restartPolicy: 'Always' });

const printed = (amounts: ReturnType<typeof podRequests>): Record<string, string> =>
  Object.fromEntries([...amounts].map(([name, amount]) => [name, amount.toString()]));
const requestsOf = (spec: Spec, options?: PodResourcesOptions) => printed(podRequests({ spec }, options));
const limitsOf = (spec: Spec, options?: PodResourcesOptions) => printed(podLimits({ spec }, options));

describe('the requests of a pod', () => {
  const cases: Record<string, { spec: Spec; cpu: string }> = {
    'are the sum of its containers': {
      spec: { containers: [container('a', '100m'), container('b', '0.2')] },
      cpu: '300m',
    },
    'are those of an init container that needs more than all containers': {
      spec: { containers: [container('a', '100m')], initContainers: [container('init', '1')] },
      cpu: '1',
    },
    'add sidecars to the containers': {
      spec: { containers: [container('a', '100m')], initContainers: [sidecar('proxy', '50m')] },
      cpu: '150m',
    },
    'add to an init container only the sidecars before it': {
      spec: {
        containers: [container('a', '100m')],
        initContainers: [sidecar('first', '50m'), container('init', '1'), sidecar('last', '70m')],
      },
      cpu: '1050m',
    },
    'are those of the pod itself where it has some': {
      spec: { containers: [container('a', '100m')], resources: { requests: { cpu: '2' } } },
      cpu: '2',
    },
    'include the overhead of the pod': {
      spec: { containers: [container('a', '100m')], overhead: { cpu: '250m' } },
      cpu: '350m',
    },
    'include the overhead besides what the pod requests for itself': {
      spec: { containers: [container('a', '100m')], resources: { requests: { cpu: '2' } }, overhead: { cpu: '250m' } },
      cpu: '2250m',
    },
  };
  test.each(Object.entries(cases))('%s', (_, { spec, cpu }) => {
    expect(requestsOf(spec)).toEqual({ cpu });
  });

  test('leave out a pod-level request of a resource that pods cannot request as a whole', () => {
    const requests = { cpu: '1', 'hugepages-2Mi': '4Mi', 'ephemeral-storage': '1Gi', 'example.com/gpu': '1' };
    expect(requestsOf({ containers: [container('a', '100m')], resources: { requests } })).toEqual({
      cpu: '1',
      'hugepages-2Mi': '4Mi',
    });
  });

  test('leave out the overhead where the caller asks for it', () => {
    const spec = { containers: [container('a', '100m')], overhead: { cpu: '250m' } };
    expect(requestsOf(spec, { withoutOverhead: true })).toEqual({ cpu: '100m' });
  });

  test('leave out what is no quantity', () => {
    expect(requestsOf({ containers: [container('a', 'much')] })).toEqual({});
  });
});

test('the limits of a pod add the overhead only to resources that are limited', () => {
  const spec = { containers: [container('a', '100m')], overhead: { cpu: '250m', memory: '1Gi' } };
  expect(limitsOf(spec)).toEqual({ cpu: '350m' });
  expect(limitsOf(spec, { withoutOverhead: true })).toEqual({ cpu: '100m' });
});

describe('the requests of a pod that is being resized', () => {
  const spec = { containers: [container('a', '100m'), container('b', '100m')] };
  const containerStatuses = [
    {
      name: 'a',
      image: 'a:1',
      imageID: '',
      ready: true,
      restartCount: 0,
      allocatedResources: { cpu: '300m' },
      resources: { requests: { cpu: '200m' } },
    },
  ];
  const resized = (conditions: NonNullable<PodWithResources['status']>['conditions'] = []): PodWithResources => ({
    spec,
    status: { containerStatuses, conditions },
  });

  test('are the largest of what each container wants, has and was allocated', () => {
    expect(printed(podRequests(resized(), { withStatus: true }))).toEqual({ cpu: '400m' });
  });

  test('leave out what a container wants where the resize is infeasible', () => {
    const infeasible = resized([{ type: 'PodResizePending', status: 'True', reason: 'Infeasible' }]);
    const wanting = { ...infeasible, spec: { containers: [container('a', '9'), container('b', '100m')] } };
    expect(printed(podRequests(wanting, { withStatus: true }))).toEqual({ cpu: '400m' });
  });

  test('do not look at the status where the caller does not ask for it', () => {
    expect(printed(podRequests(resized()))).toEqual({ cpu: '200m' });
  });
});

/**
 * EndpointSlices and Endpoints of Services, and budgets for disruptions.
 */
import { Deployment } from '@reeve/kinds/apps/v1';
import { Endpoints, Pod, Service } from '@reeve/kinds/core/v1';
import { EndpointSlice } from '@reeve/kinds/discovery/v1';
import { PodDisruptionBudget } from '@reeve/kinds/policy/v1';
import { isTooManyRequests } from '@reeve/machinery';
import type { Scenarios, ScenarioSide } from '../scenario-side.ts';
import { podTemplate, workload } from './shapes.ts';

const service = (spec: object = {}): object => ({
  spec: { selector: { app: 'web' }, ports: [{ name: 'http', port: 80, targetPort: 8080 }], ...spec },
});

const deployed = async (side: ScenarioSide, replicas: number, template?: object): Promise<void> => {
  await side.create(Deployment, 'web', workload('web', { replicas }, template));
  await side.until(Deployment, 'web', ({ status }) => status?.readyReplicas === replicas);
};

const listed = (side: ScenarioSide, count: number, isReady = true): Promise<EndpointSlice[]> =>
  side.untilAll(EndpointSlice, (slices) => {
    const endpoints = slices.flatMap((slice) => slice.endpoints ?? []);
    return endpoints.length === count && endpoints.every(({ conditions }) => conditions?.ready === isReady);
  });

/** Makes a budget, and waits until it has been looked at: what is said of one without pods must not depend on who is quicker. */
async function budgeted(side: ScenarioSide, spec: object): Promise<void> {
  await side.create(PodDisruptionBudget, 'web', { spec: { selector: { matchLabels: { app: 'web' } }, ...spec } });
  await counted(side, 0);
}

const counted = (side: ScenarioSide, healthy: number): Promise<PodDisruptionBudget> =>
  side.until(
    PodDisruptionBudget,
    'web',
    ({ metadata, status }) =>
      status?.observedGeneration === metadata.generation &&
      status?.currentHealthy === healthy &&
      status.expectedPods === healthy,
  );

/** Evicts a pod; false when the budget does not allow it. */
async function evicted(side: ScenarioSide, name: string): Promise<boolean> {
  try {
    await side.client
      .subresource(Pod, 'eviction')
      .create(`${side.namespace}/${name}`, { metadata: { name, namespace: side.namespace } }, { signal: side.signal });
    return true;
  } catch (error) {
    if (isTooManyRequests(error)) return false;
    throw error;
  }
}

export const serviceScenarios: Scenarios = {
  'list the pods that a Service selects': async (side) => {
    await side.create(Service, 'web', service());
    await deployed(side, 3);
    await listed(side, 3);
    await side.until(Endpoints, 'web', ({ subsets = [] }) => subsets[0]?.addresses?.length === 3);
  },
  'list pods that are not ready as such': async (side) => {
    await side.create(Service, 'web', service());
    const unready = podTemplate('web', 'web:1', {}, { annotations: { 'reeve.dev/fail': 'unready' } });
    await side.create(Deployment, 'web', workload('web', { replicas: 2 }, unready));
    await listed(side, 2, false);
    await side.until(Endpoints, 'web', ({ subsets = [] }) => subsets[0]?.notReadyAddresses?.length === 2);
  },
  'find ports by name': async (side) => {
    const containers = [{ name: 'main', image: 'web:1', ports: [{ name: 'serve', containerPort: 9090 }] }];
    await side.create(Service, 'web', service({ ports: [{ port: 80, targetPort: 'serve' }] }));
    await deployed(side, 2, podTemplate('web', 'web:1', { containers }));
    await listed(side, 2);
    await side.until(Endpoints, 'web', ({ subsets = [] }) => subsets[0]?.addresses?.length === 2);
  },
  'list the pods of a headless Service': async (side) => {
    await side.create(Service, 'web', service({ clusterIP: 'None' }));
    await deployed(side, 2);
    await listed(side, 2);
    await side.until(Endpoints, 'web', ({ subsets = [] }) => subsets[0]?.addresses?.length === 2);
  },
  'follow pods that come and go': async (side) => {
    await side.create(Service, 'web', service());
    await deployed(side, 1);
    await listed(side, 1);
    await side.patch(Deployment, 'web', { spec: { replicas: 4 } });
    await listed(side, 4);
    await side.patch(Deployment, 'web', { spec: { replicas: 2 } });
    await listed(side, 2);
    await side.until(Endpoints, 'web', ({ subsets = [] }) => subsets[0]?.addresses?.length === 2);
  },
  'go with the Service': async (side) => {
    await side.create(Service, 'web', service());
    await deployed(side, 1);
    await listed(side, 1);
    await side.delete(Service, 'web');
    await side.untilAll(EndpointSlice, (slices) => slices.length === 0);
    await side.gone(Endpoints, 'web');
  },
  'allow as many disruptions as a budget says': async (side) => {
    await budgeted(side, { minAvailable: 2 });
    await deployed(side, 3);
    return (await counted(side, 3)).status?.disruptionsAllowed;
  },
  'count a budget in percent': async (side) => {
    await budgeted(side, { maxUnavailable: '50%' });
    await deployed(side, 3);
    return (await counted(side, 3)).status?.disruptionsAllowed;
  },
  'drain within a budget': async (side) => {
    await budgeted(side, { minAvailable: 2 });
    await deployed(side, 3);
    await counted(side, 3);
    const [first = ''] = (await side.pods()).map(({ metadata }) => metadata.name ?? '');
    const answer = await evicted(side, first); // a second one depends on who is quicker, and is kubectl's test
    await side.gone(Pod, first);
    await counted(side, 3);
    return answer;
  },
  'refuse every disruption': async (side) => {
    await budgeted(side, { maxUnavailable: 0 });
    await deployed(side, 2);
    await counted(side, 2);
    const [first] = await side.pods();
    return await evicted(side, first?.metadata.name ?? '');
  },
};

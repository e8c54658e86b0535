/**
 * What stands behind Services in more detail: names, ports, preferences, changes of the Service itself; budgets over pods of other owners.
 */
import { Deployment, StatefulSet } from '@reeve/kinds/apps/v1';
import { Job } from '@reeve/kinds/batch/v1';
import { Endpoints, Pod, Service } from '@reeve/kinds/core/v1';
import { EndpointSlice } from '@reeve/kinds/discovery/v1';
import { PodDisruptionBudget } from '@reeve/kinds/policy/v1';
import type { Scenarios, ScenarioSide } from '../scenario-side.ts';
import { podTemplate, workload } from './shapes.ts';

const service = (spec: object = {}): object => ({
  spec: { selector: { app: 'web' }, ports: [{ name: 'http', port: 80, targetPort: 8080 }], ...spec },
});

const deployed = async (side: ScenarioSide, replicas: number, template?: object): Promise<void> => {
  await side.create(Deployment, 'web', workload('web', { replicas }, template));
  await side.until(Deployment, 'web', ({ status }) => status?.readyReplicas === replicas);
};

const listed = (side: ScenarioSide, count: number): Promise<EndpointSlice[]> =>
  side.untilAll(EndpointSlice, (slices) => slices.flatMap((slice) => slice.endpoints ?? []).length === count);

const addressed = (side: ScenarioSide, count: number): Promise<Endpoints> =>
  side.until(
    Endpoints,
    'web',
    ({ subsets = [] }) => subsets.flatMap(({ addresses = [] }) => addresses).length === count,
  );

export const serviceDetailScenarios: Scenarios = {
  'publish pods that are not ready': async (side) => {
    await side.create(Service, 'web', service({ publishNotReadyAddresses: true }));
    const unready = podTemplate('web', 'web:1', {}, { annotations: { 'reeve.dev/fail': 'unready' } });
    await side.create(Deployment, 'web', workload('web', { replicas: 2 }, unready));
    await listed(side, 2);
    await addressed(side, 2);
  },
  'name the pods of a stateful set': async (side) => {
    await side.create(Service, 'web', service({ clusterIP: 'None' }));
    await side.create(StatefulSet, 'web', workload('web', { replicas: 2, serviceName: 'web' }));
    await side.until(StatefulSet, 'web', ({ status }) => status?.availableReplicas === 2);
    await listed(side, 2);
    await addressed(side, 2);
  },
  'need no ports without an address': async (side) => {
    await side.create(Service, 'web', { spec: { selector: { app: 'web' }, clusterIP: 'None' } });
    await deployed(side, 1);
    await listed(side, 1);
    await addressed(side, 1);
  },
  'prefer what is near': async (side) => {
    await side.create(Service, 'web', service({ trafficDistribution: 'PreferSameNode' }));
    await deployed(side, 2);
    await side.untilAll(EndpointSlice, (slices) => {
      const endpoints = slices.flatMap((slice) => slice.endpoints ?? []);
      return endpoints.length === 2 && endpoints.every(({ conditions }) => conditions?.ready === true);
    });
    await addressed(side, 2);
  },
  'have several ports, one of which is nowhere': async (side) => {
    const ports = [
      { name: 'a', port: 80, targetPort: 8080 },
      { name: 'b', port: 81, targetPort: 'nowhere' },
      { name: 'c', port: 53, targetPort: 53, protocol: 'UDP', appProtocol: 'dns' },
    ];
    await side.create(Service, 'web', service({ ports }));
    await deployed(side, 1);
    await listed(side, 1);
    await addressed(side, 1);
  },
  'leave a Service without a selector alone': async (side) => {
    await side.create(Service, 'web', { spec: { ports: [{ port: 80 }] } });
    await side.create(Service, 'far', { spec: { type: 'ExternalName', externalName: 'example.com' } });
    await deployed(side, 1);
    return (await side.list(EndpointSlice)).length;
  },
  'follow the selector and the labels of the Service': async (side) => {
    await side.create(Service, 'web', service());
    await deployed(side, 2);
    await listed(side, 2);
    await side.patch(Service, 'web', {
      metadata: { labels: { team: 'estate' } },
      spec: { selector: { app: 'other' } },
    });
    await listed(side, 0);
    await addressed(side, 0);
  },
  'mirror Endpoints that are made by hand': async (side) => {
    await side.create(Service, 'web', { spec: { ports: [{ port: 80 }] } });
    const subsets = [
      { addresses: [{ ip: '10.9.0.1', hostname: 'a' }, { ip: 'fd00::9' }], ports: [{ name: 'http', port: 80 }] },
      { notReadyAddresses: [{ ip: '10.9.0.2' }], ports: [{ port: 81, protocol: 'UDP' }] },
    ];
    await side.create(Endpoints, 'web', { subsets }, { labels: { team: 'estate' }, annotations: { note: 'by hand' } });
    await listed(side, 3);
  },
  'count a budget without pods': async (side) => {
    await side.create(PodDisruptionBudget, 'web', {
      spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
    });
    await side.until(PodDisruptionBudget, 'web', ({ status }) => status?.observedGeneration === 1);
  },
  'count a budget over a stateful set': async (side) => {
    await side.create(PodDisruptionBudget, 'web', {
      spec: { minAvailable: '50%', selector: { matchLabels: { app: 'web' } } },
    });
    await side.until(PodDisruptionBudget, 'web', ({ status }) => status?.observedGeneration === 1);
    await side.create(
      StatefulSet,
      'web',
      workload('web', { replicas: 3, serviceName: 'web', podManagementPolicy: 'Parallel' }),
    );
    await side.until(PodDisruptionBudget, 'web', ({ status }) => status?.disruptionsAllowed === 1);
  },
  'say that a budget in percent cannot be counted over pods of a Job': async (side) => {
    await side.create(PodDisruptionBudget, 'web', {
      spec: { maxUnavailable: 1, selector: { matchLabels: { app: 'web' } } },
    });
    await side.until(PodDisruptionBudget, 'web', ({ status }) => status?.observedGeneration === 1);
    const annotations = { 'reeve.dev/run': JSON.stringify({ exitAfter: 'never' }) };
    const template = podTemplate('web', 'web:1', { restartPolicy: 'Never' }, { annotations });
    await side.create(Job, 'web', { spec: { template } });
    await side.until(Job, 'web', ({ status }) => status?.ready === 1);
    await side.until(PodDisruptionBudget, 'web', ({ status }) => status?.conditions?.[0]?.reason === 'SyncFailed');
  },
  'say that a budget in percent cannot be counted over pods of nobody': async (side) => {
    await side.create(PodDisruptionBudget, 'web', {
      spec: { maxUnavailable: 1, selector: { matchLabels: { app: 'web' } } },
    });
    await side.until(PodDisruptionBudget, 'web', ({ status }) => status?.observedGeneration === 1);
    await side.create(
      Pod,
      'alone',
      { spec: { containers: [{ name: 'main', image: 'web:1' }] } },
      { labels: { app: 'web' } },
    );
    await side.untilAll(
      Pod,
      ([pod]) => pod?.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true,
    );
    await side.until(PodDisruptionBudget, 'web', ({ status }) => status?.currentHealthy === 1);
  },
};

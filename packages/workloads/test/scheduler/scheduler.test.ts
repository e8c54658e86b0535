import { expect, test } from 'vitest';
import { Node, Pod } from '@reeve/kinds/core/v1';
import type { PodSpec } from '@reeve/kinds/core/v1';
import { PriorityClass } from '@reeve/kinds/scheduling/v1';
import { scheduling } from './scheduler-world.ts';

const asking = (requests: Record<string, string>): Partial<PodSpec> => ({
  containers: [{ name: 'main', image: 'nginx', resources: { requests, limits: requests } }],
});

const noPlace = (all: number, why: string, preemption: string): string =>
  `0/${all} nodes are available: ${why}. no new claims to deallocate, preemption: 0/${all} nodes are available: ${preemption}.`;

test('pods go where the most room is, and wait when there is none', async () => {
  await scheduling(async ({ node, pod, places, said }) => {
    await node('a');
    await node('b');
    for (const name of ['p1', 'p2', 'p3', 'p4', 'p5']) await pod(name, asking({ cpu: '1800m' }));
    const found = await places();
    expect(Object.values(found).toSorted().slice(1)).toEqual(['a', 'a', 'b', 'b']);
    expect(found['p5']).toBe(noPlace(2, '2 Insufficient cpu', '2 No preemption victims found for incoming pod'));
    expect(await said()).toEqual(
      expect.arrayContaining([
        'Scheduled: Successfully assigned default/p1 to a',
        `FailedScheduling: ${found['p5'] ?? ''}`,
      ]),
    );
  });
});

test('a pod that waits is placed when another one leaves, or a node comes', async () => {
  await scheduling(async ({ node, pod, places, cluster }) => {
    await node('a');
    for (const name of ['p1', 'p2', 'p3']) await pod(name, asking({ cpu: '4' }));
    expect((await places())['p2']).toMatch(/1 Insufficient cpu/);
    await cluster.client.delete(Pod, 'default/p1', { gracePeriodSeconds: 0 });
    await cluster.settles();
    expect(Object.values(await places()).filter((place) => place === 'a')).toHaveLength(1);
    await node('b');
    await cluster.settles();
    expect(Object.values(await places()).toSorted()).toEqual(['a', 'b']);
  });
});

test('every reason is counted', async () => {
  await scheduling(async ({ node, pod, places }) => {
    await node('a', { spec: { unschedulable: true } });
    await node('b', { spec: { taints: [{ key: 'team', value: 'blue', effect: 'NoSchedule' }] } });
    await node('c', { allocatable: { memory: '1Mi', cpu: '1m' } });
    await node('d', { labels: { disk: 'hdd' }, allocatable: { pods: '0' } });
    await pod('p', asking({ cpu: '1', memory: '1Gi' }));
    expect((await places())['p']).toBe(
      noPlace(
        4,
        '1 Insufficient cpu, 1 Insufficient memory, 1 Too many pods, 1 node(s) had untolerated taint(s), 1 node(s) were unschedulable',
        '2 No preemption victims found for incoming pod, 2 Preemption is not helpful for scheduling',
      ),
    );
  });
});

test('without nodes there is no place', async () => {
  await scheduling(async ({ pod, places }) => {
    await pod('p');
    expect((await places())['p']).toBe('no nodes available to schedule pods');
  });
});

test('extended resources and init containers count', async () => {
  await scheduling(async ({ node, pod, places }) => {
    await node('a', { allocatable: { 'example.com/gpu': '1' } });
    await node('b');
    await pod('gpu', asking({ 'example.com/gpu': '1' }));
    await pod('big', { initContainers: [{ name: 'init', image: 'i', resources: { requests: { cpu: '9' } } }] });
    expect(await places()).toMatchObject({ gpu: 'a', big: expect.stringContaining('2 Insufficient cpu') as unknown });
  });
});

const inZone = (operator: 'In' | 'NotIn' | 'Exists' | 'Gt', key: string, values: string[]): Partial<PodSpec> => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key, operator, ...(operator !== 'Exists' && { values }) }] }],
      },
    },
  },
});

const choices: readonly (readonly [string, Partial<PodSpec>, string])[] = [
  ['a node selector', { nodeSelector: { zone: 'east' } }, 'east'],
  ['required node affinity', inZone('NotIn', 'zone', ['east']), 'west'],
  ['a number in a label', inZone('Gt', 'cores', ['8']), 'west'],
  [
    'preferred node affinity',
    {
      affinity: {
        nodeAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 10, preference: { matchExpressions: [{ key: 'zone', operator: 'In', values: ['west'] }] } },
          ],
        },
      },
    },
    'west',
  ],
  [
    'the name of a node in an affinity',
    {
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['west'] }] }],
          },
        },
      },
    },
    'west',
  ],
  [
    'nothing that is there',
    { nodeSelector: { zone: 'north' } },
    "0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector.",
  ],
];

for (const [what, spec, place] of choices) {
  test(`a pod is placed by ${what}`, async () => {
    await scheduling(async ({ node, pod, places }) => {
      await node('east', { labels: { zone: 'east', cores: '4' } });
      await node('west', { labels: { zone: 'west', cores: '16' } });
      await pod('p', spec);
      expect((await places())['p']?.split(' no new')[0]).toBe(place);
    });
  });
}

test('taints keep pods away that do not tolerate them', async () => {
  await scheduling(async ({ node, pod, places }) => {
    await node('tainted', { spec: { taints: [{ key: 'team', value: 'blue', effect: 'NoSchedule' }] } });
    await pod('plain');
    await pod('equal', { tolerations: [{ key: 'team', value: 'blue' }] });
    await pod('exists', { tolerations: [{ key: 'team', operator: 'Exists', effect: 'NoSchedule' }] });
    await pod('other', { tolerations: [{ key: 'team', value: 'red' }] });
    const found = await places();
    expect([found['equal'], found['exists']]).toEqual(['tainted', 'tainted']);
    for (const name of ['plain', 'other']) expect(found[name]).toMatch(/1 node\(s\) had untolerated taint\(s\)/);
  });
});

test('pods that want to be apart are, and those that want to be together are', async () => {
  await scheduling(async ({ node, pod, places }) => {
    await node('a');
    await node('b');
    const term = { labelSelector: { matchLabels: { app: 'db' } }, topologyKey: 'kubernetes.io/hostname' };
    const apart = { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } };
    const near = { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } };
    await pod('db1', apart, { app: 'db' });
    await pod('db2', apart, { app: 'db' });
    await pod('db3', apart, { app: 'db' });
    await pod('web', near);
    const found = await places();
    expect([found['db1'] ?? '', found['db2'] ?? ''].toSorted()).toEqual(['a', 'b']);
    expect(found['db3']).toMatch(/2 node\(s\) didn't match pod anti-affinity rules/);
    expect(['a', 'b']).toContain(found['web']);
  });
});

test('pods are spread over zones as evenly as they ask', async () => {
  await scheduling(async ({ node, pod, places, cluster }) => {
    for (const [name, zone] of [
      ['a1', 'a'],
      ['a2', 'a'],
      ['b1', 'b'],
    ] as const)
      await node(name, { labels: { zone } });
    await node('nowhere');
    const topologySpreadConstraints = [
      {
        maxSkew: 1,
        topologyKey: 'zone',
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: { matchLabels: { app: 'web' } },
      } as const,
    ];
    for (const name of ['p1', 'p2', 'p3', 'p4'])
      await pod(name, { topologySpreadConstraints: [...topologySpreadConstraints] }, { app: 'web' });
    const zones = Object.values(await places()).map((place) => place.slice(0, 1));
    expect(zones.toSorted()).toEqual(['a', 'a', 'b', 'b']);
    await cluster.client.patch(Node, 'b1', { type: 'merge', patch: { spec: { unschedulable: true } } });
    for (const name of ['p5', 'p6'])
      await pod(name, { topologySpreadConstraints: [...topologySpreadConstraints] }, { app: 'web' });
    expect((await places())['p6']).toMatch(
      /^0\/4 nodes are available: 1 node\(s\) didn't match pod topology spread constraints \(missing required label\), 1 node\(s\) were unschedulable, 2 node\(s\) didn't match pod topology spread constraints\./,
    );
  });
});

test('a pod that is gated is not looked at until its gates are gone', async () => {
  await scheduling(async ({ node, pod, places, cluster }) => {
    await node('a');
    await pod('gated', { schedulingGates: [{ name: 'example.com/wait' }] });
    expect((await places())['gated']).not.toBe('a');
    await cluster.client.patch(Pod, 'default/gated', { type: 'merge', patch: { spec: { schedulingGates: null } } });
    await cluster.settles();
    expect(await places()).toEqual({ gated: 'a' });
  });
});

test('a pod of another scheduler is left alone', async () => {
  await scheduling(async ({ node, pod, places }) => {
    await node('a');
    await pod('mine', { schedulerName: 'mine' });
    expect(await places()).toEqual({ mine: 'not looked at' });
  });
});

test('a burst of pods never fills a node beyond its room', async () => {
  await scheduling(async ({ node, places, cluster }) => {
    await node('a', { allocatable: { pods: '50' } });
    const creates = Array.from({ length: 30 }, (_, at) =>
      cluster.client.create(Pod, {
        metadata: { name: `p${at}`, namespace: 'default' },
        spec: { ...asking({ cpu: '400m' }) } as PodSpec,
      }),
    );
    await Promise.all(creates);
    await cluster.settles();
    expect(Object.values(await places()).filter((place) => place === 'a')).toHaveLength(10);
  });
});

test('a more important pod drives out the least important ones that make room for it', async () => {
  await scheduling(async ({ node, pod, places, cluster }) => {
    for (const [name, value] of [
      ['low', 1],
      ['middle', 10],
      ['high', 100],
    ] as const) {
      await cluster.client.create(PriorityClass, { metadata: { name }, value });
    }
    await node('a');
    const now = { terminationGracePeriodSeconds: 0 };
    await pod('p-low', { ...asking({ cpu: '2' }), ...now, priorityClassName: 'low' });
    await pod('p-middle', { ...asking({ cpu: '2' }), ...now, priorityClassName: 'middle' });
    await pod('equal', { ...asking({ cpu: '2' }), ...now, priorityClassName: 'low' });
    expect((await places())['equal']).toMatch(/1 No preemption victims found for incoming pod/);
    await cluster.client.delete(Pod, 'default/equal', { gracePeriodSeconds: 0 });
    await pod('p-high', { ...asking({ cpu: '2' }), ...now, priorityClassName: 'high' });
    await cluster.settles();
    expect(await places()).toEqual({ 'p-high': 'a', 'p-middle': 'a' });
  });
});

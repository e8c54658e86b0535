import { describe, expect, test } from 'vitest';
import { Node, Pod } from '@reeve/kinds/core/v1';
import type { ContainerStatus } from '@reeve/kinds/core/v1';
import { findCondition } from '@reeve/machinery';
import { onNode } from './node-world.ts';

const stateOf = ({ status }: Pod, at = 0): ContainerStatus['state'] => status?.containerStatuses?.[at]?.state;

const conditionsOf = ({ status }: Pod): Record<string, string> =>
  Object.fromEntries(
    (status?.conditions ?? []).map(({ type, status: said, reason = '' }) => [type, `${said} ${reason}`.trim()]),
  );

test('a pod on a virtual node is created, runs and is ready', async () => {
  await onNode(async ({ create, passes, pod, said }) => {
    await create();
    await passes(50);
    const waiting = await pod();
    expect(waiting.status?.phase).toBe('Pending');
    expect(stateOf(waiting)).toEqual({ waiting: { reason: 'ContainerCreating' } });
    expect(conditionsOf(waiting)).toEqual({
      PodReadyToStartContainers: 'False',
      Initialized: 'True',
      Ready: 'False ContainersNotReady',
      ContainersReady: 'False ContainersNotReady',
      PodScheduled: 'True',
    });
    await passes(60);
    const running = await pod();
    expect(running.status).toMatchObject({
      phase: 'Running',
      podIP: '10.128.0.1',
      podIPs: [{ ip: '10.128.0.1' }],
      qosClass: 'BestEffort',
      observedGeneration: 1,
      startTime: '2026-01-01T00:00:00Z',
    });
    expect(stateOf(running)).toEqual({ running: { startedAt: '2026-01-01T00:00:00Z' } });
    expect(conditionsOf(running)).toEqual({
      PodReadyToStartContainers: 'True',
      Initialized: 'True',
      Ready: 'True',
      ContainersReady: 'True',
      PodScheduled: 'True',
    });
    await passes(1000);
    expect(await said()).toEqual([
      'Pulling: Pulling image "nginx"',
      'Pulled: Successfully pulled image "nginx" in 0s (0s including waiting). Image size: 0 bytes.',
      'Created: Container created',
      'Started: Container started',
    ]);
  });
});

test('a container that crashes starts again at once, then after 10 s, 20 s and so on up to five minutes', async () => {
  await onNode(async ({ create, passes, pod, host }) => {
    await create({}, { 'reeve.dev/fail': 'crash-loop' });
    await passes(1000);
    const crashed = await pod();
    expect(stateOf(crashed)?.waiting).toEqual({
      reason: 'CrashLoopBackOff',
      message: `back-off 10s restarting failed container=main pod=web_default(${crashed.metadata.uid})`,
    });
    expect(crashed.status?.containerStatuses?.[0]?.lastState?.terminated).toMatchObject({
      exitCode: 1,
      reason: 'Error',
    });
    expect(crashed.status?.phase).toBe('Running');
    const restarts: number[] = [];
    const start = host.clock.now();
    for (let count = 2; count < 9; count += 1) {
      while (((await pod()).status?.containerStatuses?.[0]?.restartCount ?? 0) < count) await passes(5000);
      restarts.push(Math.round((host.clock.now() - start) / 10_000) * 10);
    }
    const waits = restarts.map((at, index) => at - (restarts[index - 1] ?? 0));
    expect(waits).toEqual([10, 20, 40, 80, 160, 300, 300]);
  });
});

test('an image that does not arrive is ErrImagePull, then ImagePullBackOff, until it arrives', async () => {
  await onNode(async ({ create, passes, pod, cluster, said }) => {
    await create({}, { 'reeve.dev/fail': 'image-pull' });
    await passes(500);
    expect(stateOf(await pod())?.waiting?.reason).toBe('ErrImagePull');
    await passes(2000);
    const waiting = await pod();
    expect(stateOf(waiting)?.waiting?.reason).toBe('ImagePullBackOff');
    expect(waiting.status?.phase).toBe('Pending');
    expect(await said()).toContain('BackOff: Back-off pulling image "nginx"');
    await cluster.client.patch(Pod, 'default/web', {
      type: 'merge',
      patch: { metadata: { annotations: { 'reeve.dev/fail': null } } },
    });
    await passes(1000);
    expect((await pod()).status?.phase).toBe('Running');
  });
});

describe('a kubelet creates no container of a pod with runAsNonRoot', () => {
  const podText = /\(pod: "web_default\([-0-9a-f]{36}\)", container: main\)$/;
  const cases = {
    'whose image has a user that is no number': {
      imageUser: 'node',
      message: 'container has runAsNonRoot and image has non-numeric user (node), cannot verify user is non-root ',
    },
    'whose image runs as root': { imageUser: '0:0', message: 'container has runAsNonRoot and image will run as root ' },
    'whose image has no user': { imageUser: '', message: 'container has runAsNonRoot and image will run as root ' },
    'that says itself to run as root': { runAsUser: 0, message: "container's runAsUser breaks non-root policy " },
  };

  for (const [name, { message, ...said }] of Object.entries(cases)) {
    test(name, async () => {
      const { imageUser, runAsUser } = { imageUser: undefined, runAsUser: undefined, ...said };
      await onNode(async ({ create, passes, pod, said: events }) => {
        const securityContext = { runAsNonRoot: true, ...(runAsUser !== undefined && { runAsUser }) };
        await create(
          { securityContext },
          imageUser === undefined ? {} : { 'reeve.dev/run': JSON.stringify({ imageUser }) },
        );
        await passes(1000);
        const created = await pod();
        expect(created.status?.phase).toBe('Pending');
        const waiting = stateOf(created)?.waiting;
        expect(waiting?.reason).toBe('CreateContainerConfigError');
        expect(waiting?.message?.replace(podText, '')).toBe(message);
        expect(await events()).toContain(`Failed: Error: ${waiting?.message ?? ''}`);
      });
    });
  }

  test('until the user of its image is a number other than 0', async () => {
    await onNode(async ({ create, passes, pod, cluster }) => {
      await create({ securityContext: { runAsNonRoot: true } }, { 'reeve.dev/run': '{"imageUser":"node"}' });
      await passes(1000);
      const annotations = { 'reeve.dev/run': '{"imageUser":"65532:65532"}' };
      await cluster.client.patch(Pod, 'default/web', { type: 'merge', patch: { metadata: { annotations } } });
      await passes(1000);
      expect((await pod()).status?.phase).toBe('Running');
    });
  });

  test('but one that says a numeric user runs, whatever the user of its image is called', async () => {
    await onNode(async ({ create, passes, pod }) => {
      const securityContext = { runAsNonRoot: true, runAsUser: 65532 };
      await create({ securityContext }, { 'reeve.dev/run': '{"imageUser":"node"}' });
      await passes(1000);
      expect((await pod()).status?.phase).toBe('Running');
    });
  });
});

test('init containers run one after the other, and those that stay are up before the next', async () => {
  await onNode(async ({ create, passes, pod }) => {
    await create({
      initContainers: [
        { name: 'first', image: 'init', command: ['sleep', '2'] },
        {
          name: 'proxy',
          image: 'proxy',
          restartPolicy: 'Always',
          startupProbe: { httpGet: { port: 80 }, initialDelaySeconds: 3 },
        },
        { name: 'last', image: 'init', command: ['sh', '-c', 'echo hi; sleep 1'] },
      ],
    });
    const seen = async (): Promise<string> => {
      const { status } = await pod();
      const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])];
      return all.map(({ state }) => Object.keys(state ?? {})[0]?.slice(0, 4)).join(' ');
    };
    await passes(1000);
    expect(await seen()).toBe('runn wait wait wait');
    expect(findCondition((await pod()).status?.conditions, 'Initialized')).toMatchObject({
      status: 'False',
      reason: 'ContainersNotInitialized',
      message: 'containers with incomplete status: [first proxy last]',
    });
    await passes(2000);
    expect(await seen()).toBe('term runn wait wait');
    await passes(3000);
    expect(await seen()).toBe('term runn runn wait');
    await passes(1000);
    expect(await seen()).toBe('term runn term runn');
    expect((await pod()).status?.phase).toBe('Running');
  });
});

test('an init container that fails ends a pod that is not to be restarted', async () => {
  await onNode(async ({ create, passes, pod }) => {
    await create({ restartPolicy: 'Never', initContainers: [{ name: 'first', image: 'init', command: ['false'] }] });
    await passes(1000);
    const failed = await pod();
    expect(failed.status?.phase).toBe('Failed');
    expect(failed.status?.initContainerStatuses?.[0]?.state?.terminated?.exitCode).toBe(1);
  });
});

for (const [policy, exitCode, phase, restarts] of [
  ['Never', 0, 'Succeeded', 0],
  ['Never', 3, 'Failed', 0],
  ['OnFailure', 0, 'Succeeded', 0],
  ['OnFailure', 3, 'Running', 1],
  ['Always', 0, 'Running', 1],
] as const) {
  test(`with restartPolicy ${policy} a container that ends with ${exitCode} leaves its pod ${phase}`, async () => {
    await onNode(async ({ create, passes, pod }) => {
      await create({ restartPolicy: policy }, { 'reeve.dev/run': `{"exitAfter":"2s","exitCode":${exitCode}}` });
      await passes(6000);
      const { status } = await pod();
      expect(status?.phase).toBe(phase);
      expect(status?.containerStatuses?.[0]?.restartCount).toBe(restarts);
    });
  });
}

test('probes decide when a container is started, ready and alive', async () => {
  await onNode(async ({ create, passes, pod, said }) => {
    const httpGet = { port: 80 };
    await create(
      {
        containers: [
          {
            name: 'main',
            image: 'nginx',
            startupProbe: { httpGet, initialDelaySeconds: 1, periodSeconds: 1 },
            readinessProbe: { httpGet, initialDelaySeconds: 5, periodSeconds: 2, successThreshold: 2 },
            livenessProbe: { httpGet, periodSeconds: 10, failureThreshold: 3 },
          },
        ],
      },
      { 'reeve.dev/run': '{"unhealthyAfter":"30s"}' },
    );
    const first = async (): Promise<Partial<ContainerStatus>> => (await pod()).status?.containerStatuses?.[0] ?? {};
    await passes(600);
    expect(await first()).toMatchObject({ started: false, ready: false });
    await passes(1000);
    expect(await first()).toMatchObject({ started: true, ready: false });
    await passes(4000);
    expect(await first()).toMatchObject({ ready: false });
    await passes(2000);
    expect(await first()).toMatchObject({ ready: true, restartCount: 0 });
    await passes(40_000);
    expect(await first()).toMatchObject({ restartCount: 0 });
    await passes(10_000);
    expect(await first()).toMatchObject({ restartCount: 1, lastState: { terminated: { exitCode: 137 } } });
    expect(await said()).toEqual(
      expect.arrayContaining([
        'Unhealthy: Liveness probe failed: HTTP probe failed with statuscode: 500',
        'Killing: Container main failed liveness probe, will be restarted',
      ]),
    );
  });
});

test('readiness gates hold a pod back until somebody says so', async () => {
  await onNode(async ({ create, passes, pod, cluster }) => {
    await create({ readinessGates: [{ conditionType: 'example.com/gate' }] });
    await passes(1000);
    expect(conditionsOf(await pod())).toMatchObject({ ContainersReady: 'True', Ready: 'False ReadinessGatesNotReady' });
    const conditions = [{ type: 'example.com/gate', status: 'True' }];
    await cluster.client.patchStatus(Pod, 'default/web', { type: 'strategic', patch: { status: { conditions } } });
    await passes(100);
    expect(conditionsOf(await pod())).toMatchObject({ Ready: 'True' });
  });
});

test('a pod that is deleted goes when its containers have ended, at the latest after its grace period', async () => {
  await onNode(async ({ create, passes, pod, cluster, said }) => {
    await create({ terminationGracePeriodSeconds: 20 }, { 'reeve.dev/run': '{"stopAfter":"5s"}' });
    await passes(1000);
    await cluster.client.delete(Pod, 'default/web');
    await passes(4000);
    expect((await pod()).metadata.deletionTimestamp).toBeDefined();
    await passes(2000);
    await expect(pod()).rejects.toMatchObject({ code: 'REEVE_NOT_FOUND' });
    expect(await said()).toContain('Killing: Stopping container main');

    await create({ terminationGracePeriodSeconds: 20 }, { 'reeve.dev/fail': 'slow-stop' });
    await passes(1000);
    await cluster.client.delete(Pod, 'default/web');
    await passes(19_000);
    expect((await pod()).metadata.deletionTimestamp).toBeDefined();
    await passes(2000);
    await expect(pod()).rejects.toMatchObject({ code: 'REEVE_NOT_FOUND' });
  });
});

test('a pod that is held by a finalizer shows how it ended', async () => {
  await onNode(async ({ create, passes, pod, cluster }) => {
    await create({ terminationGracePeriodSeconds: 1 });
    await cluster.client.patch(Pod, 'default/web', {
      type: 'merge',
      patch: { metadata: { finalizers: ['example.com/hold'] } },
    });
    await passes(1000);
    await cluster.client.delete(Pod, 'default/web');
    await passes(2000);
    const held = await pod();
    expect(held.status?.phase).toBe('Failed');
    expect(stateOf(held)?.terminated).toMatchObject({ exitCode: 143, reason: 'Error' });
    expect(held.metadata.deletionGracePeriodSeconds).toBe(0);
    expect(conditionsOf(held)).toMatchObject({ Ready: 'False PodFailed', PodReadyToStartContainers: 'False' });
  });
});

test('a pod may not run longer than its deadline', async () => {
  await onNode(async ({ create, passes, pod }) => {
    await create({ activeDeadlineSeconds: 5 });
    await passes(4000);
    expect((await pod()).status?.phase).toBe('Running');
    await passes(2000);
    expect((await pod()).status).toMatchObject({ phase: 'Failed', reason: 'DeadlineExceeded' });
  });
});

test('what a program says its containers do goes before what pods say', async () => {
  const behaviour = () => ({ exitAfterMs: 1000, exitCodes: [137], exitReason: 'OOMKilled' });
  await onNode(
    async ({ create, passes, pod }) => {
      await create({ restartPolicy: 'Never' });
      await passes(2000);
      expect(stateOf(await pod())?.terminated).toMatchObject({ exitCode: 137, reason: 'OOMKilled' });
    },
    { behaviour },
  );
});

test('an annotation that cannot be read does nothing, and an event says so', async () => {
  await onNode(async ({ create, passes, pod, said }) => {
    await create({}, { 'reeve.dev/run': '{"exitAfter":"soon"}' });
    await passes(1000);
    expect((await pod()).status?.phase).toBe('Running');
    expect((await said()).join('\n')).toMatch(
      /InvalidBehaviour: reeve.dev\/run cannot be read: "soon" is not a duration/,
    );
  });
});

test('pods of a lost node stay as they were, and go on when it is found', async () => {
  await onNode(async ({ create, passes, pod, cluster }) => {
    const fail = (value: string | null) =>
      cluster.client.patch(Node, 'node-1', {
        type: 'merge',
        patch: { metadata: { annotations: { 'reeve.dev/fail': value } } },
      });
    await create({}, { 'reeve.dev/run': '{"readyAfter":"10s"}' });
    await passes(1000);
    await fail('lost');
    await passes(60_000);
    expect(conditionsOf(await pod())).toMatchObject({ Ready: 'False ContainersNotReady' });
    await fail(null);
    await passes(1000);
    expect(conditionsOf(await pod())).toMatchObject({ Ready: 'True' });
  });
});

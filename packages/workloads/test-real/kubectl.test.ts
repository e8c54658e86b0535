/**
 * Real kubectl with an embedded server and our workloads behind it: what people do with a cluster, from a rollout to a drain.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiServer } from '@reeve/apiserver';
import type { Transport } from '@reeve/machinery';
import { virtualPodRuntime, Workloads } from '@reeve/workloads';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { Kubectl } from '../../apiserver/test-real/kubectl.ts';

const provided: ProvidedCluster | null = inject('realCluster');

const timing = { createMs: 0, pullMs: 0, runMs: 0, stopMs: 0 };

describe.runIf(provided?.assets)('kubectl', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-workloads-'));
  const way: { transport?: Transport } = {};
  let server: ApiServer;
  let workloads: Workloads;

  beforeAll(async () => {
    const podRuntime = virtualPodRuntime({ transport: () => way.transport });
    server = await ApiServer.start({ port: 0, profile: 'cluster', podRuntime });
    way.transport = server.transport;
    workloads = await Workloads.start({ transport: server.transport, nodes: 2, timing });
    writeFileSync(join(folder, 'kubeconfig'), server.kubeconfig(), { mode: 0o600 });
  });

  afterAll(async () => {
    await workloads?.stop();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs kubectl in a namespace of its own; a command that fails is an error. */
  async function inNamespace(namespace: string, use: (run: (line: string) => Promise<string>) => Promise<void>) {
    using kubectl = new Kubectl({ assets: provided?.assets ?? '', kubeconfig: join(folder, 'kubeconfig'), namespace });
    const run = async (line: string): Promise<string> => {
      const { code, stdout, stderr } = await kubectl.run(wordsOf(line));
      if (code !== 0) throw new Error(`kubectl ${line}: ${stderr}`);
      return stdout.trim();
    };
    await run(`create namespace ${namespace}`);
    await use(run);
  }

  test.concurrent('rolls out, looks back, undoes, restarts, pauses and scales', async () => {
    await inNamespace('rollouts', async (run) => {
      await run('create deployment web --image=web:1 --replicas=2');
      expect(await run('rollout status deployment/web')).toContain('deployment "web" successfully rolled out');
      await run('set image deployment/web web=web:2');
      expect(await run('rollout status deployment/web')).toContain('successfully rolled out');
      expect(await run('rollout history deployment/web')).toMatch(/REVISION +CHANGE-CAUSE\n1 +<none>\n2 +<none>/);
      await run('rollout undo deployment/web');
      await run('rollout status deployment/web');
      expect(await run('get deployment web -o jsonpath={.spec.template.spec.containers[0].image}')).toBe('web:1');
      await run('rollout restart deployment/web');
      await run('rollout status deployment/web');
      await run('rollout pause deployment/web');
      await run('rollout resume deployment/web');
      await run('scale deployment/web --replicas=3');
      await run('wait deployment/web --for=jsonpath={.status.availableReplicas}=3 --timeout=60s');
      expect(await run('get deployment web --no-headers')).toMatch(/^web +3\/3 +3 +3 /);
      expect(await run('autoscale deployment/web --min=1 --max=5')).toContain('autoscaled');
    });
  });

  test.concurrent('shows pods, their logs, and runs commands in them', async () => {
    await inNamespace('pods', async (run) => {
      await run('run web --image=web:1 --env=COLOR=blue');
      await run('wait pod/web --for=condition=Ready --timeout=60s');
      expect(await run('get pod web --no-headers')).toMatch(/^web +1\/1 +Running +0 /);
      expect(await run('logs web')).toMatch(/^web started: web:1, run 1, on node-\d$/);
      expect(await run('exec web -- hostname')).toBe('web');
      expect(await run('exec web -- printenv COLOR')).toBe('blue');
      await expect(run('exec web -- nothing')).rejects.toThrow(/nothing: not found|exit code 127/);
      expect(await run('describe pod web')).toMatch(
        /Normal +Started +\w+ +kubelet +spec.containers\{web\}: Container started/,
      );
      await run('delete pod web --wait');
    });
  });

  test.concurrent('cordons and drains a node, and its pods come back elsewhere', async () => {
    await inNamespace('drains', async (run) => {
      await run('create deployment moved --image=web:1 --replicas=2');
      await run('rollout status deployment/moved');
      await run('cordon node-2');
      expect(await run('get node node-2 --no-headers')).toMatch(/Ready,SchedulingDisabled/);
      await run('drain node-2 --pod-selector=app=moved --ignore-daemonsets --force --timeout=60s');
      await run('rollout status deployment/moved');
      expect(await run('get pods -o jsonpath={.items[*].spec.nodeName}')).toBe('node-1 node-1');
      await run('uncordon node-2');
    });
  });

  test.concurrent('runs jobs, also from a CronJob', async () => {
    await inNamespace('jobs', async (run) => {
      await run('create cronjob often --image=work:1 --schedule=@yearly -- true');
      await run('create job now --from=cronjob/often');
      await run('wait job/now --for=condition=Complete --timeout=60s');
      expect(await run('get job now --no-headers')).toMatch(/^now +Complete +1\/1 /);
      expect(await run('get pods --no-headers')).toMatch(/^now-\w{5} +0\/1 +Completed +0 /);
    });
  });

  test.concurrent('deletes a namespace with all that is in it', async () => {
    await inNamespace('deleted', async (run) => {
      await run('create deployment web --image=web:1 --replicas=2');
      await run('rollout status deployment/web');
      await run('delete namespace deleted --wait --timeout=60s');
      expect(await run('get pods -n deleted')).toBe('');
    });
  });
});

const wordsOf = (line: string): string[] => line.split(' ');

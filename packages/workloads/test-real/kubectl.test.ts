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
    workloads = await Workloads.start({ transport: server.transport, nodes: 3, timing });
    writeFileSync(join(folder, 'kubeconfig'), server.kubeconfig(), { mode: 0o600 });
  });

  afterAll(async () => {
    await workloads?.stop();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs kubectl in a namespace of its own; a command that fails is an error. */
  async function inNamespace(namespace: string, use: (run: Run, kubectl: Kubectl) => Promise<void>) {
    using kubectl = new Kubectl({ assets: provided?.assets ?? '', kubeconfig: join(folder, 'kubeconfig'), namespace });
    const run: Run = async (line, input) => {
      const { code, stdout, stderr } = await kubectl.run(wordsOf(line), input);
      if (code !== 0) throw new Error(`kubectl ${line}: exit code ${code}: ${stderr}`);
      return stdout.trim();
    };
    await run(`create namespace ${namespace}`);
    await use(run, kubectl);
  }

  test.concurrent('rolls out, looks back and undoes', async () => {
    await inNamespace('rollouts', async (run) => {
      await run('create deployment web --image=web:1 --replicas=2');
      expect(await run('rollout status deployment/web')).toContain('deployment "web" successfully rolled out');
      await run('set image deployment/web web=web:2');
      await run('annotate deployment/web kubernetes.io/change-cause=two');
      expect(await run('rollout status deployment/web')).toContain('successfully rolled out');
      await run('wait deployment/web --for=condition=Available --timeout=60s');
      expect(await run('rollout history deployment/web')).toMatch(/REVISION +CHANGE-CAUSE\n1 +<none>\n2 +two/);
      expect(await run('rollout history deployment/web --revision=1')).toMatch(/revision #1[^]+Image:\s+web:1/);
      expect(await run('rollout undo deployment/web')).toBe('deployment.apps/web rolled back');
      await run('rollout status deployment/web');
      expect(await run('get deployment web -o jsonpath={.spec.template.spec.containers[0].image}')).toBe('web:1');
      expect(await run('get pods -o jsonpath={.items[*].spec.containers[0].image}')).toBe('web:1 web:1');
      expect(await run('rollout history deployment/web')).not.toMatch(/^1 /m);
    });
  });

  test.concurrent('restarts, pauses, resumes, scales and autoscales', async () => {
    await inNamespace('changes', async (run) => {
      await run('create deployment web --image=web:1 --replicas=2');
      await run('rollout status deployment/web');
      const before = await run('get pods -o name');
      await run('rollout restart deployment/web');
      await run('rollout status deployment/web');
      expect(await run('get pods -o name')).not.toBe(before);
      await run('rollout pause deployment/web');
      await run('set image deployment/web web=web:2');
      await run('wait deployment/web --for=jsonpath={.status.observedGeneration}=4 --timeout=60s');
      expect(await run('get pods -o jsonpath={.items[*].spec.containers[0].image}')).toBe('web:1 web:1');
      await run('rollout resume deployment/web');
      await run('rollout status deployment/web');
      expect(await run('get pods -o jsonpath={.items[*].spec.containers[0].image}')).toBe('web:2 web:2');
      await run('scale deployment/web --replicas=3 --current-replicas=2');
      await run('wait deployment/web --for=jsonpath={.status.availableReplicas}=3 --timeout=60s');
      expect(await run('get deployment web --no-headers')).toMatch(/^web +3\/3 +3 +3 /);
      expect(await run('autoscale deployment/web --min=4 --max=5')).toContain('autoscaled');
      await run('wait deployment/web --for=jsonpath={.status.availableReplicas}=4 --timeout=60s');
      expect(await run('get hpa web --no-headers')).toMatch(/^web +Deployment\/web .* 4 +5 /);
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
      await expect(run('exec web -- nothing')).rejects.toThrow(/exit code 127: nothing: not found/);
      await expect(run('exec web -- sh -c exit\\x203')).rejects.toThrow(/exit code 3/);
      expect(await run('exec -i web -- cat', 'one\ntwo\n')).toBe('one\ntwo');
      expect(await run('exec -i web -- sh', 'echo $COLOR\nexit 0\n')).toBe('blue');
      expect(await run('describe pod web')).toMatch(
        /Normal +Started +\w+ +kubelet +spec.containers\{web\}: Container started/,
      );
      await run('delete pod web --wait');
    });
  });

  test.concurrent('shows the log of a container as it grows, and that of the run before a crash', async () => {
    await inNamespace('crashes', async (run, kubectl) => {
      await run('run loop --image=web:1 --annotations=reeve.dev/run={"exitAfter":"3s","exitCode":3}');
      await run('wait pod/loop --for=condition=Ready --timeout=60s');
      const followed = await kubectl.follow(['logs', '-f', 'loop'], async (until) => {
        await until((text) => text.includes('loop ended: exit code 3'));
      });
      expect(followed).toMatch(/^loop started: web:1, run \d, on node-\d\nloop ended: exit code 3, Error\n$/);
      const ended = '{.status.containerStatuses[0].lastState.terminated.exitCode}';
      await run(`wait pod/loop --for=jsonpath=${ended}=3 --timeout=60s`);
      expect(await run('logs loop --previous')).toMatch(/^loop started: [^]*\nloop ended: exit code 3, Error$/);
      await run('delete pod loop --now');
    });
  });

  test.concurrent('shows pods as they come and go', async () => {
    await inNamespace('watches', async (run, kubectl) => {
      await run('run first --image=web:1'); // once it is shown, nothing that follows is missed
      const seen = await kubectl.follow(['get', 'pods', '-w', '--no-headers'], async (until) => {
        await until((text) => text.includes('first'));
        await run('run web --image=slow:1 --annotations=reeve.dev/run={"pullTakes":"500ms"}');
        await until((text) => /web +1\/1 +Running/.test(text));
        await run('delete pod web');
        await until((text) => /web +.\/1 +Terminating/.test(text));
      });
      expect(seen).toMatch(/\nweb +0\/1 +Pending[^]*web +0\/1 +ContainerCreating[^]*web +1\/1 +Running[^]*Terminating/);
    });
  });

  test.concurrent('drains no further than a disruption budget allows', async () => {
    await inNamespace('budgets', async (run) => {
      await run('create deployment kept --image=web:1 --replicas=2');
      await run('rollout status deployment/kept');
      await run('create poddisruptionbudget kept --selector=app=kept --min-available=2');
      await run('wait pdb/kept --for=jsonpath={.status.currentHealthy}=2 --timeout=60s');
      const node = await run('get pods -o jsonpath={.items[0].spec.nodeName}');
      const drain = `drain ${node} --pod-selector=app=kept --timeout`;
      await expect(run(`${drain}=1s`)).rejects.toThrow(/violate the pod's disruption budget/);
      expect(await run('get deployment kept --no-headers')).toMatch(/^kept +2\/2 /);
      await run('delete pdb kept');
      await run('create poddisruptionbudget kept --selector=app=kept --min-available=1');
      expect(await run(`${drain}=60s`)).toContain(`node/${node} drained`);
      await run('rollout status deployment/kept');
      expect(await run('get pods -o jsonpath={.items[*].spec.nodeName}')).not.toContain(node);
      await run(`uncordon ${node}`);
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
      expect(await run('get pods -o jsonpath={.items[*].spec.nodeName}')).not.toContain('node-2');
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
      expect(await run('logs job/now')).toMatch(/ended: exit code 0, Completed$/);
    });
  });

  test.concurrent('deletes a namespace with all that is in it', async () => {
    await inNamespace('deleted', async (run) => {
      await run('create deployment web --image=web:1 --replicas=2');
      await run('rollout status deployment/web');
      await run('delete namespace deleted --wait --timeout=60s');
      expect(await run('get all')).toBe('');
      await expect(run('get namespace deleted')).rejects.toThrow(/namespaces "deleted" not found/);
    });
  });
});

/** Runs a line, and gives back what it prints. */
type Run = (line: string, input?: string) => Promise<string>;

/** The words of a line; a blank within a word is written `\x20`. */
const wordsOf = (line: string): string[] => line.split(' ').map((word) => word.replaceAll('\\x20', ' '));

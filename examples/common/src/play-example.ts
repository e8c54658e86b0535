/**
 * Plays an example: a cluster (embedded, or the one that `--kubeconfig` names), definitions installed, controllers running. With `--once` its scene plays to the
 * end; without, it goes on until Ctrl-C and tells of every run.
 */
import type { Client } from '@reeve/client';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1';
import { isConditionTrue, nodeHost } from '@reeve/machinery';
import { Manager, type ControllerDefinition } from '@reeve/runtime';
import { embeddedGround, namedGround, type Ground } from './ground.ts';
import { reportRun } from './report-run.ts';
import { Stage } from './stage.ts';

export interface Example {
  readonly definitions?: readonly { readonly crd: object }[];
  readonly controllers?: readonly ControllerDefinition[];
  /** Three commands to try. */
  readonly tries?: readonly string[];
  /** What is there at the beginning. */
  sample?(stage: Stage): Promise<void>;
  /** Plays it through; what it throws makes the example fail. */
  scene(stage: Stage): Promise<void>;
}

/** Plays, and sets the exit code. */
export async function playExample(example: Example): Promise<void> {
  const host = nodeHost();
  const started = host.clock.monotonic();
  const words = process.argv.slice(2);
  const named = words[words.indexOf('--kubeconfig') + 1];
  const ground =
    words.includes('--kubeconfig') && named !== undefined ? await namedGround(named) : await embeddedGround();
  const stop = new AbortController();
  try {
    const stage = new Stage({ ...ground, host });
    for (const { crd } of example.definitions ?? []) await install(stage, ground.client, crd);
    const manager = new Manager({
      transport: ground.transport,
      host,
      onReconcile: (record) => reportRun(record, (line) => stage.say(line)),
    });
    for (const controller of example.controllers ?? []) manager.add(controller);
    const running = manager.run({ signal: stop.signal });
    tell(example, ground, host.clock.monotonic() - started);
    await Promise.race([play(example, stage, words.includes('--once')), running]);
    stop.abort();
    await running;
  } finally {
    stop.abort();
    await ground.leave();
  }
}

async function play(example: Example, stage: Stage, isOnce: boolean): Promise<void> {
  await example.sample?.(stage);
  if (isOnce) await example.scene(stage);
  else await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
}

function tell({ tries = [] }: Example, { url, kubeconfig }: Ground, readyMs: number): void {
  const lines = [
    '',
    `  API server   ${url}   ready in ${Math.round(readyMs)} ms`,
    `  kubectl      export KUBECONFIG=${kubeconfig}`,
    '',
    ...tries.map((line, at) => `  ${at === 0 ? 'Try:' : '    '}         ${line}`),
    '',
  ];
  console.log(lines.join('\n'));
}

async function install(stage: Stage, client: Client, crd: object): Promise<void> {
  const { metadata } = await client.apply(
    CustomResourceDefinition,
    crd as CustomResourceDefinition & { metadata: { name: string } },
    {
      fieldManager: 'example',
      force: true,
    },
  );
  await stage.untilObject(CustomResourceDefinition, metadata.name ?? '', 'to be served', ({ status }) =>
    isConditionTrue(status?.conditions ?? [], 'Established'),
  );
}

/**
 * A part of our workloads as a program: `part.mjs KUBECONFIG controllers|nodes`. Says a line when it works.
 */
import { connect, KubeConfig } from '@reeve/client';
import { Workloads } from '@reeve/workloads';
import { readFileSync } from 'node:fs';

const [, , kubeconfig = '', part = ''] = process.argv;
const { transport } = connect((await KubeConfig.parse(readFileSync(kubeconfig, 'utf8'))).connection(), {
  userAgent: `bench-${part}`,
});
const capacity = { pods: '1000', cpu: '1000', memory: '1Ti' };
const nodes = Array.from({ length: 10 }, (_, at) => ({ name: `node-${at + 1}`, capacity }));
const workloads = await Workloads.start(
  part === 'controllers'
    ? { transport, parts: ['controllers'] }
    : {
        transport,
        parts: ['scheduler', 'kubelet'],
        nodes,
        heartbeatMs: 10_000,
        timing: { createMs: 0, pullMs: 0, runMs: 0, stopMs: 0 },
      },
);
console.log('works');
await workloads.ended;

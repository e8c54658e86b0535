/**
 * Where kubelets say what happens: core events, each from its own node.
 */
import type { Client } from '@reeve/client';
import type { Host } from '@reeve/machinery';
import { CoreEventBroadcaster, coreEventWriter } from '@reeve/runtime';
import type { EventRecorder, Logger, Runnable } from '@reeve/runtime';

/** What it needs. */
export interface KubeletEventsOptions {
  readonly client: Client;
  readonly host: Host;
  readonly log: Logger;
}

/** Recorders by node, and what a manager runs so that the last events are written before it ends. */
export function kubeletEvents({ client, ...options }: KubeletEventsOptions): {
  readonly recorder: (node: string) => EventRecorder;
  readonly runnable: Runnable;
} {
  const events = new CoreEventBroadcaster(options);
  events.recordTo(coreEventWriter(client));
  const recorders = new Map<string, EventRecorder>();
  const made = (node: string): EventRecorder => {
    const recorder = events.recorder({ component: 'kubelet', host: node });
    recorders.set(node, recorder);
    return recorder;
  };
  const run = async (signal: AbortSignal): Promise<void> => {
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await events.shutdown();
  };
  return {
    recorder: (node) => recorders.get(node) ?? made(node),
    runnable: { name: 'kubelet events', group: 'servers', run },
  };
}

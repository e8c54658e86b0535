/**
 * The thread of an embedded cluster: a reconcile that spins cannot hold up kubectl. Says where it is or why it is not, and ends when it is told to. An edge.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { nodeHost } from '@reeve/machinery';
import { serveEmbedded } from './serve-embedded.ts';
import type { EmbeddedOptions } from './serve-embedded.ts';
import { failureMessage } from './thread-messages.ts';
import type { ThreadMessage, ThreadOrder } from './thread-messages.ts';

const say = (message: ThreadMessage): void => parentPort?.postMessage(message, []);
const began = nodeHost().clock.monotonic();

try {
  const options = workerData as EmbeddedOptions; // from startInThread
  const cluster = await serveEmbedded(options, {
    onBug: (error) => say({ type: 'bug', text: textOf(error) }),
    onReport: (text) => say({ type: 'report', text }),
  });
  const startMs = nodeHost().clock.monotonic() - began;
  say({ type: 'listening', url: cluster.url, kubeconfig: cluster.kubeconfig, startMs });
  parentPort?.on('message', (order: ThreadOrder) => {
    if (order === 'populate') cluster.populate();
    else void cluster.stop().finally(() => say({ type: 'stopped' }));
  });
} catch (error) {
  say(failureMessage(error));
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

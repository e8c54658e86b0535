/**
 * Starts an embedded cluster in a thread of its own. An edge.
 */
import { Worker } from 'node:worker_threads';
import { ownProgram } from '../program/own-program.ts';
import type { EmbeddedCluster, EmbeddedOptions } from './serve-embedded.ts';
import { failureOf } from './thread-messages.ts';
import type { ThreadMessage, ThreadOrder } from './thread-messages.ts';

/** Resolves when the cluster listens. `onEnd` hears when its thread ends without having been told to, or says that it has a mistake. */
export function startInThread(
  options: EmbeddedOptions,
  { onEnd, onReport }: { onEnd(error: Error): void; onReport(sentence: string): void },
): Promise<EmbeddedCluster> {
  const thread = new Worker(ownProgram('embedded/server-thread'), { workerData: options, execArgv: [] });
  const tell = (order: ThreadOrder): void => thread.postMessage(order, []);
  return new Promise((resolve, reject) => {
    let isStopping = false;
    const stopped = new Promise<void>((done) => {
      thread.on('message', (message: ThreadMessage) => {
        if (message.type === 'listening') resolve({ ...message, populate: () => tell('populate'), stop });
        else if (message.type === 'failed') reject(failureOf(message));
        else if (message.type === 'bug') onEnd(new Error(message.text));
        else if (message.type === 'report') onReport(message.text);
        else done();
      });
      thread.once('exit', () => done());
    });
    const stop = async (): Promise<void> => {
      isStopping = true;
      tell('stop');
      await stopped;
      await thread.terminate();
    };
    thread.on('error', (error: Error) => {
      reject(error);
      if (!isStopping) onEnd(error);
    });
  });
}

/**
 * Pictures of this process on request: its heap, and where its time goes. Node's developer tools read them.
 * Upstream: controller-runtime's PprofBindAddress.
 */
import { Session } from 'node:inspector/promises';
import { getHeapSnapshot } from 'node:v8';
import type { Host } from '@reeve/machinery';
import { textAnswer } from '../server/request-handler.ts';
import type { RequestHandler } from '../server/request-handler.ts';

const longestSeconds = 300;

/** The heap, as a `.heapsnapshot`. Taking it stops the process for a moment, and takes as much memory again; so one at a time. */
export function heapSnapshot(): RequestHandler {
  let taking: symbol | undefined;
  return ({ method, signal }) => {
    const headers = attachment('heap.heapsnapshot');
    if (method === 'HEAD') return { status: 200, headers, body: '' };
    if (taking !== undefined) return textAnswer(409, 'a heap snapshot is being taken already\n');
    const own = (taking = Symbol('snapshot'));
    const end = (): void => {
      if (taking === own) taking = undefined;
    };
    signal.addEventListener('abort', end, { once: true }); // also for a client that goes away before it reads
    return { status: 200, headers, body: snapshot(end) };
  };
}

async function* snapshot(end: () => void): AsyncGenerator<Uint8Array, void, void> {
  try {
    for await (const chunk of getHeapSnapshot()) yield chunk as Uint8Array; // a stream of bytes; taken when somebody reads
  } finally {
    end();
  }
}

/** Answers in place of the heap, which holds the credentials and Secrets of this process, until it is asked for. */
export const noHeapSnapshot: RequestHandler = () =>
  textAnswer(
    403,
    'heap snapshots are off, since they hold credentials: debugServer: { heap: true }, or --debug-heap\n',
  );

/** Where time goes during `?seconds=`, 30 unless given, as a `.cpuprofile`. One at a time. */
export function cpuProfile(host: Host): RequestHandler {
  let isBusy = false;
  return async ({ method, query, signal }) => {
    const seconds = secondsIn(query.get('seconds') ?? '30');
    if (seconds === undefined) return textAnswer(400, `seconds is a number from 1 to ${longestSeconds}\n`);
    if (method === 'HEAD') return { status: 200, headers: attachment('cpu.cpuprofile'), body: '' };
    if (isBusy) return textAnswer(409, 'a profile is being taken already\n');
    isBusy = true;
    try {
      const profile = await profiled(() => host.sleep(seconds * 1000, signal));
      return { status: 200, headers: attachment('cpu.cpuprofile'), body: JSON.stringify(profile) };
    } finally {
      isBusy = false;
    }
  };
}

async function profiled(work: () => Promise<void>): Promise<object> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    await work();
    const { profile } = await session.post('Profiler.stop');
    return profile;
  } finally {
    session.disconnect();
  }
}

const secondsIn = (text: string): number | undefined => {
  const seconds = Number(text);
  return Number.isFinite(seconds) && seconds > 0 && seconds <= longestSeconds ? seconds : undefined;
};

const attachment = (name: string): Record<string, string> => ({
  'content-type': 'application/octet-stream',
  'content-disposition': `attachment; filename="${name}"`,
});

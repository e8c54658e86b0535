/**
 * The log of a pod as an answer that goes on for as long as it does.
 */
import { parseTime, type PodLogOptions, type PodRuntime } from '@reeve/machinery';
import { badRequest, type ApiObject } from '@reeve/registry';
import type { FrameSink, StreamResponse } from '../request/api-request.ts';
import { EventBatch } from '../watch/event-batch.ts';

/** Which part of a log a query asks for, at a time in milliseconds. */
export function logOptions(query: URLSearchParams, container: string, now: number): PodLogOptions {
  const count = (name: string): number | undefined => {
    const text = query.get(name);
    if (text === null) return undefined;
    if (!/^\d+$/.test(text)) throw badRequest(`${name} must be a number that is not negative, not ${text}`);
    return Number(text);
  };
  const [tailLines, limitBytes, sinceSeconds] = ['tailLines', 'limitBytes', 'sinceSeconds'].map(count);
  const sinceMs = sinceSeconds === undefined ? parseTime(query.get('sinceTime')) : now - sinceSeconds * 1000;
  return {
    container,
    follow: isOn(query, 'follow'),
    previous: isOn(query, 'previous'),
    timestamps: isOn(query, 'timestamps'),
    ...(tailLines !== undefined && { tailLines }),
    ...(limitBytes !== undefined && { limitBytes }),
    ...(sinceMs !== undefined && { sinceMs }),
  };
}

/** The log, as it comes. */
export const logAnswer = (runtime: PodRuntime, pod: ApiObject, options: PodLogOptions): StreamResponse => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  start: (sink, signal) => {
    pass(runtime.logs(pod, options, signal), sink).then(
      () => sink.end(),
      () => sink.destroy(),
    );
  },
});

/** Passes bytes on as fast as the reader takes them. */
async function pass(bytes: AsyncIterable<Uint8Array>, sink: FrameSink): Promise<void> {
  let drained: () => void = () => {};
  sink.onDrain(() => drained());
  for await (const piece of bytes) {
    if (piece.length === 0 || sink.write(new EventBatch([piece]))) continue;
    await new Promise<void>((resolve) => {
      drained = resolve;
    });
  }
}

/** A switch of a query: present, and not said to be off. */
export function isOn(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  return value !== null && !['false', '0', 'f', 'F', 'False', 'FALSE'].includes(value);
}

/**
 * The sink of a stream behind an effect: what passes, passes; then it is cut, goes silent, or loses and doubles events.
 */
import type { Random } from '@reeve/machinery';
import type { FrameSink } from '../request/api-request.ts';
import { EventBatch } from '../watch/event-batch.ts';
import type { FaultEffect } from './fault.ts';

export function spoiledSink(sink: FrameSink, effect: FaultEffect, random: Random): FrameSink {
  switch (effect.type) {
    case 'dropEvents':
      return {
        ...passing(sink),
        write: ({ frames }) =>
          writeAll(
            sink,
            frames.filter(() => !hits(effect.probability, random)),
          ),
      };
    case 'duplicateEvents':
      return {
        ...passing(sink),
        write: ({ frames }) =>
          writeAll(
            sink,
            frames.flatMap((frame) => (hits(effect.probability, random) ? [frame, frame] : [frame])),
          ),
      };
    case 'cut':
    case 'stall':
      return effect.afterBytes === undefined ? sink : limited(sink, effect.afterBytes, effect.type);
    default:
      return sink;
  }
}

function limited(sink: FrameSink, limit: number, end: 'cut' | 'stall'): FrameSink {
  let room = limit;
  return {
    ...passing(sink),
    write({ frames }) {
      let isReady = true;
      for (const frame of frames) {
        if (room > 0) isReady = sink.write(new EventBatch([frame.subarray(0, room)]));
        const isOver = frame.length > room;
        room = Math.max(room - frame.length, 0);
        if (isOver && end === 'cut') sink.destroy();
        if (isOver) return end === 'stall';
      }
      return isReady;
    },
  };
}

const hits = (probability: number | undefined, random: Random): boolean =>
  probability === undefined || random.next() < probability;

const writeAll = (sink: FrameSink, frames: readonly Uint8Array[]): boolean =>
  frames.length === 0 || sink.write(new EventBatch(frames));

function passing(sink: FrameSink): FrameSink {
  return {
    write: (batch) => sink.write(batch),
    onDrain: (callback) => sink.onDrain(callback),
    end: () => sink.end(),
    destroy: () => sink.destroy(),
  };
}

/**
 * Lets go of an answer that nobody wants. A short one is read to its end, so that its connection can be used again; a long one is cut.
 */
import type { TransportResponse } from '@reeve/machinery';
import { headerIn } from './response-head.ts';

/** Longer answers are not worth reading only to keep their connection. */
const worthReading = 2048;

/** Reads the rest, or ends the request. Never fails: what is thrown away may be broken. */
export const discard = async (response: TransportResponse): Promise<void> => {
  let left = Number(headerIn(response, 'content-length') ?? 0) > worthReading ? 0 : worthReading;
  try {
    for await (const chunk of response.body) {
      left -= chunk.length;
      if (left < 0) return;
    }
  } catch {
    // It was to be thrown away anyway.
  }
};

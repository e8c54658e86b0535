/**
 * About how much memory a store takes: the size of a sample as JSON. Interned objects take less, so this errs on the safe side.
 */
import { stringifyJson } from '@reeve/machinery';

const sampleSize = 64;

/** The bytes of all objects, judged by some of them, evenly spread. */
export function estimateBytes(objects: readonly object[]): number {
  const step = Math.max(1, Math.floor(objects.length / sampleSize));
  let [bytes, counted] = [0, 0];
  for (let at = 0; at < objects.length; at += step) {
    bytes += stringifyJson(objects[at]).length;
    counted += 1;
  }
  return counted === 0 ? 0 : Math.round((bytes / counted) * objects.length);
}

/**
 * Loads the vectors: documents and patches, each with what apimachinery v0.36.4 answered.
 */
import { readFileSync } from 'node:fs';
import type { JsonObject } from '@reeve/machinery';
import type { SchemaKind } from './workload-schemas.ts';

/** What upstream answered: a document or patch, the first line of an error, or a conflict. */
interface Outcome {
  readonly name: string;
  readonly kind: SchemaKind;
  readonly result?: JsonObject;
  readonly error?: string;
}

/** A patch applied to a document. */
export interface ApplyVector extends Outcome {
  readonly original: JsonObject;
  readonly patch: JsonObject;
}

/** A patch made from two documents. */
export interface TwoWayVector extends Outcome {
  readonly original: JsonObject;
  readonly modified: JsonObject;
}

/** A patch made from three documents. */
export interface ThreeWayVector extends TwoWayVector {
  readonly current: JsonObject;
  readonly overwrite: boolean;
  readonly conflict?: boolean;
}

export const applyVectors = load<ApplyVector>('apply-vectors.json');
export const twoWayVectors = load<TwoWayVector>('two-way-vectors.json');
export const threeWayVectors = load<ThreeWayVector>('three-way-vectors.json');

function load<Vector>(file: string): Vector[] {
  return JSON.parse(readFileSync(new URL(`fixtures/${file}`, import.meta.url), 'utf8')) as Vector[];
}

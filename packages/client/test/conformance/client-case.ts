/**
 * The shape of a case of the client's conformance suite.
 */
import type { Client } from '@reeve/client';

/** Something that a server may have or not. */
export type Capability =
  | 'core'
  | 'crds'
  | 'apply'
  | 'tokens'
  | 'impersonation'
  | 'scale'
  | 'eviction'
  | 'binding'
  | 'approval'
  | 'openapi';

/** What a case works with: a client, and a namespace that all cases share. */
export interface Surroundings {
  readonly client: Client;
  readonly namespace: string;
}

/** One thing that a client does. */
export interface Case {
  readonly title: string;
  readonly needs: Capability;
  run(surroundings: Surroundings): Promise<void>;
}

/** The error that a promise rejects with; none is an error of the test. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it was expected to fail, and did not');
}

/**
 * What a chaos run is about: an operator, what its users do, and the objects by which the end is judged.
 */
import type { Client } from '@reeve/client';
import type { AnyKind } from '@reeve/machinery';
import type { AnyController } from '../cluster/any-controller.ts';
import type { Defined } from '../definition/definition-input.ts';

/** An operator and its users. */
export interface ChaosScenario {
  readonly resources: readonly Defined[];

  /** The controllers of one process. Called once per process, so that nothing is remembered from one to the next. */
  controllers(): readonly AnyController[];

  /**
   * What users do, one after the other. A step is tried again until it succeeds, so doing it twice must do no more than doing it once; after the last one
   * the world has one right state, whatever went wrong on the way.
   */
  readonly steps: readonly ((client: Client, signal: AbortSignal) => Promise<unknown>)[];

  /** The kinds whose objects are the state. */
  readonly kinds: readonly AnyKind[];

  /** Paths that may differ from run to run, besides what servers fill in. */
  readonly ignorePaths?: readonly string[];
}

/** How one run goes. The seed decides everything else. */
export interface ChaosOptions {
  readonly seed: number;
  /** How many processes compete; 2 unless given. */
  readonly replicas?: number;
  /** False lets nothing go wrong: the run that others are compared with. */
  readonly isStormy?: boolean;
}

/** What came of a run. */
export interface ChaosReport {
  readonly seed: number;
  /** What should not have happened; empty when all is well. */
  readonly problems: readonly string[];
  /** The writes of the operator in order: when, who, what. The same seed gives the same. */
  readonly writes: readonly string[];
  readonly crashes: number;
  readonly state: ChaosState;
}

/** Objects by kind and key. */
export type ChaosState = ReadonlyMap<string, object>;

/**
 * What a chaos run is about: an operator, what its users do, and the objects by which the end is judged.
 */
import type { Profile } from '@reeve/apiserver';
import type { Client } from '@reeve/client';
import type { AnyKind, Host } from '@reeve/machinery';
import type { AnyController } from '../cluster/any-controller.ts';
import type { Defined } from '../definition/definition-input.ts';

/** An operator and its users. */
export interface ChaosScenario {
  readonly resources: readonly Defined[];

  /** The controllers of one process, which lives in the time of this host. Called once per process, so that nothing is remembered from one to the next. */
  controllers(host: Host): readonly AnyController[];

  /**
   * What users do, one after the other. A step is tried again until it succeeds, so doing it twice must do no more than doing it once; after the last one
   * the world has one right state, whatever went wrong on the way.
   */
  readonly steps: readonly ((client: Client, signal: AbortSignal) => Promise<unknown>)[];

  /** The kinds whose objects are the state. */
  readonly kinds: readonly AnyKind[];

  /** Paths that may differ from run to run, besides what servers fill in. */
  readonly ignorePaths?: readonly string[];

  /** How many processes compete, unless a run says otherwise; 2 unless given. */
  readonly replicas?: number;

  /** What the server does besides serving; `cluster` collects garbage and empties namespaces. As envtest unless given. */
  readonly profile?: Profile;

  /** Kinds whose requests go wrong in a storm as well, although their objects are not the state. */
  readonly alsoStormy?: readonly AnyKind[];

  /** False keeps lists and watches from being answered from the past, for operators that need a list to be the present, as servers promise. True unless given. */
  readonly hasStaleReads?: boolean;

  /**
   * Looks on from before the storm to the end. No storm touches the streams that it has opened when it resolves. The function is called at the end, and says
   * what was seen that should not have been.
   */
  observe?(client: Client, signal: AbortSignal): Promise<() => Promise<readonly string[]>>;
}

/** How one run goes. The seed decides everything else. */
export interface ChaosOptions {
  readonly seed: number;
  /** How many processes compete; as many as the scenario says unless given. */
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

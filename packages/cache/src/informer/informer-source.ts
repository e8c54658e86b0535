/**
 * Where an informer's objects come from: in production a reflector on a kind, in tests anything that writes to a `ReflectorStore`.
 */
import type { Host } from '@reeve/machinery';
import type { ReflectorState } from '../reflector/reflector-state.ts';
import type { ReflectorStore } from '../reflector/reflector-store.ts';

/** What a source is given by the informer that runs it. */
export interface SourceContext<T> {
  readonly host: Host;

  /** Has its say before an object is stored, once for each object received. */
  readonly transform: ((object: T) => T) | undefined;

  /** Something failed; the source goes on. */
  onError(error: unknown): void;

  /** What the source does now. */
  onState(state: ReflectorState): void;

  /** The server was heard of, whatever it said. */
  onHeard(): void;
}

/** Tells what is there and what happens. */
export interface InformerSource<T> {
  /** `Pods in namespace shop`: for messages. */
  readonly description: string;

  /** Writes to the store until the signal aborts. What it rejects with ends the informer. */
  run(store: ReflectorStore<T>, context: SourceContext<T>, signal: AbortSignal): Promise<void>;
}

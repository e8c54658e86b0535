/**
 * What stands behind pods: who knows their logs and can run commands in them. The API server passes requests on, as a real one does to the kubelets;
 * virtual nodes answer them. The two know only this. Upstream: the kubelet's API.
 */
import type { KubeObject } from '../object/kube-object.ts';
import type { DeepReadonly } from '../json/deep-readonly.ts';

/** Which part of a log is wanted. */
export interface PodLogOptions {
  readonly container: string;
  /** Goes on with what is still to come. */
  readonly follow: boolean;
  /** Of the run before this one. */
  readonly previous: boolean;
  /** Each line begins with its time. */
  readonly timestamps: boolean;
  readonly tailLines?: number;
  readonly limitBytes?: number;
  /** Lines since then, in milliseconds since 1970. */
  readonly sinceMs?: number;
}

/** A command to run in a container; none when one attaches to what runs there. */
export interface PodCommand {
  readonly container: string;
  readonly command: readonly string[];
  readonly isTerminal: boolean;
}

/** The ends of the streams of a command. */
export interface CommandStreams {
  /** What the client types, to its end. */
  readonly stdin: AsyncIterable<Uint8Array>;
  stdout(this: void, bytes: Uint8Array): void;
  stderr(this: void, bytes: Uint8Array): void;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
}

/** Stands behind pods. */
export interface PodRuntime {
  logs(pod: DeepReadonly<KubeObject>, options: PodLogOptions, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** Runs a command and gives its exit code. */
  exec(pod: DeepReadonly<KubeObject>, command: PodCommand, streams: CommandStreams): Promise<number>;
  /** Follows what a container prints until it ends, and gives its exit code. */
  attach(pod: DeepReadonly<KubeObject>, command: PodCommand, streams: CommandStreams): Promise<number>;
}

/**
 * What stands behind pods, where something does: who knows their logs and can run commands in them. The server only passes requests on, as a real one does to
 * the kubelets. Upstream: the kubelet's API.
 */
import type { ApiObject } from '../resource/served-resource.ts';

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

export interface PodRuntime {
  logs(pod: ApiObject, options: PodLogOptions, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** Runs a command and gives its exit code. */
  exec(pod: ApiObject, command: PodCommand, streams: CommandStreams): Promise<number>;
  /** Follows what a container prints until it ends. */
  attach(pod: ApiObject, command: PodCommand, streams: CommandStreams): Promise<number>;
}

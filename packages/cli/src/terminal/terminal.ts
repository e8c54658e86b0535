/**
 * What a command sees of the process it runs in: where it prints, what it reads, who stops it. Tests give their own, and run commands in process.
 */
import type { ConfigEnvironment } from '@reeve/client';
import type { SignalledProcess } from '@reeve/machinery';
import type { Files } from './files.ts';

/** A place to print to. */
export interface Output {
  write(text: string): void;
  readonly isTty: boolean;
  /** The width in characters; undefined where there is none. */
  readonly columns: number | undefined;
}

/** Where text comes from. */
export interface Input {
  /** Everything, to its end. */
  text(): Promise<string>;
  /**
   * Line by line, to the end or until the signal aborts. At a terminal each line is asked for with the prompt and can be edited, the arrow keys bring back those
   * before it, and Ctrl-C ends.
   */
  lines(prompt: string, signal: AbortSignal): AsyncIterable<string>;
  readonly isTty: boolean;
}

/** The process around a command. */
export interface Terminal {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: Input;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The folder that relative paths begin at. */
  readonly folder: string;
  readonly files: Files;
  readonly signals: SignalledProcess;
  /** The machine as kubeconfigs see it. */
  readonly environment: ConfigEnvironment;
}

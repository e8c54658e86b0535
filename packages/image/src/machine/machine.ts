/**
 * What building an image needs of the machine: files, programs, and requests to registries. Commands bind it to Node; tests may hand in a part of their own.
 */
import type { Host } from '@reeve/machinery';

/** A file, a folder or a link below a folder. */
export interface TreeEntry {
  /** The path below the folder, with slashes. */
  readonly path: string;
  readonly type: 'file' | 'folder' | 'link';
  readonly isExecutable: boolean;
  readonly size: number;
  /** What a link points to. */
  readonly target?: string;
}

/** Files and folders. Paths are absolute. */
export interface ImageFiles {
  /** The text; undefined when there is no such file. */
  read(path: string): Promise<string | undefined>;
  /** Writes beside the place and renames. */
  write(path: string, text: string): Promise<void>;
  /** Everything below a folder, each folder before what is in it, in the order of the paths. A folder that `enter` refuses is left out with all that is in it. */
  tree(folder: string, enter: (path: string) => boolean): Promise<readonly TreeEntry[]>;
  /** The bytes of a file, piece by piece. */
  stream(path: string): AsyncIterable<Uint8Array>;
  /** Writes pieces beside the place; the returned function moves the file to where it belongs. What is not moved is removed at the end. */
  draft(folder: string): Promise<Draft>;
  has(path: string): Promise<boolean>;
  list(folder: string): Promise<readonly string[]>;
  copy(from: string, to: string): Promise<void>;
  /** A folder that only this user reads; removed with all that is in it at the end. */
  temporary(): Promise<AsyncDisposable & { readonly path: string }>;
}

/** A file that is being written. */
export interface Draft extends AsyncDisposable {
  write(piece: Uint8Array): Promise<void>;
  /** Ends the file and puts it in its place. */
  moveTo(path: string): Promise<void>;
}

/** How a program ended. */
export interface ProgramResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program to run, without a shell. */
export interface ProgramCall {
  readonly command: string;
  readonly args: readonly string[];
  readonly folder?: string;
  readonly input?: string;
  readonly signal?: AbortSignal | undefined;
}

/** A request to a registry. */
export interface WebRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body; a stream is opened again for each attempt. */
  readonly body?: string | (() => AsyncIterable<Uint8Array>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The answer to a request. */
export interface WebResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Everything that building and pushing needs from outside. */
export interface Machine {
  readonly host: Host;
  readonly files: ImageFiles;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
  /** The processor, as images name it: `amd64`, `arm64`. */
  readonly architecture: string;
  /** Resolves with how the program ended; rejects when it cannot be started. */
  run(call: ProgramCall): Promise<ProgramResult>;
  request(request: WebRequest): Promise<WebResponse>;
}

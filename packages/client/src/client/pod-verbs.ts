/**
 * The verbs of pods, and of whatever else has these subresources: logs, commands, ports, evictions.
 * Upstream: client-go's pod expansion, tools/remotecommand, tools/portforward.
 */
import type { AnyKind, Status } from '@reeve/machinery';
import type { ByteStream } from '../request/byte-stream.ts';
import { copyFrom, copyTo, type CopyOptions } from '../streams/copy-files.ts';
import type { ExecSession } from '../streams/exec-session.ts';
import { commandParams, type AttachOptions, type ExecOptions } from '../verbs/pod-streams.ts';
import type { PortForward } from '../streams/port-forward.ts';
import { PortForwardListener, type PortForwardListenOptions } from '../streams/port-forward-listener.ts';
import { propagationOf } from '../verbs/encode-call.ts';
import type { HasSubresource } from '../verbs/has-subresource.ts';
import type { DeleteOptions } from '../verbs/options.ts';
import type { Ref } from '../verbs/ref.ts';
import { connectCall, subresourceCall } from './kind-calls.ts';
import { ResourceVerbs } from './resource-verbs.ts';

/** Which part of a log. */
export interface LogOptions {
  /** Which container; the only one, or the default, unless given. */
  readonly container?: string | undefined;
  /** True goes on with what is printed from now on. */
  readonly follow?: boolean | undefined;
  /** True reads the log of the container that ran before this one. */
  readonly previous?: boolean | undefined;
  readonly sinceSeconds?: number | undefined;
  /** RFC 3339 text. */
  readonly sinceTime?: string | undefined;
  readonly timestamps?: boolean | undefined;
  readonly tailLines?: number | undefined;
  readonly limitBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The verbs of pods. */
export abstract class PodVerbs extends ResourceVerbs {
  /** The log of a container, as it comes: `for await (const line of (await client.log(Pod, key)).lines())`. */
  async log<K extends AnyKind>(
    kind: K & HasSubresource<K, 'log'>,
    ref: Ref<K>,
    options: LogOptions = {},
  ): Promise<ByteStream> {
    const { signal, ...params } = options;
    return (await this.call(connectCall(kind, ref, 'log', params, signal))) as ByteStream;
  }

  /** Runs a command in a container. */
  async exec<K extends AnyKind>(
    kind: K & HasSubresource<K, 'exec'>,
    ref: Ref<K>,
    options: ExecOptions,
  ): Promise<ExecSession> {
    return (await this.call(connectCall(kind, ref, 'exec', commandParams(options), options.signal))) as ExecSession;
  }

  /** Attaches to the main process of a container. */
  async attach<K extends AnyKind>(
    kind: K & HasSubresource<K, 'attach'>,
    ref: Ref<K>,
    options: AttachOptions = {},
  ): Promise<ExecSession> {
    return (await this.call(connectCall(kind, ref, 'attach', commandParams(options), options.signal))) as ExecSession;
  }

  /** Copies a file or folder of this machine to a container that has `tar`. */
  copyTo<K extends AnyKind>(kind: K & HasSubresource<K, 'exec'>, ref: Ref<K>, options: CopyOptions): Promise<void> {
    const { container, signal } = options;
    return copyTo((command, stdin) => this.exec(kind, ref, { command, stdin, container, signal }), options);
  }

  /** Copies a file or folder of a container that has `tar` to this machine. What leads outside of the copy is refused. */
  copyFrom<K extends AnyKind>(kind: K & HasSubresource<K, 'exec'>, ref: Ref<K>, options: CopyOptions): Promise<void> {
    const { container, signal } = options;
    return copyFrom((command, stdin) => this.exec(kind, ref, { command, stdin, container, signal }), options);
  }

  /** Opens a connection to a port of a pod. */
  async portForward<K extends AnyKind>(
    kind: K & HasSubresource<K, 'portforward'>,
    ref: Ref<K>,
    port: number,
    { signal }: Pick<AttachOptions, 'signal'> = {},
  ): Promise<PortForward> {
    return (await this.call(connectCall(kind, ref, 'portforward', { ports: port }, signal))) as PortForward;
  }

  /**
   * Listens at a port of this machine and leads each connection to a port of a pod:
   * `await using web = await client.listenPortForward(Pod, key, 80, { localPort: 8080 })`.
   */
  listenPortForward<K extends AnyKind>(
    kind: K & HasSubresource<K, 'portforward'>,
    ref: Ref<K>,
    port: number,
    options: PortForwardListenOptions = {},
  ): Promise<PortForwardListener> {
    return PortForwardListener.listen(() => this.portForward(kind, ref, port), options);
  }

  /** Asks a pod to leave. A disruption budget that does not allow it yet is a `TooManyRequestsError`. */
  async evict<K extends AnyKind>(
    kind: K & HasSubresource<K, 'eviction'>,
    ref: Ref<K>,
    { gracePeriodSeconds, propagation, propagationPolicy, preconditions, ...options }: DeleteOptions = {},
  ): Promise<Status> {
    const policy = propagationOf({ propagation, propagationPolicy });
    const deleteOptions = { gracePeriodSeconds, preconditions, propagationPolicy: policy };
    return (await this.call(subresourceCall('create', kind, ref, 'eviction', { deleteOptions }, options))) as Status;
  }
}

/**
 * Stands behind the pods of virtual nodes: logs that tell their lives, and a shell that knows a handful of programs.
 */
import { Client } from '@reeve/client';
import { Pod } from '@reeve/kinds/core/v1';
import { isAbort, nodeHost } from '@reeve/machinery';
import type {
  CommandStreams,
  DeepReadonly,
  Host,
  KubeObject,
  PodCommand,
  PodLogOptions,
  PodRuntime,
  Transport,
} from '@reeve/machinery';
import type { BehaviourOf } from '../kubelet/container-behaviour.ts';
import { containerLog, containerStatusOf, wantedLines, type ContainerLog } from './container-log.ts';
import { runCommand, type ShellContext } from '../kubelet/tiny-shell.ts';

/** What a runtime needs. */
export interface VirtualPodRuntimeOptions {
  readonly host?: Host;
  /** What containers do, before what pods declare themselves: the same as the kubelets'. */
  readonly behaviour?: BehaviourOf;
  /** The way to the server, once there is one: logs that are followed look there for what is new. */
  readonly transport?: () => Transport | undefined;
}

/** A runtime for `ApiServer.start({ podRuntime })`. */
export function virtualPodRuntime(options: VirtualPodRuntimeOptions = {}): PodRuntime {
  return new VirtualPodRuntime(options);
}

class VirtualPodRuntime implements PodRuntime {
  readonly #host: Host;
  readonly #options: VirtualPodRuntimeOptions;

  constructor(options: VirtualPodRuntimeOptions) {
    this.#host = options.host ?? nodeHost();
    this.#options = options;
  }

  async *logs(
    object: DeepReadonly<KubeObject>,
    options: PodLogOptions,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array, void, void> {
    const { limitBytes = Infinity } = options;
    let left = limitBytes;
    for await (const text of this.#texts(object, options, signal)) {
      const bytes = Buffer.from(text).subarray(0, Math.min(left, Number.MAX_SAFE_INTEGER));
      left -= bytes.length;
      yield bytes;
      if (left <= 0) return;
    }
  }

  async exec(
    object: DeepReadonly<KubeObject>,
    { container, command }: PodCommand,
    streams: CommandStreams,
  ): Promise<number> {
    const context = this.#contextOf(object, container);
    const [program = ''] = command;
    if (command.length === 1 && isShell(program)) return await this.#interactive(context, streams);
    if (command.length === 1 && program === 'cat') return await copied(streams);
    return await this.#run(command, context, streams);
  }

  async attach(object: DeepReadonly<KubeObject>, { container }: PodCommand, streams: CommandStreams): Promise<number> {
    const options = { container, follow: true, previous: false, timestamps: false };
    for await (const text of this.#texts(object, options, streams.signal)) streams.stdout(Buffer.from(text));
    return containerLog(podOf(object), container, false, this.#options.behaviour).exitCode ?? 0;
  }

  /** The log piece by piece: what there is, and with `follow` what comes. */
  async *#texts(
    object: DeepReadonly<KubeObject>,
    options: PodLogOptions,
    signal: AbortSignal,
  ): AsyncGenerator<string, void, void> {
    const known = this.#logOf(object, options);
    const first = wantedLines(known.lines, options);
    if (first !== '') yield first;
    if (!options.follow || known.exitCode !== undefined) return;
    const { tailLines: _, ...rest } = options;
    const runs = runsOf(object, options);
    let told = known.lines.length;
    for await (const pod of this.#changes(object, signal)) {
      const hasRestarted = runsOf(pod, options) > runs;
      const { lines, exitCode } = this.#logOf(pod, { ...options, previous: hasRestarted });
      const next = wantedLines(lines.slice(told), rest);
      told = Math.max(told, lines.length);
      if (next !== '') yield next;
      if (exitCode !== undefined) return;
    }
  }

  #logOf(object: DeepReadonly<KubeObject>, { container, previous }: PodLogOptions): ContainerLog {
    return containerLog(podOf(object), container, previous, this.#options.behaviour);
  }

  /** The pod each time it changes, until it is gone or nobody listens any more. */
  async *#changes(
    { metadata }: DeepReadonly<KubeObject>,
    signal: AbortSignal,
  ): AsyncGenerator<DeepReadonly<Pod>, void, void> {
    const transport = this.#options.transport?.();
    if (transport === undefined) return;
    const { name = '', namespace = '', resourceVersion = '' } = metadata;
    const client = new Client({ transport, host: this.#host });
    try {
      const fields = { 'metadata.name': name };
      for await (const event of client.watch(Pod, { namespace, fields, resourceVersion, signal })) {
        if (event.type === 'DELETED') return;
        if (event.type === 'ADDED' || event.type === 'MODIFIED') yield event.object;
      }
    } catch (error) {
      if (!isAbort(error, signal)) throw error;
    }
  }

  async #run(command: readonly string[], context: ShellContext, streams: CommandStreams): Promise<number> {
    const ran = runCommand(command, context);
    if (ran === undefined) {
      streams.stderr(Buffer.from(`${command[0] ?? ''}: not found\n`));
      return 127;
    }
    if (ran.lines.length > 0) streams.stdout(Buffer.from(`${ran.lines.join('\n')}\n`));
    if (ran.durationMs > 0) await this.#host.sleep(ran.durationMs, streams.signal);
    return ran.exitCode;
  }

  /** A shell that reads its commands line by line. */
  async #interactive(context: ShellContext, streams: CommandStreams): Promise<number> {
    let [waiting, code] = ['', 0];
    for await (const bytes of streams.stdin) {
      const lines = (waiting + Buffer.from(bytes).toString('utf8')).split(/\r\n|\r|\n/);
      waiting = lines.pop() ?? '';
      for (const line of lines.filter((text) => text.trim() !== '')) {
        code = await this.#run(['sh', '-c', line], context, streams);
        if (/^\s*exit\b/.test(line)) return code;
      }
    }
    return waiting.trim() === '' ? code : await this.#run(['sh', '-c', waiting], context, streams);
  }

  #contextOf(object: DeepReadonly<KubeObject>, container: string): ShellContext {
    const { metadata, spec } = podOf(object);
    const { env = [] } = spec.containers.find(({ name }) => name === container) ?? {};
    return {
      hostname: spec.hostname ?? metadata.name ?? '',
      env: Object.fromEntries(env.map(({ name, value = '' }) => [name, value])),
      nowMs: this.#host.clock.now(),
    };
  }
}

/** Servers ask about pods only. */
const podOf = (object: DeepReadonly<KubeObject>): DeepReadonly<Pod> => object as DeepReadonly<Pod>;

const runsOf = (object: DeepReadonly<KubeObject>, { container }: PodLogOptions): number =>
  containerStatusOf(podOf(object), container)?.restartCount ?? 0;

const isShell = (program: string): boolean => /^(\/bin\/)?(sh|bash|ash)$/.test(program);

/** What comes in goes out. */
async function copied({ stdin, stdout }: CommandStreams): Promise<number> {
  for await (const bytes of stdin) stdout(bytes);
  return 0;
}

/**
 * The pods that run on virtual nodes, each with its state machine, and what they share: images that are on a node, addresses, and what containers have to tell.
 */
import { Pod } from '@reeve/kinds/core/v1';
import type { Node } from '@reeve/kinds/core/v1';
import { parseTime, uidOf } from '@reeve/machinery';
import type { DeepReadonly, Host, ObjectKey } from '@reeve/machinery';
import type { ReconcileContext } from '@reeve/runtime';
import { nodeAddress } from '../node/virtual-node.ts';
import { defaultTiming, type BehaviourOf, type ContainerBehaviour, type KubeletTiming } from './container-behaviour.ts';
import type { ContainerEvent } from './container-run.ts';
import { declaredBehaviour } from './declared-behaviour.ts';
import { PodAddresses } from './pod-addresses.ts';
import { PodRun } from './pod-run.ts';
import { resumeRun } from './resume-run.ts';
import { nonRootProblem } from './run-as-non-root.ts';

/** What runs need. */
export interface PodRunsOptions {
  readonly host: Host;
  readonly timing?: Partial<KubeletTiming>;
  readonly behaviour?: BehaviourOf;
}

/** A pod that is being run: the object it is for, and what was written of it last. */
export interface KnownPod {
  readonly uid: string | undefined;
  readonly run: PodRun;
  written?: { readonly status: object; readonly version: string };
}

export class PodRuns {
  readonly #host: Host;
  readonly #options: PodRunsOptions;
  readonly #timing: KubeletTiming;
  readonly #addresses = new PodAddresses();
  readonly #images = new Set<string>();
  readonly #pods = new Map<ObjectKey, KnownPod>();
  readonly #problems = new Map<string, string>();
  readonly #said: ContainerEvent[] = [];
  #hasSeenAddresses = false;

  constructor(options: PodRunsOptions) {
    this.#options = options;
    this.#host = options.host;
    this.#timing = { ...defaultTiming, ...options.timing };
  }

  /** The run of a pod: the one that is known, or one that goes on where the pod's status says. */
  async of(
    pod: DeepReadonly<Pod>,
    node: DeepReadonly<Node>,
    ctx: Pick<ReconcileContext<typeof Pod>, 'key' | 'list'>,
  ): Promise<KnownPod> {
    await this.#seeAddresses(ctx);
    const [known, uid] = [this.#pods.get(ctx.key), uidOf(pod)];
    if (known !== undefined && known.uid === uid) return known;
    if (known !== undefined) this.forget(ctx.key);
    const run = this.#newRun(pod, node);
    resumeRun(pod, run);
    const next = { uid, run };
    this.#pods.set(ctx.key, next);
    return next;
  }

  forget(key: ObjectKey): void {
    const known = this.#pods.get(key);
    this.#pods.delete(key);
    this.#problems.delete(known?.uid ?? '');
    if (known?.run.ip !== undefined) this.#addresses.release(known.run.ip);
  }

  /** What containers had to tell since this was last asked. */
  takeEvents(): readonly ContainerEvent[] {
    return this.#said.splice(0);
  }

  /** Addresses that pods have from before this process are not given again. */
  async #seeAddresses(ctx: Pick<ReconcileContext<typeof Pod>, 'list'>): Promise<void> {
    if (this.#hasSeenAddresses) return;
    this.#hasSeenAddresses = true;
    for (const { status } of await ctx.list(Pod)) if (status?.podIP) this.#addresses.take(status.podIP);
  }

  #newRun(pod: DeepReadonly<Pod>, node: DeepReadonly<Node>): PodRun {
    const { name = '', namespace = '', uid = '' } = pod.metadata;
    const nodeName = pod.spec.nodeName ?? '';
    const startedMs = parseTime(pod.status?.startTime) ?? this.#host.clock.now();
    return new PodRun({
      pod,
      nowMs: startedMs,
      createMs: this.#timing.createMs,
      behaviour: (now, container) => this.#behaviourOf(now, container),
      address: () => (pod.spec.hostNetwork ? nodeAddress(node) : this.#addresses.next()),
      around: {
        podName: `${name}_${namespace}(${uid})`,
        pullMs: this.#timing.pullMs,
        hasImage: (image) => this.#hasImage(nodeName, image),
        containerId: () => `containerd://${this.#digits(64)}`,
        emit: (event) => this.#said.push(event),
        configProblem: (container, imageUser) => nonRootProblem(pod, container, imageUser),
      },
    });
  }

  #behaviourOf(...[pod, container]: Parameters<BehaviourOf>): ContainerBehaviour {
    const { problem, ...declared } = declaredBehaviour(pod, container, this.#timing);
    const uid = uidOf(pod) ?? '';
    if (problem !== undefined && this.#problems.get(uid) !== problem) {
      this.#problems.set(uid, problem);
      this.#said.push({ container: container.name, type: 'Warning', reason: 'InvalidBehaviour', message: problem });
    }
    return { stopMs: this.#timing.stopMs, ...declared, ...this.#options.behaviour?.(pod, container) };
  }

  #hasImage(node: string, image: string): boolean {
    const [key, before] = [`${node} ${image}`, this.#images.size];
    return this.#images.add(key).size === before;
  }

  #digits(count: number): string {
    return Array.from({ length: count }, () => this.#host.random.integer(16).toString(16)).join('');
  }
}

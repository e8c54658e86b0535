/**
 * The pods that a controller has to look at because of their nodes. A pod that comes to a node about which there is nothing to say wakes nobody: that is nearly every pod,
 * and a run for each of them would be half of all runs in a cluster that rolls out.
 */
import { keyOf } from '@reeve/machinery';
import type { DeepReadonly, ObjectKey } from '@reeve/machinery';
import type { Node, Pod } from '@reeve/kinds/core/v1';
import { predicate } from '@reeve/runtime';
import type { EventMapper, ObjectEvent, Predicate } from '@reeve/runtime';
import { isPodBound } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import { PodsOnNodes } from './pods-on-nodes.ts';

/** What matters. */
export interface ConcernOptions {
  /** What of a node matters, as text: its pods are woken when this changes. */
  readonly of: (node: DeepReadonly<Node>) => string;
  /** True when a pod that comes to a node has to be looked at. Of a node that is not there nothing is known. */
  readonly concerns: (known: string | undefined) => boolean;
  /** True when a pod that stays where it is is as good as one that has just come. */
  readonly isNew?: (pod: ReadPod, old: ReadPod) => boolean;
}

/** The pods and nodes that a controller has heard of. */
export class PodsOfConcern {
  /** Wakes the pods of a node when what matters of it changes, and when it comes or goes. */
  readonly ofNodes: EventMapper<Node>;
  /** Lets pods pass that have to be looked at, and remembers where each is. Those that were there before are all looked at once. */
  readonly ofPods: Predicate<Pod>;
  readonly #options: ConcernOptions;
  readonly #known = new Map<string, string>();
  readonly #pods = new PodsOnNodes();

  constructor(options: ConcernOptions) {
    this.#options = options;
    const requests = (event: ObjectEvent<Node>) => (this.#learn(event) ? this.#pods.requests(event) : []);
    this.ofNodes = { name: 'pods of the node', requests };
    this.ofPods = predicate<Pod>('on a node that matters', {
      create: (pod) => this.#note(pod),
      update: (pod, old) => this.#note(pod) && this.#isNew(pod, old) && this.#isConcerned(keyOf(pod)),
      delete: (pod) => this.#leaves(keyOf(pod)),
    });
  }

  /** The node is not there after all. */
  lose(node: string): void {
    this.#known.delete(node);
  }

  /** True when there is something to learn from the event. */
  #learn({ type, object }: ObjectEvent<Node>): boolean {
    const { name = '' } = object.metadata;
    if (type === 'delete') return this.#known.delete(name);
    const now = this.#options.of(object);
    const isNews = type === 'create' || this.#known.get(name) !== now;
    this.#known.set(name, now);
    return isNews;
  }

  /** True when it is somewhere. */
  #note(pod: ReadPod): boolean {
    if (!isPodBound(pod)) return false;
    this.#pods.note(keyOf(pod), pod.spec.nodeName ?? '');
    return true;
  }

  #isNew(pod: ReadPod, old: ReadPod): boolean {
    return pod.spec.nodeName !== old.spec.nodeName || this.#options.isNew?.(pod, old) === true;
  }

  #isConcerned(key: ObjectKey): boolean {
    const node = this.#pods.nodeOf(key);
    return node !== undefined && this.#options.concerns(this.#known.get(node));
  }

  /** Of some pods that are gone only the key is known. */
  #leaves(key: ObjectKey): boolean {
    const isConcerned = this.#isConcerned(key);
    this.#pods.forget(key);
    return isConcerned;
  }
}

/**
 * The nodes and what is on them, as the scheduler knows it: from events, and from its own decisions before the events confirm them. It also knows which pods wait, so that a
 * change that could help wakes them and nothing has to look again and again.
 * Upstream: scheduler's cache and queue with their assumed pods and unschedulable ones.
 */
import { deepEqual, keyOf, labelsOf, nameOf, parseKey, uidOf } from '@reeve/machinery';
import type { DeepReadonly, ObjectKey } from '@reeve/machinery';
import type { Node, Pod } from '@reeve/kinds/core/v1';
import { requestOf } from '@reeve/runtime';
import type { EventMapper, ObjectEvent, Request } from '@reeve/runtime';
import { isPodTerminal } from '../pod/pod-state.ts';
import { amountsOf, minus, plus, podRequests, type Amounts } from './amounts.ts';

/** A pod that has its place. */
export interface PlacedPod {
  readonly pod: DeepReadonly<Pod>;
  readonly node: string;
  readonly requests: Amounts;
}

/** A node and what is on it. */
export interface NodeView {
  readonly name: string;
  readonly node: DeepReadonly<Node>;
  readonly allocatable: Amounts;
  readonly requested: Amounts;
  readonly pods: ReadonlyMap<ObjectKey, PlacedPod>;
}

interface OpenNodeView extends NodeView {
  requested: Amounts;
  readonly pods: Map<ObjectKey, PlacedPod>;
}

export class ClusterPicture {
  readonly #nodes = new Map<string, OpenNodeView>();
  readonly #placed = new Map<ObjectKey, PlacedPod & { readonly isAssumed: boolean }>();
  readonly #waiting = new Set<ObjectKey>();
  /** Those among them that want to be near other pods. */
  readonly #waitingForPods = new Set<ObjectKey>();

  /** Follows nodes, and wakes those that wait when one changes for the better. */
  readonly ofNodes: EventMapper<Node> = { name: 'waiting pods', requests: (event) => this.#sawNode(event) };
  /** Follows pods, and wakes those that wait when one makes room. */
  readonly ofPods: EventMapper<Pod> = { name: 'waiting pods', requests: (event) => this.#sawPod(event) };

  get nodes(): readonly NodeView[] {
    return [...this.#nodes.values()];
  }

  /** Every pod that has its place. */
  get pods(): Iterable<PlacedPod> {
    return this.#placed.values();
  }

  isPlaced(key: ObjectKey): boolean {
    return this.#placed.has(key);
  }

  /** Counts a pod as placed before the server says so. */
  assume(pod: DeepReadonly<Pod>, node: string): void {
    this.#waitsNoMore(keyOf(pod));
    this.#place(pod, node, true);
  }

  /** Takes an assumption back. */
  forget(key: ObjectKey): void {
    if (this.#placed.get(key)?.isAssumed === true) this.#remove(key);
  }

  /** Notes that there is no place for a pod at present. */
  waits(pod: DeepReadonly<Pod>): void {
    this.#waiting.add(keyOf(pod));
    if (pod.spec.affinity?.podAffinity !== undefined) this.#waitingForPods.add(keyOf(pod));
  }

  gone(key: ObjectKey): void {
    this.#waitsNoMore(key);
    this.#remove(key);
  }

  #sawNode(event: ObjectEvent<Node>): readonly Request[] {
    const name = nameOf(event.object) ?? '';
    if (event.type === 'delete') {
      this.#nodes.delete(name);
      return [];
    }
    const before = this.#nodes.get(name)?.node;
    this.#setNode(name, event.object);
    return before !== undefined && isAsGood(before, event.object) ? [] : wake(this.#waiting);
  }

  #setNode(name: string, node: DeepReadonly<Node>): void {
    const known = this.#nodes.get(name);
    const placed = [...this.#placed].filter(([, one]) => one.node === name);
    const pods = known?.pods ?? new Map<ObjectKey, PlacedPod>(placed);
    const requested = known?.requested ?? placed.map(([, one]) => one.requests).reduce(plus, {});
    this.#nodes.set(name, { name, node, allocatable: amountsOf(node.status?.allocatable), requested, pods });
  }

  #sawPod(event: ObjectEvent<Pod>): readonly Request[] {
    const pod = event.object;
    const [key, { nodeName = '' }] = [keyOf(pod), pod.spec];
    const before = this.#placed.get(key);
    if (event.type === 'delete' || isPodTerminal(pod)) {
      if (event.type === 'delete') this.#waitsNoMore(key);
      if (before === undefined || (uidOf(before.pod) !== uidOf(pod) && event.type === 'delete')) return [];
      this.#remove(key);
      return wake(this.#waiting);
    }
    if (nodeName === '') return [];
    this.#place(pod, nodeName, false);
    const isNew = before === undefined || !deepEqual(labelsOf(before.pod), labelsOf(pod));
    return isNew ? wake(this.#waitingForPods) : [];
  }

  #place(pod: DeepReadonly<Pod>, node: string, isAssumed: boolean): void {
    const key = keyOf(pod);
    const known = this.#placed.get(key);
    const isSame = known?.node === node && known.pod.spec === pod.spec;
    const requests = isSame ? known.requests : podRequests(pod);
    if (known !== undefined) this.#remove(key);
    const placed = { pod, node, requests, isAssumed };
    this.#placed.set(key, placed);
    const view = this.#nodes.get(node);
    if (view === undefined) return;
    view.pods.set(key, placed);
    view.requested = plus(view.requested, requests);
  }

  #remove(key: ObjectKey): void {
    const placed = this.#placed.get(key);
    if (placed === undefined) return;
    this.#placed.delete(key);
    const view = this.#nodes.get(placed.node);
    if (view?.pods.delete(key) === true) view.requested = minus(view.requested, placed.requests);
  }

  #waitsNoMore(key: ObjectKey): void {
    this.#waiting.delete(key);
    this.#waitingForPods.delete(key);
  }
}

const wake = (keys: ReadonlySet<ObjectKey>): readonly Request[] =>
  [...keys].map((key) => {
    const { namespace, name } = parseKey(key);
    return requestOf(namespace, name);
  });

/** True when a node's change cannot make a place for anybody. */
const isAsGood = (before: DeepReadonly<Node>, after: DeepReadonly<Node>): boolean =>
  deepEqual(before.status?.allocatable, after.status?.allocatable) &&
  deepEqual(labelsOf(before), labelsOf(after)) &&
  deepEqual(before.spec ?? {}, after.spec ?? {});

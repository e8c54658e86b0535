/**
 * Looks at every change of pods and of what they belong to, and judges them one after the other in the order in which the server made them: never more pods than a rollout, a
 * StatefulSet or a Job allows, never fewer that serve than a rollout must leave, StatefulSets in their order, and in the end nothing that belongs to nobody.
 */
import { ControllerRevision, Deployment, ReplicaSet, StatefulSet } from '@reeve/kinds/apps/v1';
import { Job } from '@reeve/kinds/batch/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { controllerOf, deletionStarted, isAbort, keyOf, uidOf } from '@reeve/machinery';
import { fencepostsOf, isPodActive, isPodReady } from '@reeve/workloads';

/** @typedef {import('@reeve/client').Client} Client */
/** @typedef {import('@reeve/machinery').AnyKind} AnyKind */
/** @typedef {import('@reeve/machinery').KubeObject} KubeObject */
/** @typedef {{ revision: number, type: string, object: any }} Change */

const owners = [Deployment, StatefulSet, Job];

/** @param {Client} client @param {AbortSignal} signal */
export async function watchPods(client, signal) {
  /** @type {Change[]} */
  const changes = [];
  await Promise.all([Pod, ...owners].map((kind) => collect(client, kind, { changes, signal })));
  return async () => [...judged(changes), ...(await leftovers(client))];
}

/**
 * Resolves when the stream is open.
 * @param {Client} client
 * @param {AnyKind} kind
 * @param {{ changes: Change[], signal: AbortSignal }} into
 */
async function collect(client, kind, { changes, signal }) {
  const { metadata } = await client.list(kind, { signal });
  const stream = client.watch(kind, { resourceVersion: metadata.resourceVersion ?? '', timeoutSeconds: 1e6, signal });
  const events = stream[Symbol.asyncIterator]();
  const read = async () => {
    for (let next = await events.next(); !next.done; next = await events.next()) {
      const { type, object } = next.value;
      if (type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED')
        changes.push({ revision: Number(object.metadata.resourceVersion), type, object });
    }
  };
  read().catch((/** @type {unknown} */ error) => {
    if (!isAbort(error, signal)) throw error;
  });
}

/** @param {readonly Change[]} changes */
function judged(changes) {
  const world = new World();
  return changes
    .toSorted((one, other) => one.revision - other.revision)
    .flatMap((change) => world.take(change).map((problem) => `at revision ${change.revision}: ${problem}`));
}

/** What there is at a moment. */
class World {
  /** @type {Map<string, any>} */
  #pods = new Map();
  /** By namespace and app. @type {Map<string, Group>} */
  #groups = new Map();

  /** Takes a change in and says what is wrong after it. @param {Change} change @returns {string[]} */
  take({ type, object }) {
    const group = this.#groupOf(object);
    if (object.kind !== 'Pod') return group.allow(object);
    const name = keyOf(object);
    const isNew = !this.#pods.has(name);
    if (type === 'DELETED') this.#pods.delete(name);
    else this.#pods.set(name, object);
    const pods = [...this.#pods.values()].filter((pod) => this.#groupOf(pod) === group);
    return group.judge(pods, isNew ? object : undefined);
  }

  /** @param {any} object */
  #groupOf({ metadata, spec }) {
    const app = metadata.labels?.app ?? spec.template?.metadata?.labels?.app ?? '';
    const name = `${metadata.namespace}/${app}`;
    const known = this.#groups.get(name) ?? new Group(name);
    this.#groups.set(name, known);
    return known;
  }
}

/** The pods of one owner, and how many of them there may be. */
class Group {
  /** As many as any of its specs so far allows: who has not heard of the last one follows the one before. */
  #most = 0;
  /** How many must serve once that many have. */
  #least = 0;
  #hasServed = false;
  /** Of pods that were ever made, where that is limited. */
  #left = Infinity;
  #isOrdered = false;

  /** @param {string} name */
  constructor(name) {
    this.name = name;
  }

  /** @param {any} owner @returns {string[]} */
  allow({ kind, metadata, spec }) {
    if (kind === 'Job' && this.#most === 0) this.#left = spec.completions;
    this.#isOrdered = kind === 'StatefulSet';
    const most = kind === 'Job' ? spec.parallelism : spec.replicas;
    const { maxSurge, maxUnavailable } = kind === 'Deployment' ? fencepostsOf({ metadata, spec }) : noPosts;
    this.#most = Math.max(this.#most, most + maxSurge);
    this.#least = kind === 'Deployment' && !metadata.deletionTimestamp ? most - maxUnavailable : 0;
    if (this.#serving < most) this.#hasServed = false;
    return [];
  }

  #serving = 0;

  /** @param {readonly any[]} pods @param {any} added @returns {string[]} */
  judge(pods, added) {
    const active = pods.filter(isPodActive);
    this.#serving = active.filter(isPodReady).length;
    const problems = [];
    if (active.length > this.#most) problems.push(`${this.name} has ${active.length} pods, and may have ${this.#most}`);
    if (this.#serving >= this.#most - 1 && this.#serving > this.#least) this.#hasServed = true;
    if (this.#hasServed && this.#serving < this.#least)
      problems.push(`${this.name} serves with ${this.#serving} pods, and must with ${this.#least}`);
    if (added !== undefined && (this.#left -= 1) < 0) problems.push(`${this.name} made a pod too many`);
    if (added !== undefined && this.#isOrdered) problems.push(...outOfOrder(added, active));
    return problems;
  }
}

const noPosts = { maxSurge: 0, maxUnavailable: 0 };

/** A pod of a StatefulSet comes when all before it serve. @param {any} added @param {readonly any[]} active */
function outOfOrder(added, active) {
  const ordinal = ordinalOf(added);
  const before = active.filter((pod) => ordinalOf(pod) < ordinal && isPodReady(pod)).length;
  return before === ordinal ? [] : [`${keyOf(added)} was made while ${before} before it served`];
}

/** @param {any} pod */
const ordinalOf = (pod) => Number(pod.metadata.labels['apps.kubernetes.io/pod-index']);

/** What should not be there in the end. @param {Client} client */
async function leftovers(client) {
  const lists = await Promise.all([...owners, ReplicaSet, ControllerRevision, Pod].map((kind) => client.list(kind)));
  const objects = /** @type {KubeObject[]} */ (lists.flatMap(({ items }) => items));
  const uids = new Set(objects.map(uidOf));
  return objects.flatMap((object) => {
    const name = `${object.kind} ${keyOf(object)}`;
    const owner = controllerOf(object);
    if (owner !== undefined && !uids.has(owner.uid)) return [`${name} belongs to ${owner.name}, which is gone`];
    if (deletionStarted(object)) return [`${name} does not go away`];
    return object.metadata.finalizers?.length ? [`${name} is still held`] : [];
  });
}

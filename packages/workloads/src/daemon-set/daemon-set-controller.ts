/**
 * Keeps a pod on every node that a daemon set selects, and brings them from one revision to the next.
 * Upstream: kubernetes pkg/controller/daemon.
 */
import { ControllerRevision, DaemonSet } from '@reeve/kinds/apps/v1';
import { Node, Pod } from '@reeve/kinds/core/v1';
import { controllerOf, deepEqual, deletionStarted, FlowBackoff, labelsOf } from '@reeve/machinery';
import { defineController, predicate, watch } from '@reeve/runtime';
import type { ControllerDefinition } from '@reeve/runtime';
import { controllerIndex } from '../pod/controlled.ts';
import { KnownSelectors } from '../pod/known-selectors.ts';
import { LiveOwners } from '../pod/live-owners.ts';
import { UnconfirmedPods } from '../pod/unconfirmed-pods.ts';
import { workloadOptions } from '../pod/workload-options.ts';
import type { WorkloadOptions } from '../pod/workload-options.ts';
import { DaemonSetRun } from './daemon-set-run.ts';

/** The controller of daemon sets. */
export function daemonSetController(options: WorkloadOptions = {}): ControllerDefinition<typeof DaemonSet> {
  const { host, maxConcurrent } = workloadOptions(options);
  const known = new KnownSelectors();
  const failures = new FlowBackoff({ clock: host.clock, initialMs: 1000, maxMs: 900_000 });
  const memory = { failures, unconfirmed: new UnconfirmedPods(), owners: new LiveOwners() };
  return defineController({
    name: 'daemonset-controller',
    for: DaemonSet,
    owns: [Pod, ControllerRevision],
    watches: [
      watch(Pod, (pod) => (controllerOf(pod) === undefined ? known.selecting(pod) : [])),
      watch(Node, () => known.keys(), { predicates: [placesChanged] }),
    ],
    indexes: [controllerIndex(Pod), controllerIndex(ControllerRevision)],
    maxConcurrent,
    events: 'core',
    toleratedRepeats: Infinity, // counts that go up one by one are no loop
    async reconcile(set, ctx) {
      known.set(ctx.key, set.spec.selector);
      failures.collect();
      // What the garbage collector deletes or leaves of a set that goes is not known, so nothing is said about it.
      return deletionStarted(set) ? undefined : await new DaemonSetRun(set, ctx, host, memory).reconcile();
    },
    gone(key) {
      known.delete(key);
      memory.unconfirmed.forget(key);
      memory.owners.forget(key);
    },
  });
}

/** A node that reports that it is well is no news. */
const placesChanged = predicate<Node>('places changed', {
  update: (node, old) =>
    !deepEqual(labelsOf(node), labelsOf(old)) || !deepEqual(node.spec?.taints ?? [], old.spec?.taints ?? []),
});

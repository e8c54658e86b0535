/**
 * Keeps numbered pods with names and volumes of their own, as a stateful set says: in order or all at once, of one revision or two.
 * Upstream: kubernetes pkg/controller/statefulset.
 */
import { ControllerRevision, StatefulSet } from '@reeve/kinds/apps/v1';
import { PersistentVolumeClaim, Pod } from '@reeve/kinds/core/v1';
import { controllerOf } from '@reeve/machinery';
import { defineController, watch } from '@reeve/runtime';
import type { ControllerDefinition } from '@reeve/runtime';
import { controllerIndex } from '../pod/controlled.ts';
import { hasGone } from '../pod/has-gone.ts';
import { KnownSelectors } from '../pod/known-selectors.ts';
import { LiveOwners } from '../pod/live-owners.ts';
import { workloadOptions } from '../pod/workload-options.ts';
import type { WorkloadOptions } from '../pod/workload-options.ts';
import { StatefulSetRun } from './stateful-set-run.ts';

/** The controller of stateful sets. */
export function statefulSetController(options: WorkloadOptions = {}): ControllerDefinition<typeof StatefulSet> {
  const { host, maxConcurrent } = workloadOptions(options);
  const known = new KnownSelectors();
  const owners = new LiveOwners();
  return defineController({
    name: 'statefulset-controller',
    for: StatefulSet,
    owns: [Pod, ControllerRevision],
    watches: [
      watch(Pod, (pod) => (controllerOf(pod) === undefined ? known.selecting(pod) : [])),
      watch(PersistentVolumeClaim, (claim) => known.selecting(claim), { predicates: [hasGone()] }),
    ],
    indexes: [controllerIndex(Pod), controllerIndex(ControllerRevision)],
    maxConcurrent,
    events: 'core',
    toleratedRepeats: Infinity, // counts that go up one by one are no loop
    reconcile(set, ctx) {
      known.set(ctx.key, set.spec.selector);
      return new StatefulSetRun(set, ctx, host, owners).reconcile();
    },
    gone(key) {
      known.delete(key);
      owners.forget(key);
    },
  });
}

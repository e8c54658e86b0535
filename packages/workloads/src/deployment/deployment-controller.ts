/**
 * Brings replica sets, and so pods, from one template to the next as a deployment says: rolling or recreating, paused or not, and back again.
 * Upstream: kubernetes pkg/controller/deployment.
 */
import { Deployment, ReplicaSet } from '@reeve/kinds/apps/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { controllerOf } from '@reeve/machinery';
import { defineController, watch } from '@reeve/runtime';
import type { ControllerDefinition } from '@reeve/runtime';
import { controllerIndex } from '../pod/controlled.ts';
import { hasGone } from '../pod/has-gone.ts';
import { KnownSelectors } from '../pod/known-selectors.ts';
import { LiveOwners } from '../pod/live-owners.ts';
import { workloadOptions } from '../pod/workload-options.ts';
import type { WorkloadOptions } from '../pod/workload-options.ts';
import { DeploymentRun } from './deployment-run.ts';
import { isRollingUpdate } from './fenceposts.ts';

/** The controller of deployments. */
export function deploymentController(options: WorkloadOptions = {}): ControllerDefinition<typeof Deployment> {
  const { host, maxConcurrent } = workloadOptions(options);
  const [known, recreating] = [new KnownSelectors(), new KnownSelectors()];
  const owners = new LiveOwners();
  return defineController({
    name: 'deployment-controller',
    for: Deployment,
    owns: [ReplicaSet],
    watches: [
      watch(ReplicaSet, (set) => (controllerOf(set) === undefined ? known.selecting(set) : [])),
      watch(Pod, (pod) => recreating.selecting(pod), { predicates: [hasGone()] }),
    ],
    indexes: [controllerIndex(ReplicaSet), controllerIndex(Pod)],
    maxConcurrent,
    wakesItself: false, // a run decides by what it writes, and there is nothing left to do after it
    events: 'core',
    toleratedRepeats: Infinity, // counts that go up one by one are no loop
    reconcile(deployment, ctx) {
      const { selector } = deployment.spec;
      known.set(ctx.key, selector);
      recreating.set(ctx.key, isRollingUpdate(deployment) ? undefined : selector);
      return DeploymentRun.run(deployment, ctx, { host, owners });
    },
    gone(key) {
      known.delete(key);
      recreating.delete(key);
      owners.forget(key);
    },
  });
}

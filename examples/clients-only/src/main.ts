/**
 * Runs the scripts one after the other, on the embedded server.
 */
import { playExample } from '@reeve-examples/common';
import { applyTogether } from './apply-together.ts';
import { listPods } from './list-pods.ts';
import { lookAround } from './look-around.ts';
import { watchChanges } from './watch-changes.ts';

await playExample({
  tries: ['kubectl get pods -A', 'kubectl api-resources', 'kubectl auth whoami'],
  async scene(stage) {
    await listPods(stage);
    await watchChanges(stage);
    await applyTogether(stage);
    await lookAround(stage);
  },
});

/**
 * From a client to a controller by hand, in the order in which the pieces are usually explained: list and watch, a reflector that fills a store, a queue of changes,
 * an informer with an index and handlers, a work queue with workers. At the end kubectl makes the changes, where there is one.
 */
import { playExample } from '@reeve-examples/common';
import { byClient } from './by-client.ts';
import { byInformer } from './by-informer.ts';
import { byKubectl } from './by-kubectl.ts';
import { byReflector } from './by-reflector.ts';
import { byWorkQueue } from './by-work-queue.ts';

await playExample({
  tries: [
    'kubectl get configmaps -n default --watch',
    'kubectl apply -f examples/configmap-1.yaml',
    'kubectl delete -f examples/configmap-1.yaml',
  ],
  async scene(stage) {
    await byClient(stage);
    await byReflector(stage);
    await byInformer(stage);
    await byWorkQueue(stage);
    await byKubectl(stage);
  },
});

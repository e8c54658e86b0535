/**
 * Plays the website operator on the embedded server. `--once` changes the sample, deletes its deployment, and ends when everything is as it should be again.
 */
import { playExample } from '@reeve-examples/common';
import { Deployment, mergePatch, Service } from 'reeve';
import { Website, websites } from './website.ts';

await playExample({
  definitions: [Website],
  controllers: [websites],
  tries: ['kubectl get websites -w', 'kubectl scale website blog --replicas 3', 'kubectl delete deployment blog'],
  async sample({ client }) {
    await client.apply(
      Website,
      { metadata: { namespace: 'default', name: 'blog' }, spec: { replicas: 2 } },
      { fieldManager: 'example' },
    );
  },
  async scene(stage) {
    const { client } = stage;
    await stage.untilObject(Website, 'default/blog', 'to be ready', ({ status }) => status?.ready === 2);
    stage.say('two pods are ready');
    await client.patch(Website, 'default/blog', mergePatch({ spec: { replicas: 3 } }));
    await stage.untilObject(Website, 'default/blog', 'to have three pods', ({ status }) => status?.ready === 3);
    stage.say('three pods are ready');
    const { metadata } = await client.get(Deployment, 'default/blog');
    await client.delete(Deployment, 'default/blog');
    await stage.untilObject(Deployment, 'default/blog', 'to come back', (found) => found.metadata.uid !== metadata.uid);
    await stage.untilObject(Website, 'default/blog', 'to be ready again', ({ status }) => status?.ready === 3);
    stage.say('the deployment is back: the operator works');
    await stage.show(Website, Deployment, Service);
  },
});

/**
 * Plays the operator: a Secret that follows the label of namespaces, a copy that comes back, and copies that go with their source.
 */
import { playExample } from '@reeve-examples/common';
import { mergePatch, Namespace, Secret } from 'reeve';
import { secretCopier, toAnnotation } from './secret-copier.ts';

const manager = { fieldManager: 'example' };
const team = (name: string, label: string) => ({ metadata: { name, labels: { team: label } } });

await playExample({
  controllers: [secretCopier],
  tries: ['kubectl get secrets -A', 'kubectl label namespace c team=web --overwrite', 'kubectl delete secret login'],
  async sample({ client }) {
    for (const one of [team('a', 'web'), team('b', 'web'), team('c', 'other')])
      await client.apply(Namespace, one, manager);
    const annotations = { [toAnnotation]: 'team=web' };
    await client.apply(
      Secret,
      { metadata: { namespace: 'default', name: 'login', annotations }, data: { token: 'c2VzYW1l' } },
      manager,
    );
  },
  async scene(stage) {
    const { client } = stage;
    for (const name of ['a', 'b']) await stage.untilObject(Secret, `${name}/login`, 'to be there');
    stage.say('two namespaces have a copy');
    await client.patch(Namespace, 'c', mergePatch({ metadata: { labels: { team: 'web' } } }));
    const { metadata } = await stage.untilObject(Secret, 'c/login', 'to be there');
    stage.say('a third one joined');
    await client.delete(Secret, 'c/login');
    await stage.untilObject(Secret, 'c/login', 'to come back', (found) => found.metadata.uid !== metadata.uid);
    stage.say('a copy that was deleted is back');
    await client.delete(Secret, 'default/login');
    for (const name of ['a', 'b', 'c']) await stage.untilGone(Secret, `${name}/login`);
    stage.say('the source is gone, and its copies with it');
  },
});

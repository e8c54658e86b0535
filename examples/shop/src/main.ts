/**
 * Plays the workflow of a Shop. `--once` creates one, migrates it once more, deletes it, waits until everything is gone, and ends.
 */
import { playExample } from '@reeve-examples/common';
import { Deployment, isConditionTrue, Job, mergePatch, StatefulSet } from 'reeve';
import { Shop, shop, shops } from './shop.ts';

const isMigratedTo =
  (schema: number) =>
  (found: {
    readonly status?:
      | { readonly workflow?: Readonly<Record<string, { readonly output?: string | undefined }>> | undefined }
      | undefined;
  }) =>
    found.status?.workflow?.['announce']?.output === `{"announced":${schema}}`;

await playExample({
  definitions: [Shop],
  controllers: [shops],
  tries: ['kubectl get shops', 'kubectl get shop flowers -o yaml', 'kubectl delete shop flowers'],
  async sample({ client }) {
    await client.apply(
      Shop,
      { metadata: { namespace: 'default', name: 'flowers' }, spec: { image: 'nginx', schema: 1 } },
      { fieldManager: 'example' },
    );
  },
  async scene(stage) {
    const { client } = stage;
    stage.say(shop.mermaid());
    const ready = await stage.untilObject(Shop, 'default/flowers', 'to be ready', ({ status }) =>
      isConditionTrue(status?.conditions, 'Ready'),
    );
    stage.say(
      `the database came first, then the migration, then the web server: ${Object.keys(ready.status?.workflow ?? {}).join(', ')}`,
    );
    await stage.untilGone(Job, 'default/flowers-migrate-1');
    stage.say('the migration is done, and its Job is deleted');
    await client.patch(Shop, 'default/flowers', mergePatch({ spec: { schema: 2 } }));
    await stage.untilObject(Shop, 'default/flowers', 'to be migrated again', isMigratedTo(2));
    stage.say('another schema was another migration');
    await client.delete(Shop, 'default/flowers');
    await stage.untilGone(Shop, 'default/flowers');
    await stage.untilGone(Deployment, 'default/flowers');
    await stage.untilGone(StatefulSet, 'default/flowers-db');
    stage.say('with the Shop all of it has gone');
  },
});

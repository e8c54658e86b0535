/**
 * Plays the operator with a service of its own. `--once` makes a bucket, changes it behind the operator's back, takes it away, deletes its object, and ends.
 */
import { playExample } from '@reeve-examples/common';
import { isConditionTrue } from 'reeve';
import { Bucket, buckets } from './bucket.ts';
import { startService } from './service.ts';

const service = await startService();
const name = 'default-photos';

await playExample({
  definitions: [Bucket],
  controllers: [buckets],
  tries: ['kubectl get buckets', 'kubectl describe bucket photos', 'kubectl delete bucket photos'],
  async sample({ client }) {
    await client.apply(
      Bucket,
      { metadata: { namespace: 'default', name: 'photos' }, spec: { service: service.url, versioned: true } },
      { fieldManager: 'example' },
    );
  },
  async scene(stage) {
    const { client } = stage;
    const ready = await stage.untilObject(
      Bucket,
      'default/photos',
      'to be ready',
      ({ status, spec }) => isConditionTrue(status?.conditions, 'Ready') && spec.zone !== undefined,
    );
    stage.say(`the bucket is there; the service has put it in ${ready.spec.zone}`);
    const stored = service.buckets.get(name);
    if (stored !== undefined) stored.versioned = false;
    await stage.until(
      'the bucket to be changed back',
      async () => service.buckets.get(name)?.versioned === true || undefined,
    );
    stage.say('somebody changed it, and it was changed back');
    await client.delete(Bucket, 'default/photos');
    await stage.untilGone(Bucket, 'default/photos');
    if (service.buckets.size > 0) throw new Error('the bucket is still there');
    stage.say('the bucket went before its object');
  },
});
service.close();

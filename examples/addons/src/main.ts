/**
 * Makes an Addon of each file in `manifests`. `--once` takes a document out of one of them, waits until its object is deleted, and ends.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { playExample } from '@reeve-examples/common';
import { ConfigMap, Deployment, isConditionTrue, isReady, Service } from 'reeve';
import { Addon, addons } from './addon.ts';

const folder = fileURLToPath(new URL('../manifests/', import.meta.url));
const files = readdirSync(folder).toSorted();
const textOf = (file: string): string => readFileSync(`${folder}${file}`, 'utf8');
const addonOf = (file: string, manifest: string) => ({
  metadata: { namespace: 'default', name: file.replace(/\.yaml$/, '') },
  spec: { file, manifest },
});

await playExample({
  definitions: [Addon],
  controllers: [addons],
  tries: ['kubectl get addons', 'kubectl get all -l applyset.kubernetes.io/part-of', 'kubectl delete addon dns'],
  async sample({ client }) {
    for (const file of files) await client.apply(Addon, addonOf(file, textOf(file)), { fieldManager: 'folder' });
  },
  async scene(stage) {
    const { client } = stage;
    for (const file of files)
      await stage.untilObject(Addon, `default/${file.replace(/\.yaml$/, '')}`, 'to be deployed', ({ status }) =>
        isConditionTrue(status?.conditions, 'Deployed'),
      );
    const deployment = await stage.untilObject(
      Deployment,
      'default/dns',
      'to be ready',
      (found) => isReady(found).isReady,
    );
    stage.say(`dns is ready: ${isReady(deployment).reason}`);
    await client.apply(Addon, addonOf('dns.yaml', textOf('dns.yaml').split('---\n').slice(0, 2).join('---\n')), {
      fieldManager: 'folder',
    });
    await stage.untilObject(Addon, 'default/dns', 'to have two objects', ({ status }) => status?.objects === 2);
    await stage.untilGone(Deployment, 'default/dns');
    stage.say('the deployment left the manifest and is deleted');
    await stage.show(Addon, ConfigMap, Service);
  },
});

/**
 * Pods of a deployment, page by page, and as the table that kubectl prints.
 */
import type { Stage } from '@reeve-examples/common';
import { Deployment, Pod } from 'reeve';

export async function listPods({ client, say, untilObject }: Stage): Promise<void> {
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx' }] } };
  const spec = { replicas: 3, selector: { matchLabels: labels }, template };
  await client.create(Deployment, { metadata: { namespace: 'default', name: 'web' }, spec });
  await untilObject(Deployment, 'default/web', 'to be ready', ({ status }) => status?.readyReplicas === 3);
  for await (const pod of client.listEach(Pod, { namespace: 'default', labels }))
    say(`pod ${pod.metadata.name} is ${pod.status?.phase} on ${pod.spec?.nodeName}`);
  const { columnDefinitions, rows } = await client.table(Pod, { namespace: 'default', labels });
  const shown = columnDefinitions.flatMap(({ priority, name }, index) => (priority === 0 ? [{ name, index }] : []));
  say(shown.map(({ name }) => name.padEnd(24)).join(''));
  for (const { cells } of rows) say(shown.map(({ index }) => JSON.stringify(cells[index]).padEnd(24)).join(''));
}

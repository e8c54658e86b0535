/**
 * Two managers of one object: each owns what it applies, and hears who owns the rest.
 */
import type { Stage } from '@reeve-examples/common';
import { ConfigMap, fieldConflictsOf, isConflict } from 'reeve';

const metadata = { namespace: 'default', name: 'shared' };

export async function applyTogether({ client, say }: Stage): Promise<void> {
  const [first, second] = [client.withFieldManager('first'), client.withFieldManager('second')];
  await first.apply(ConfigMap, { metadata, data: { color: 'red' } });
  await second.apply(ConfigMap, { metadata, data: { size: 'large' } });
  try {
    await second.apply(ConfigMap, { metadata, data: { size: 'large', color: 'green' } });
  } catch (error) {
    if (!isConflict(error)) throw error;
    for (const { field, manager } of fieldConflictsOf(error)) say(`${field} belongs to ${manager}`);
  }
  const forced = { metadata, data: { size: 'large', color: 'green' } };
  const { data } = await second.apply(ConfigMap, forced, { force: true });
  say(`taken over: ${JSON.stringify(data)}`);
}

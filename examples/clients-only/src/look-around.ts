/**
 * A server that one knows nothing about: its version, what it serves, and objects of kinds that are known at run time only.
 */
import type { Stage } from '@reeve-examples/common';

export async function lookAround({ client, say }: Stage): Promise<void> {
  const { gitVersion } = await client.serverVersion();
  const { groups } = await client.discovery.discover();
  say(`${gitVersion} serves ${groups.length} groups`);
  const kind = await client.kind('deploy');
  const { items } = await client.list(kind, { namespace: 'default' });
  say(`${kind.plural}.${kind.group}: ${items.map(({ metadata }) => metadata.name).join(', ')}`);
  const health = await client.raw.get().absPath('/readyz').doRaw();
  say(`the server says ${Buffer.from(health).toString()}`);
}

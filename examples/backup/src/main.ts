/**
 * Plays the operator with a catalogue of its own: a run every two seconds, runs that are entered, and a deletion that waits for the catalogue.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { playExample } from '@reeve-examples/common';
import { Backup, backups } from './backup.ts';

const manager = { fieldManager: 'example' };

/** What the catalogue was asked; while it is away it answers 503. */
const asked: string[] = [];
const state = { isAway: false };
const server = createServer((request, response) => {
  asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
  response.writeHead(state.isAway ? 503 : 204).end();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const catalogue = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port

await playExample({
  definitions: [Backup],
  controllers: [backups],
  tries: ['kubectl get backups', 'kubectl get jobs -w', 'kubectl delete backup nightly'],
  async sample({ client }) {
    const spec = { source: 'data', schedule: '@every 2s', catalogue, keep: 2 };
    await client.apply(Backup, { metadata: { namespace: 'default', name: 'nightly' }, spec }, manager);
  },
  async scene(stage) {
    const { client } = stage;
    await stage.untilObject(
      Backup,
      'default/nightly',
      'to have two runs in the catalogue',
      ({ status }) => status?.entered?.length === 2,
    );
    stage.say(`the catalogue was asked: ${asked[0] ?? ''}`);
    state.isAway = true;
    await client.delete(Backup, 'default/nightly');
    await stage.until('a removal that failed', async () => asked.find((one) => one.startsWith('DELETE')));
    await stage.untilObject(Backup, 'default/nightly', 'to be held by its finalizer');
    stage.say('the catalogue is away: the Backup waits');
    state.isAway = false;
    await stage.untilGone(Backup, 'default/nightly');
    stage.say('the catalogue is back: the Backup is gone');
  },
});
server.close();

/**
 * `node world.mjs DAYS remote|local|SCHEDULE`: a cluster at rest for so many virtual days, then prints how many watches and bookmarks there were and what CPU they took. A schedule is that of a CronJob
 * on a local server.
 */
import { ApiServer } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import { CronJob } from '@reeve/kinds/batch/v1';
import { VirtualHost } from '@reeve/machinery';
import { Workloads } from '@reeve/workloads';

const [, , days = '1', mode = 'remote'] = process.argv;
const counts = { watches: 0, bookmarks: 0 };
const host = new VirtualHost({ seed: 7 });
const server = await ApiServer.start({
  host,
  profile: 'cluster',
  onRequest: ({ target }) => {
    if (target.includes('watch=')) counts.watches += 1;
  },
});

await host.run(async () => {
  const workloads = await Workloads.start({
    transport: counting(server.transport),
    host,
    nodes: 3,
    isLocal: mode !== 'remote',
  });
  await host.sleep(1000);
  if (mode.includes('*')) await createCronJob(mode);
  await host.sleep(60_000);
  Object.assign(counts, { watches: 0, bookmarks: 0 });
  const before = process.cpuUsage();
  await host.sleep(Number(days) * 86_400_000);
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ ...counts, cpuSeconds: (user + system) / 1e6 }));
  await workloads.stop();
});
await server.stop();

/** @param {string} schedule */
async function createCronJob(schedule) {
  const containers = [{ name: 'main', image: 'busybox', command: ['true'] }];
  const jobTemplate = { spec: { template: { spec: { restartPolicy: /** @type {const} */ ('Never'), containers } } } };
  await new Client({ transport: server.transport, host }).create(CronJob, {
    metadata: { name: 'regular', namespace: 'default' },
    spec: { schedule, jobTemplate },
  });
}

/**
 * Counts the bookmarks in what the server sends.
 * @param {import('@reeve/machinery').Transport} transport
 * @returns {import('@reeve/machinery').Transport}
 */
function counting(transport) {
  return {
    ...transport,
    request: async (request) => {
      const response = await transport.request(request);
      return request.path.includes('watch=') ? { ...response, body: counted(response.body) } : response;
    },
  };
}

/** @param {AsyncIterable<Uint8Array>} body */
async function* counted(body) {
  for await (const bytes of body) {
    counts.bookmarks += Buffer.from(bytes).toString('latin1').split('"type":"BOOKMARK"').length - 1;
    yield bytes;
  }
}

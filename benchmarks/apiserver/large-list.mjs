/**
 * A process that fills a server with 10,000 objects of 100 KB and prints, in bytes, what they are together, what the process holds before somebody lists them over a socket, and the most that it
 * holds meanwhile.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ApiServer } from '@reeve/apiserver';

const path = '/api/v1/namespaces/default/configmaps';
const count = 10_000;
const filling = 'x'.repeat(100_000);

/** @param {string} field */
const memory = (field) =>
  Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;

const [, , url] = process.argv;
if (url === undefined) await serve();
else await list(url);

async function serve() {
  const server = await ApiServer.start({ port: 0, isPlain: true });
  for (let at = 0; at < count; at += 1) await create(server.transport, `l${at}`);
  writeFileSync('/proc/self/clear_refs', '5'); // the peak counts from here
  const before = memory('VmRSS');
  const reader = fork(fileURLToPath(import.meta.url), [`${server.url}${path}`]);
  const [data] = await once(reader, 'message');
  console.log(JSON.stringify({ data, before, peak: memory('VmHWM') }));
  await server.stop();
}

/** Reads the list in a process beside the server, and keeps nothing. @param {string} from */
async function list(from) {
  const response = await fetch(from);
  let bytes = 0;
  for await (const piece of response.body ?? []) bytes += piece.length;
  process.send?.(bytes);
  process.disconnect?.();
}

/** @param {import('@reeve/machinery').Transport} transport @param {string} name */
async function create(transport, name) {
  const body = Buffer.from(
    JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { filling } }),
  );
  const answer = await transport.request({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (answer.status !== 201) throw new Error(`create of ${name}: ${answer.status}`);
}

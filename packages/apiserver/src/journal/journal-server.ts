/**
 * The process behind the server: keeps the newest version of every object and serves it over loopback, so that a server that is started again finds its
 * data. It stands where etcd stands, and answers etcd's health check. Objects stay the text they came as, and of all deletions only the last is kept: it
 * is where versions go on from.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { linesOf, parseLine } from './journal-line.ts';

export const journalPath = '/reeve/journal';

/** A line, and its place in the order of commits. */
interface Kept {
  readonly revision: number;
  readonly line: string;
}

/** No object has this key. */
const lastDeletion = '';

export interface JournalServer extends AsyncDisposable {
  readonly port: number;
  close(): Promise<void>;
}

export async function serveJournal(options: { address: string; port: number }): Promise<JournalServer> {
  const kept = new Map<string, Kept>();
  const server = createServer((request, response) => void answer(kept, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.address, () => resolve());
  });
  const close = () => closeServer(server);
  return { port: (server.address() as AddressInfo).port, close, [Symbol.asyncDispose]: close };
}

async function answer(kept: Map<string, Kept>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const reply = (status: number, type: string, body: string) =>
    response.writeHead(status, { 'content-type': type }).end(body);
  if (request.url === '/health' || request.url?.startsWith('/readyz') || request.url?.startsWith('/livez'))
    return void reply(200, 'application/json', '{"health":"true","reason":""}');
  if (request.url === '/version')
    return void reply(200, 'application/json', '{"etcdserver":"3.6.8","etcdcluster":"3.6.0"}');
  if (request.url !== journalPath) return void reply(404, 'text/plain', '404 page not found\n');
  if (request.method === 'GET') return void reply(200, 'text/plain', everything(kept));
  for (const line of linesOf(await textOf(request))) keep(kept, line);
  reply(204, 'text/plain', '');
}

function keep(kept: Map<string, Kept>, line: string): void {
  const { resource, key, revision, isDeleted } = parseLine(line);
  const place = `${resource}\t${key}`;
  if (isDeleted) kept.delete(place);
  kept.set(isDeleted ? lastDeletion : place, { revision, line });
}

/** All lines in the order of their commits. */
const everything = (kept: ReadonlyMap<string, Kept>): string =>
  [...kept.values()]
    .toSorted((a, b) => a.revision - b.revision)
    .map(({ line }) => `${line}\n`)
    .join('');

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  return text;
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeAllConnections();
  await closed;
}

/**
 * The process behind the server: keeps the newest version of every object and serves it over loopback, so that a server that is started again finds its
 * data. It stands where etcd stands, and answers etcd's health check. Objects stay the text they came as, and of all deletions only the last is kept: it
 * is where versions go on from.
 *
 * One server writes at a time: who opens the journal gets an epoch, and appends of an older epoch are refused. Each process has an id, so that a server
 * notices that its etcd was started anew, without data.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isOwnHost } from '../request/host-names.ts';
import { linesIn, parseLine, type LineHead } from './journal-line.ts';

/** Where commits are appended. */
export const journalPath = '/reeve/journal';
/** Where a server becomes the writer and gets everything; who asks here whether it still is the writer gets no data. */
export const writerPath = '/reeve/journal/writer';
/** The type of appended lines. It is none that a web page may send without asking first. */
export const journalType = 'application/x-reeve-journal';
/** The headers that name the process and the writer. */
export const instanceHeader = 'reeve-instance';
export const epochHeader = 'reeve-epoch';

/** A line, and its place in the order of commits. */
interface Kept {
  readonly revision: number;
  readonly line: string;
}

/** No object has this key. */
const lastDeletion = '';

/** What the process holds. */
class Keeper {
  readonly instance = randomUUID();
  readonly #kept = new Map<string, Kept>();
  #epoch = 0;
  #revision = 0;

  get epoch(): number {
    return this.#epoch;
  }

  /** Makes who asks the only writer. */
  open(): number {
    return (this.#epoch += 1);
  }

  /** A line that is not newer than all before it came before: its writer did not hear that it was kept. */
  keep(line: string, { resource, key, revision, isDeleted }: LineHead): void {
    if (revision <= this.#revision) return;
    this.#revision = revision;
    const place = `${resource}\t${key}`;
    if (isDeleted) this.#kept.delete(place);
    this.#kept.set(isDeleted ? lastDeletion : place, { revision, line });
  }

  /** All lines in the order of their commits. */
  *everything(): Generator<string, void, void> {
    for (const { line } of [...this.#kept.values()].toSorted((a, b) => a.revision - b.revision)) yield `${line}\n`;
  }
}

export interface JournalServer extends AsyncDisposable {
  readonly port: number;
  close(): Promise<void>;
}

export async function serveJournal(options: { address: string; port: number }): Promise<JournalServer> {
  const keeper = new Keeper();
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    // A connection that breaks ends its own request and nothing else: what was kept before is worth more.
    answer(keeper, request, response, [options.address.toLowerCase()]).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.address, () => resolve());
  });
  const close = () => closeServer(server);
  return { port: (server.address() as AddressInfo).port, close, [Symbol.asyncDispose]: close };
}

type Reply = (status: number, body: string, type?: string) => void;

async function answer(
  keeper: Keeper,
  request: IncomingMessage,
  response: ServerResponse,
  names: readonly string[],
): Promise<void> {
  const reply: Reply = (status, body, type = 'text/plain') =>
    void response.writeHead(status, { 'content-type': type }).end(body);
  const { url = '', method, headers } = request;
  if (headers.origin !== undefined || (headers.host !== undefined && !isOwnHost(headers.host, names)))
    return reply(403, 'requests of web pages are refused\n');
  const path = url.split('?', 1)[0];
  if (path === journalPath) return append(keeper, request, reply);
  if (path === writerPath && method === 'POST') return open(keeper, response);
  if (path === writerPath && method === 'GET') return stillWrites(keeper, request, reply);
  const text = method === 'GET' || method === 'HEAD' ? plainAnswer(path) : undefined;
  if (text !== undefined) return reply(200, text, 'application/json');
  return reply(plainAnswer(path) !== undefined || path === writerPath ? 405 : 404, '404 page not found\n');
}

/** What etcd says to those who look after it. */
function plainAnswer(path = ''): string | undefined {
  if (path === '/health' || path.startsWith('/readyz') || path.startsWith('/livez'))
    return '{"health":"true","reason":""}';
  return path === '/version' ? '{"etcdserver":"3.6.8","etcdcluster":"3.6.0"}' : undefined;
}

/** Gives everything to a new writer, line by line: all of it may be more than one string holds. */
async function open(keeper: Keeper, response: ServerResponse): Promise<void> {
  const epoch = String(keeper.open());
  response.writeHead(200, {
    'content-type': 'text/plain',
    [instanceHeader]: keeper.instance,
    [epochHeader]: epoch,
  });
  await pipeline(Readable.from(keeper.everything()), response);
}

/** Keeps the lines of a body, all of them or none: a body that ends early was not acknowledged. */
async function append(keeper: Keeper, request: IncomingMessage, reply: Reply): Promise<void> {
  if (request.method !== 'POST') return reply(405, 'append with POST\n');
  if (request.headers['content-type'] !== journalType) return reply(415, `the body has to be ${journalType}\n`);
  const lines: [line: string, head: LineHead][] = [];
  let problem: string | undefined;
  for await (const line of linesIn(request.setEncoding('utf8'))) {
    const head = parseLine(line);
    if (typeof head === 'string') problem ??= `line ${lines.length + 1} is no record of a write: ${head}\n`;
    else lines.push([line, head]);
  }
  if (problem !== undefined) return reply(400, problem);
  if (refusal(keeper, request, reply)) return;
  for (const [line, head] of lines) keeper.keep(line, head);
  reply(204, '');
}

function stillWrites(keeper: Keeper, request: IncomingMessage, reply: Reply): void {
  if (!refusal(keeper, request, reply)) reply(204, '');
}

/** Refuses who is not the writer of this process: 410 where it wrote to another one, 409 where somebody else is the writer. */
function refusal(keeper: Keeper, { headers }: IncomingMessage, reply: Reply): boolean {
  if (headers[instanceHeader] !== keeper.instance) {
    reply(410, 'this is another etcd: it was started anew\n');
    return true;
  }
  if (headers[epochHeader] === String(keeper.epoch)) return false;
  reply(409, 'another kube-apiserver writes here\n');
  return true;
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeAllConnections();
  await closed;
}

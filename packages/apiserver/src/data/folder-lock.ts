/**
 * One server per data folder, told by a socket in the folder: who can connect to it knows that its server lives, and a killed server leaves one that nobody answers. Binding a path is
 * atomic, and the paths are numbered and not used twice, so that of two servers that find a dead one only one takes its place. An edge.
 */
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join, relative } from 'node:path';
import { hasCode } from '@reeve/machinery';
import { DataError } from './data-error.ts';
import { namesIn, removeFiles } from './file-access.ts';

const lockName = /^lock-(\d+)$/;
/** Systems take paths of sockets up to about this length. */
const longestPath = 100;

export class FolderLock implements AsyncDisposable {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Takes a folder, or says who has it. */
  static async take(folder: string): Promise<FolderLock> {
    const newest = Math.max(0, ...locksIn(folder));
    if (newest > 0 && (await isAnswered(addressOf(folder, newest)))) throw taken(folder);
    const number = newest + 1;
    const server = await bound(folder, number);
    const others = locksIn(folder).filter((other) => other !== number);
    if (others.some((other) => other > number)) {
      await closed(server);
      throw taken(folder);
    }
    removeFiles(
      folder,
      others.map((other) => `lock-${other}`),
    );
    server.unref();
    return new FolderLock(server);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await closed(this.#server);
  }
}

const locksIn = (folder: string): number[] =>
  namesIn(folder).flatMap((name) => Number(lockName.exec(name)?.[1] ?? []) || []);

function addressOf(folder: string, number: number): string {
  const path = join(realpathSync(folder), `lock-${number}`);
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\reeve-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`;
  const shorter = [path, relative(process.cwd(), path)].find((each) => Buffer.byteLength(each) <= longestPath);
  if (shorter !== undefined) return shorter;
  throw new DataError(
    `the path of the data folder is too long for the socket that keeps a second server out: ${path}; use one of at most ${longestPath - 12} bytes, or start the server in the folder above it`,
  );
}

/** Whether somebody listens at a path. */
function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const answer = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => answer(true)).once('error', (error) => answer(hasCode(error, 'EACCES')));
  });
}

function bound(folder: string, number: number): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(hasCode(error, 'EADDRINUSE') ? taken(folder) : unusable(folder, error)));
    server.listen({ path: addressOf(folder, number), exclusive: true }, () => resolve(server));
  });
}

const closed = (server: Server): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));

const taken = (folder: string): DataError =>
  new DataError(`another server has the data folder ${folder}: end that one, or name another folder`);

const unusable = (folder: string, cause: Error): DataError =>
  new DataError(
    `no socket can be made in the data folder ${folder} (${cause.message}), and without one a second server could not be kept out: use a folder on a local disk`,
    { cause },
  );

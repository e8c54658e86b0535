/**
 * A snapshot: all objects of a data folder in one file, to be kept elsewhere. Its last line is a digest of all before it, and nothing is restored before the whole file has been read and found right.
 */
import { createHash } from 'node:crypto';
import { checkCommits } from '../journal/journal-lines.ts';
import { printBatch, printHead, readBatches, readHead, type FileHead } from './batches.ts';
import { DataError } from './data-error.ts';
import { DataFolder, piecesOf } from './data-folder.ts';
import { isThere, namesIn, ReadFile, removeFile, WrittenFile } from './file-access.ts';
import { Newest } from './newest.ts';
import { readFolder, segmentsAmong } from './read-folder.ts';

/** What a snapshot holds. */
export interface SnapshotSummary {
  readonly revision: number;
  readonly objects: number;
  readonly bytes: number;
}

const endLine = (digest: string): string => `end ${digest}\n`;
const endLength = endLine('0'.repeat(64)).length;
/** A compaction may remove files while they are read; the next attempt finds the new ones. */
const attempts = 5;

/** Saves what a data folder holds, whether a server runs on it or not. A file that is there already is refused. */
export async function saveSnapshot(folder: string, path: string): Promise<SnapshotSummary> {
  if (segmentsAmong(namesIn(folder)).length === 0)
    throw new DataError(`${folder} holds no data of reeve: name the folder that a server was given with --data`);
  if (isThere(path)) throw new DataError(`${path} is there already, and is not replaced: name another file`);
  const { newest } = await readWhileWritten(folder);
  const commits = newest.commits();
  const { revision } = newest;
  const objects = newest.count;
  const beside = `${path}.${process.pid}.new`;
  const file = await WrittenFile.create(beside);
  try {
    const digest = createHash('sha256');
    const append = async (bytes: Buffer) => {
      digest.update(bytes);
      await file.append(bytes);
    };
    const serviceAccountKey = DataFolder.keyIn(folder);
    await append(
      printHead({ kind: 'snapshot', segment: 0, revision, objects, ...(serviceAccountKey && { serviceAccountKey }) }),
    );
    for (const piece of piecesOf(commits)) await append(printBatch(piece));
    await file.append(Buffer.from(endLine(digest.digest('hex'))));
    await file.sync();
    await file.rename(path);
  } catch (error) {
    removeFile(beside);
    throw error;
  } finally {
    await file.close();
  }
  return { revision, objects, bytes: file.length };
}

async function readWhileWritten(folder: string): ReturnType<typeof readFolder> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readFolder(folder);
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
}

/** Puts what a snapshot holds into a folder that has no data yet. */
export async function restoreSnapshot(path: string, folder: string): Promise<SnapshotSummary> {
  const { head, newest, bytes } = await readSnapshot(path);
  const commits = newest.commits();
  checkCommits(commits);
  await using data = await DataFolder.open(folder);
  if (!data.isEmpty)
    throw new DataError(
      `${folder} holds data already, and is not written over: name an empty folder, or move that one away first`,
    );
  await data.fill(commits, head.serviceAccountKey);
  return { revision: newest.revision, objects: newest.count, bytes };
}

async function readSnapshot(path: string): Promise<{ head: FileHead; newest: Newest; bytes: number }> {
  await using file = await ReadFile.open(path);
  const { head, end } = await readHead(file);
  if (head.kind !== 'snapshot')
    throw new DataError(
      `${path} is a file of a data folder, and no snapshot: name a file that "reeve server snapshot save" wrote`,
    );
  const until = file.size - endLength;
  await refuseChanged(file, until);
  const newest = new Newest();
  const batches = readBatches(file, end, until);
  let next = await batches.next();
  for (; !next.done; next = await batches.next()) newest.add(next.value, path);
  const { broken } = next.value;
  if (broken !== undefined || newest.count !== head.objects || newest.revision !== head.revision)
    throw changed(path, broken?.problem ?? 'it does not hold what its first line says');
  return { head, newest, bytes: file.size };
}

const pieceBytes = 4 * 1024 * 1024;

/** Refuses a snapshot that is not as it was written, to the last byte. */
async function refuseChanged(file: ReadFile, until: number): Promise<void> {
  if (until <= 0) throw changed(file.name, 'its end is missing');
  const digest = createHash('sha256');
  for (let at = 0; at < until; at += pieceBytes) digest.update(await file.read(at, Math.min(pieceBytes, until - at)));
  const last = (await file.read(until, endLength)).toString('latin1');
  if (!/^end [0-9a-f]{64}\n$/.test(last)) throw changed(file.name, 'its end is missing');
  if (last !== endLine(digest.digest('hex'))) throw changed(file.name, 'its checksum is wrong');
}

const changed = (path: string, problem: string): DataError =>
  new DataError(`${path} is not the snapshot that was saved: ${problem}. Nothing was restored; use another copy of it`);

/**
 * What is in a data folder, read without changing anything, so that a snapshot can be taken of a server that runs.
 */
import { join } from 'node:path';
import { readBatches, readHead, type FileHead } from './batches.ts';
import { DataError } from './data-error.ts';
import { namesIn, ReadFile } from './file-access.ts';
import { Newest } from './newest.ts';

/** A file of a folder: all objects of a moment, which stand for what is numbered up to it, or writes. */
export interface Segment {
  readonly kind: 'base' | 'journal';
  readonly number: number;
  readonly name: string;
}

/** All that a folder holds. */
export interface FolderContent {
  readonly newest: Newest;
  readonly baseBytes: number;
  readonly logBytes: number;
  /** The highest number of a file, 0 for an empty folder. */
  readonly number: number;
  /** How long the last log is, as far as it can be read. */
  readonly lastLength: number | undefined;
  /** What follows that: the end of a write that was never acknowledged. */
  readonly torn: { readonly name: string; readonly at: number; readonly bytes: number } | undefined;
  /** Files that nothing needs any more. */
  readonly leftOver: readonly string[];
}

const segmentName = /^(base|journal)-(\d{6,})$/;
const unfinishedName = /^(base|journal)-\d{6,}\.new$/;
const ownName = /^((base|journal)-\d{6,}(\.new)?|lock-\d+|service-account\.key(\.new)?)$/;

export const segmentFile = (kind: Segment['kind'], number: number): string =>
  `${kind}-${String(number).padStart(6, '0')}`;

export const segmentsAmong = (names: readonly string[]): Segment[] =>
  names
    .flatMap((name): Segment[] => {
      const [, kind, number] = segmentName.exec(name) ?? [];
      return kind === undefined ? [] : [{ kind: kind as Segment['kind'], number: Number(number), name }];
    })
    .toSorted((a, b) => a.number - b.number);

/** Refuses a folder that holds files of somebody else and no data of ours. */
export function refuseForeign(folder: string, names: readonly string[]): void {
  const [foreign] = names.filter((name) => !ownName.test(name));
  if (foreign === undefined || segmentsAmong(names).length > 0) return;
  throw new DataError(
    `${folder} holds files of somebody else (${foreign}) and no data of reeve: nothing was changed; name an empty folder, or one that is not there yet`,
  );
}

export async function readFolder(folder: string): Promise<FolderContent> {
  const names = namesIn(folder);
  const segments = segmentsAmong(names);
  const base = segments.findLast(({ kind }) => kind === 'base');
  const logs = segments.filter(({ kind, number }) => kind === 'journal' && number > (base?.number ?? 0));
  refuseGaps(folder, base, logs);
  const newest = new Newest();
  const baseBytes = base === undefined ? 0 : await readBase(folder, base, newest);
  newest.endBase();
  let logBytes = 0;
  let torn: FolderContent['torn'];
  let last: number | undefined;
  for (const [index, log] of logs.entries()) {
    const read = await readLog(folder, log, logs[index + 1], newest);
    logBytes += read.end;
    last = read.end;
    if (read.bytes > 0) torn = { name: join(folder, log.name), at: read.end, bytes: read.bytes };
  }
  const needed = new Set([base, ...logs].map((each) => each?.name));
  return {
    newest,
    baseBytes,
    logBytes,
    number: Math.max(0, ...segments.map(({ number }) => number)),
    lastLength: last,
    torn,
    leftOver: [
      ...segments.filter(({ name }) => !needed.has(name)).map(({ name }) => name),
      ...names.filter((name) => unfinishedName.test(name)),
    ],
  };
}

function refuseGaps(folder: string, base: Segment | undefined, logs: readonly Segment[]): void {
  for (const [index, { number }] of logs.entries()) {
    const wanted = (base?.number ?? 0) + 1 + index;
    if (number === wanted) continue;
    throw new DataError(
      `${join(folder, segmentFile('journal', wanted))} is missing, and ${segmentFile('journal', number)} follows it: nothing was changed; put it back, or restore a snapshot into another folder`,
    );
  }
}

async function readBase(folder: string, { name, number }: Segment, newest: Newest): Promise<number> {
  await using file = await ReadFile.open(join(folder, name));
  const { head, end } = await readHead(file);
  refuseOther(file, head, 'base', number);
  const batches = readBatches(file, end);
  let next = await batches.next();
  for (; !next.done; next = await batches.next()) newest.add(next.value, file.name);
  const { broken } = next.value;
  if (broken !== undefined) throw damaged(file, broken.at, broken.problem);
  return file.size;
}

/** Reads a log as far as it is valid: to where the next one says that it was, or for the last one, to the end of its last whole batch. */
async function readLog(
  folder: string,
  { name, number }: Segment,
  following: Segment | undefined,
  newest: Newest,
): Promise<{ end: number; bytes: number }> {
  await using file = await ReadFile.open(join(folder, name));
  const { head, end } = await readHead(file);
  refuseOther(file, head, 'log', number);
  const until = following === undefined ? undefined : await lengthBefore(folder, following);
  if (until !== undefined && until > file.size)
    throw damaged(file, file.size, `it has been cut: it had ${until} bytes, and now has ${file.size}`);
  const batches = readBatches(file, end, until ?? file.size);
  let next = await batches.next();
  for (; !next.done; next = await batches.next()) newest.add(next.value, file.name);
  const { broken, end: valid } = next.value;
  if (broken === undefined) return { end: valid, bytes: 0 };
  if (until !== undefined || broken.isFollowed) throw damaged(file, broken.at, broken.problem);
  return { end: valid, bytes: file.size - valid };
}

async function lengthBefore(folder: string, { name }: Segment): Promise<number | undefined> {
  await using file = await ReadFile.open(join(folder, name));
  return (await readHead(file)).head.lengthBefore;
}

function refuseOther(file: ReadFile, { kind, segment }: FileHead, wanted: FileHead['kind'], number: number): void {
  if (kind === wanted && segment === number) return;
  throw new DataError(
    `${file.name} says that it is ${kind} ${segment}: it is not the file that was written there. Nothing was changed; put the right one back, or restore a snapshot into another folder`,
  );
}

const damaged = (file: ReadFile, at: number, problem: string): DataError =>
  new DataError(
    `${file.name} is damaged at byte ${at}: ${problem}. Nothing was changed, and nothing is served from it; put back a copy of the folder, or restore a snapshot into another folder: reeve server snapshot restore FILE --data DIR`,
  );

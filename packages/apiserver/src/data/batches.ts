/**
 * The bytes of a file of data: a line that says what the file is, and then batches, each behind its length and its checksum. A batch is written at once and counts as a whole or not at
 * all. The next is only begun when the one before is on the disk, so a batch that is not whole can only be the last.
 */
import { crc32 } from 'node:zlib';
import { DataError } from './data-error.ts';

/** The version of the format. A file of another one is refused. */
export const formatVersion = 1;

/** What a file is: all objects of a moment, or the writes after it. `segment` counts the files of a folder. */
export interface FileHead {
  readonly format: 'reeve data';
  readonly version: number;
  readonly kind: 'base' | 'log' | 'snapshot';
  readonly segment: number;
  /** How long the log before this one was when this one was begun; what is behind that was never acknowledged. */
  readonly lengthBefore?: number;
  /** A snapshot says what is in it. */
  readonly revision?: number;
  readonly objects?: number;
  /** The key of the tokens of service accounts goes with the snapshot, so that they stay good. */
  readonly serviceAccountKey?: string;
}

/** Where bytes are read. */
export interface ByteSource {
  readonly name: string;
  readonly size: number;
  read(at: number, length: number): Promise<Buffer>;
}

/** A place where a batch should be and none is. */
export interface BrokenBatch {
  readonly at: number;
  readonly problem: string;
  /** Whether a whole batch follows: then this one was acknowledged, and is damaged. */
  readonly isFollowed: boolean;
}

const longestHead = 1024;
const longestBatchHead = 32;
const batchHead = /^#(\d{1,12}) ([0-9a-f]{8})\n/;

export const printHead = (head: Omit<FileHead, 'format' | 'version'>): Buffer =>
  Buffer.from(`${JSON.stringify({ format: 'reeve data', version: formatVersion, ...head })}\n`);

export function printBatch(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from(`#${bytes.length} ${checksum(bytes)}\n`), bytes]);
}

const checksum = (bytes: Buffer): string => crc32(bytes).toString(16).padStart(8, '0');

/** The head of a file, and where its batches begin. Foreign files and those of another version are refused. */
export async function readHead(source: ByteSource): Promise<{ head: FileHead; end: number }> {
  const begin = await source.read(0, Math.min(longestHead, source.size));
  const end = begin.indexOf('\n') + 1;
  const head = parsed(begin.toString('utf8', 0, Math.max(end - 1, 0)));
  if (head?.format !== 'reeve data' || typeof head.version !== 'number')
    throw new DataError(
      `${source.name} is no file of reeve: nothing was changed; move it away, or name another folder`,
    );
  if (head.version !== formatVersion)
    throw new DataError(
      `${source.name} has format ${head.version}, and this reeve reads format ${formatVersion}: nothing was changed; use the reeve that wrote it, or a newer one`,
    );
  return { head: head as FileHead, end };
}

function parsed(text: string): Partial<FileHead> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The texts of all batches from a place on, up to `until`. Where there is no whole batch, it ends and says why. */
export async function* readBatches(
  source: ByteSource,
  from: number,
  until = source.size,
): AsyncGenerator<string, { end: number; broken?: BrokenBatch }, void> {
  let at = from;
  while (at < until) {
    const found = await batchAt(source, at, until);
    if (typeof found === 'string') {
      const isFollowed = await hasBatchAfter(source, at, until);
      return { end: at, broken: { at, problem: found, isFollowed } };
    }
    yield found.bytes.toString('utf8');
    at = found.end;
  }
  return { end: at };
}

/** The batch at a place, or what is wrong there. */
async function batchAt(
  source: ByteSource,
  at: number,
  until: number,
): Promise<{ bytes: Buffer; end: number } | string> {
  const begin = await source.read(at, Math.min(longestBatchHead, until - at));
  const [whole, length = '', sum] = batchHead.exec(begin.toString('latin1')) ?? [];
  if (whole === undefined) return 'no batch of writes begins there';
  const start = at + whole.length;
  const end = start + Number(length);
  if (end > until) return `a batch of ${length} bytes begins there, and the file ends after ${until - start} of them`;
  const bytes = await source.read(start, Number(length));
  return checksum(bytes) === sum ? { bytes, end } : 'the checksum of the batch there is wrong';
}

/** So many bytes are looked at for a whole batch behind a broken one. */
const farthest = 64 * 1024 * 1024;

async function hasBatchAfter(source: ByteSource, at: number, until: number): Promise<boolean> {
  const bytes = await source.read(at, Math.min(farthest, until - at));
  for (let next = bytes.indexOf('\n#'); next !== -1; next = bytes.indexOf('\n#', next + 1))
    if (typeof (await batchAt(source, at + next + 1, until)) !== 'string') return true;
  return false;
}

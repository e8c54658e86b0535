/**
 * A folder where the data of one server outlives it. A base holds all objects of a moment, logs hold the writes after it; a write is acknowledged when it is in the newest log on the disk.
 * When the logs have grown as long as the base, another base is written beside the work, and what is older goes.
 *
 *     base-000003   journal-000004   journal-000005   lock-1
 *
 * Nothing that was written is written over: each start begins a log of its own, and says how far the one before is valid. Upstream: etcd's write-ahead log and snapshots.
 */
import { join } from 'node:path';
import type { Commit } from '@reeve/registry';
import { newPrivateKey } from '../auth/signing-key.ts';
import { printCommits } from '../journal/journal-lines.ts';
import type { Journal } from '../journal/journal.ts';
import { printBatch, printHead } from './batches.ts';
import { namesIn, openFolder, removeFiles, syncFolder, textOf, writeWhole, WrittenFile } from './file-access.ts';
import { FolderLock } from './folder-lock.ts';
import { readFolder, refuseForeign, segmentFile, segmentsAmong, type FolderContent } from './read-folder.ts';

/** Logs may be so long together before there is another base, or as long as the base where that is longer. */
const leastLogBytes = 16 * 1024 * 1024;

const keyFile = 'service-account.key';

export interface DataFolderOptions {
  /** Told what is worth knowing and no failure, as a sentence. */
  readonly onReport?: (sentence: string) => void;
  /** How long logs may be together before there is another base. */
  readonly logBytes?: number;
}

export class DataFolder implements Journal, AsyncDisposable {
  readonly folder: string;
  readonly #lock: FolderLock;
  readonly #report: (sentence: string) => void;
  readonly #leastLogBytes: number;
  /** What was read when the folder was taken, until the server takes it up. */
  #content: FolderContent | undefined;
  /** The log that is written; undefined where another base has to come first. */
  #log: WrittenFile | undefined;
  #number = 0;
  #baseBytes = 0;
  /** How long the logs since the base are, without the one that is written. */
  #closedBytes = 0;
  /** The logs have to be longer than this before another base is tried. */
  #nextBaseAt: number;
  #compacting: Promise<void> | undefined;

  private constructor(folder: string, lock: FolderLock, content: FolderContent, options: DataFolderOptions) {
    this.#content = content;
    this.folder = folder;
    this.#lock = lock;
    this.#report = options.onReport ?? (() => {});
    this.#leastLogBytes = options.logBytes ?? leastLogBytes;
    this.#nextBaseAt = this.#leastLogBytes;
  }

  /**
   * Takes a folder, which is made where there is none, and reads it. A folder of somebody else, of a server that runs, or with a file that is not as it was written is refused as it is.
   */
  static async open(folder: string, options: DataFolderOptions = {}): Promise<DataFolder> {
    refuseForeign(folder, openFolder(folder));
    const lock = await FolderLock.take(folder);
    try {
      return new DataFolder(folder, lock, await readFolder(folder), options);
    } catch (error) {
      await lock[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The key in a folder that tokens of service accounts are signed with; undefined where there is none. */
  static keyIn(folder: string): string | undefined {
    return textOf(join(folder, keyFile));
  }

  /** The same key, made when there is none: tokens stay good from one start to the next. */
  async serviceAccountKey(): Promise<string> {
    const kept = DataFolder.keyIn(this.folder);
    if (kept !== undefined) return kept;
    const made = newPrivateKey();
    await writeWhole(join(this.folder, keyFile), made);
    return made;
  }

  /** Puts objects into a folder that holds nothing. */
  async fill(commits: readonly Commit[], serviceAccountKey: string | undefined): Promise<void> {
    if (serviceAccountKey !== undefined) await writeWhole(join(this.folder, keyFile), serviceAccountKey);
    await this.#writeBase(1, commits);
  }

  /** Whether there is anything in the folder. */
  get isEmpty(): boolean {
    return segmentsAmong(namesIn(this.folder)).length === 0;
  }

  async load(): Promise<Commit[]> {
    const read = this.#content ?? (await readFolder(this.folder));
    this.#content = undefined;
    if (read.torn !== undefined) this.#report(tornSentence(read.torn));
    this.#baseBytes = read.baseBytes;
    this.#closedBytes = read.logBytes;
    this.#number = read.number;
    this.#nextBaseAt = Math.max(this.#leastLogBytes, this.#baseBytes);
    removeFiles(this.folder, read.leftOver);
    await this.#beginLog(read.lastLength);
    return read.newest.commits();
  }

  async append(commits: readonly Commit[], everything: () => readonly Commit[]): Promise<void> {
    if (this.#log === undefined) return this.#beginAnew(everything);
    const log = this.#log;
    await log.append(printBatch([...printCommits(commits)].join('')));
    try {
      await log.sync();
    } catch (error) {
      this.#log = undefined; // nobody knows what the disk has of it
      await log.close();
      throw error;
    }
    if (this.#closedBytes + log.length < this.#nextBaseAt || this.#compacting !== undefined) return;
    await this.#compactLater(everything);
  }

  /** Rejects when the folder could not record a write now. */
  async check(everything: () => readonly Commit[]): Promise<void> {
    if (this.#log === undefined) await this.#beginAnew(everything);
  }

  /** Lets go of the folder; a base that is being written is finished first. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#compacting;
    await this.#log?.close();
    await this.#lock[Symbol.asyncDispose]();
  }

  async #beginLog(lengthBefore: number | undefined): Promise<void> {
    const number = this.#number + 1;
    const path = join(this.folder, segmentFile('journal', number));
    const head = printHead({ kind: 'log', segment: number, ...(lengthBefore !== undefined && { lengthBefore }) });
    const log = await WrittenFile.create(`${path}.new`);
    try {
      await log.append(head);
      await log.sync();
      await log.rename(path);
    } catch (error) {
      await log.close();
      removeFiles(this.folder, [`${segmentFile('journal', number)}.new`]);
      throw error;
    }
    this.#number = number;
    this.#log = log;
  }

  /** Writes all objects and begins a log behind them, when the log before cannot be trusted. */
  async #beginAnew(everything: () => readonly Commit[]): Promise<void> {
    await this.#compacting;
    this.#number += 1; // the log before has no length that is known: nothing may follow it
    await this.#writeBase(this.#number, everything());
    this.#closedBytes = 0;
    await this.#beginLog(undefined);
  }

  /** Goes on in another log, and writes what came before it as a base, beside the work. */
  async #compactLater(everything: () => readonly Commit[]): Promise<void> {
    const [log, covered] = [this.#log, this.#number];
    if (log === undefined) return;
    const closedBytes = this.#closedBytes + log.length;
    try {
      await this.#beginLog(log.length);
    } catch (error) {
      this.#putOff(error); // the log that there is goes on
      return;
    }
    await log.close();
    this.#closedBytes = closedBytes;
    this.#compacting = this.#compact(covered, closedBytes, everything());
  }

  async #compact(covered: number, coveredBytes: number, commits: readonly Commit[]): Promise<void> {
    try {
      await this.#writeBase(covered, commits);
      this.#closedBytes -= coveredBytes;
    } catch (error) {
      this.#putOff(error);
    } finally {
      this.#compacting = undefined;
    }
  }

  #putOff(error: unknown): void {
    this.#nextBaseAt = this.#closedBytes + (this.#log?.length ?? 0) + this.#leastLogBytes;
    this.#report(
      `the logs in ${this.folder} cannot be made shorter now, and grow until they can: ${error instanceof Error ? error.message : String(error)}`,
    );
  }

  /** Writes a base that stands for all segments up to a number, and removes those. */
  async #writeBase(number: number, commits: readonly Commit[]): Promise<void> {
    const name = segmentFile('base', number);
    removeFiles(this.folder, [`${name}.new`]);
    const file = await WrittenFile.create(join(this.folder, `${name}.new`));
    try {
      await file.append(printHead({ kind: 'base', segment: number }));
      for (const text of piecesOf(commits)) await file.append(printBatch(text));
      await file.sync();
      await file.rename(join(this.folder, name));
    } catch (error) {
      removeFiles(this.folder, [`${name}.new`]);
      throw error;
    } finally {
      await file.close();
    }
    this.#baseBytes = file.length;
    this.#nextBaseAt = Math.max(this.#leastLogBytes, this.#baseBytes);
    const segments = segmentsAmong(namesIn(this.folder));
    const older = segments.filter(
      (each) => each.number < number || (each.number === number && each.kind === 'journal'),
    );
    removeFiles(
      this.folder,
      older.map((each) => each.name),
    );
    await syncFolder(this.folder);
  }
}

const tornSentence = ({ name, at, bytes }: NonNullable<FolderContent['torn']>): string =>
  `${name} ends with ${bytes} bytes of a write that was being made when the server was killed (from byte ${at}): it was never acknowledged, and does not count`;

/** A piece ends when it is this long, so that objects of any size make pieces that can be held. */
const pieceLength = 1024 * 1024;

/** Commits as text, in pieces. */
export function* piecesOf(commits: readonly Commit[]): Generator<string, void, void> {
  let lines: string[] = [];
  let length = 0;
  for (const commit of commits) {
    const [line = ''] = printCommits([commit]);
    lines.push(line);
    length += line.length;
    if (length < pieceLength) continue;
    yield lines.join('');
    [lines, length] = [[], 0];
  }
  if (lines.length > 0) yield lines.join('');
}

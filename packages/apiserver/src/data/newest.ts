/**
 * The newest state of each object among recorded writes. Objects stay text until all writes are read: what was written over is not parsed.
 */
import { InvalidInputError, parseJson } from '@reeve/machinery';
import type { Commit } from '@reeve/registry';
import { parseLine, type LineHead } from '../journal/journal-line.ts';
import { DataError } from './data-error.ts';

interface Found {
  readonly head: LineHead;
  readonly json: string;
  readonly file: string;
}

export class Newest {
  readonly #found = new Map<string, Found>();
  /** Writes up to this revision are in the base. */
  #floor = 0;
  #revision = 0;

  /** The newest revision of all. */
  get revision(): number {
    return this.#revision;
  }

  /** How many objects there are. */
  get count(): number {
    return this.#found.size;
  }

  /** From here on come the writes after the base. */
  endBase(): void {
    this.#floor = this.#revision;
  }

  /** Takes the lines of a batch. A line that is none is refused: the checksum was right, so somebody else wrote it. */
  add(text: string, file: string): void {
    for (let at = 0; at < text.length;) {
      const end = text.indexOf('\n', at);
      const line = text.slice(at, end === -1 ? undefined : end);
      at = end === -1 ? text.length : end + 1;
      const head = parseLine(line);
      if (typeof head === 'string') throw unreadable(file, line.slice(0, 80), head);
      if (head.revision > this.#floor) this.#take({ head, json: line.slice(head.objectAt), file });
    }
  }

  /** All objects as commits, oldest revision first; the last says the newest revision. */
  commits(): Commit[] {
    const commits = [...this.#found.values()].map(({ head, json, file }): Commit => {
      const { resource, key, revision, isDeleted } = head;
      return { resource, key, revision, isDeleted, object: objectOf(json, head, file) };
    });
    commits.sort((a, b) => a.revision - b.revision);
    if ((commits.at(-1)?.revision ?? 0) === this.#revision) return commits;
    const none = { apiVersion: '', kind: '', metadata: {} };
    return [...commits, { resource: '', key: '', revision: this.#revision, isDeleted: true, object: none }];
  }

  #take(found: Found): void {
    const { resource, key, revision, isDeleted } = found.head;
    this.#revision = Math.max(this.#revision, revision);
    const place = `${resource}\t${key}`;
    if (isDeleted || resource === '') this.#found.delete(place);
    else this.#found.set(place, found);
  }
}

function objectOf(json: string, { resource, key }: LineHead, file: string): Commit['object'] {
  try {
    return parseJson(json) as unknown as Commit['object']; // the store checks what it is given
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw unreadable(file, `${resource} ${key}`, error.message);
  }
}

const unreadable = (file: string, record: string, problem: string): DataError =>
  new DataError(
    `${file} has a record that cannot be read, ${JSON.stringify(record)}: ${problem}. Nothing was changed; restore a snapshot into another folder: reeve server snapshot restore FILE --data DIR`,
  );

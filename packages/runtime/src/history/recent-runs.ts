/**
 * The latest runs of each object, so that somebody can ask why: few per object, and of few objects, so that it stays small. Of runs in a row that found nothing to do the first and the latest are
 * kept, so that many of them neither fill memory nor push out those that did something.
 *
 * Runs are filed several at a time, and before anybody looks: a controller that is woken for single events has little of its code at hand, and would fetch this part of it for every run.
 */
import { TouchOrder } from '@reeve/machinery';
import type { Touchable } from '@reeve/machinery';
import type { RunPlace } from '../controller/controller-options.ts';
import { recordOf } from '../controller/queued-run.ts';
import { formatRequest } from '../handler/request-key.ts';
import type { ReconcileRecord } from '../controller/reconcile-record.ts';
import { isQuiet, QuietRun } from './quiet-run.ts';

/** How much is kept. */
export interface RecentRunsOptions {
  /** Runs per object; 16 unless given. */
  readonly perObject?: number;
  /** Objects; 10,000 unless given, the longest untouched go first. */
  readonly objects?: number;
}

/** So many runs wait to be filed. */
const BATCH = 32;

/** A bounded memory of runs. */
export class RecentRuns {
  readonly #perObject: number;
  readonly #objects: number;
  readonly #byController = new Map<string, Map<string, ObjectRuns>>();
  readonly #touched = new TouchOrder<ObjectRuns>();
  #last: { readonly controller: string; readonly objects: Map<string, ObjectRuns> } | undefined;
  /** The runs that wait, and whose they are. */
  #unfiled: ReconcileRecord[] = [];
  #unfiledOf: unknown[] = [];

  constructor({ perObject = 16, objects = 10_000 }: RecentRunsOptions = {}) {
    this.#perObject = perObject;
    this.#objects = objects;
  }

  /** Adds a run. Where something can be kept with its request, its object need not be looked up each time. */
  add(record: ReconcileRecord, place?: RunPlace): void {
    const noted = place?.note;
    if (noted !== undefined) return this.#addLater(noted, record);
    this.#fileAll();
    const of = this.#runsOf(record);
    if (place !== undefined) place.note = of;
    this.#file(of, record);
  }

  /** The latest runs of an object, the oldest first. */
  of(controller: string, key: string, cluster = ''): readonly ReconcileRecord[] {
    this.#fileAll();
    return [...(this.#byController.get(controller)?.get(formatRequest({ cluster, key }))?.all() ?? [])];
  }

  /** All that is kept. */
  all(): readonly ReconcileRecord[] {
    this.#fileAll();
    return this.#touched.all().flatMap((of) => of.all());
  }

  #addLater(noted: unknown, record: ReconcileRecord): void {
    this.#unfiledOf.push(noted); // and not looked at before it is filed, as it is far away
    if (this.#unfiled.push(record) >= BATCH) this.#fileAll();
  }

  #fileAll(): void {
    if (this.#unfiled.length === 0) return;
    const [records, objects] = [this.#unfiled, this.#unfiledOf];
    this.#unfiled = [];
    this.#unfiledOf = [];
    for (let at = 0; at < records.length; at += 1) {
      const record = records[at] as ReconcileRecord; // there are as many
      const of = objects[at];
      const isKept = of instanceof ObjectRuns && of.touchedAt > 0; // it may have been forgotten meanwhile
      this.#file(isKept ? of : this.#runsOf(record), record);
    }
  }

  #file(of: ObjectRuns, record: ReconcileRecord): void {
    of.add(record, this.#perObject);
    this.#touched.touch(of);
    if (this.#touched.size > this.#objects) this.#forgetOldest();
  }

  #runsOf({ controller, request }: ReconcileRecord): ObjectRuns {
    const objects = this.#objectsOf(controller);
    const key = formatRequest(request);
    const known = objects.get(key);
    if (known !== undefined) return known;
    const added = new ObjectRuns(controller, key);
    objects.set(key, added);
    return added;
  }

  /** Mostly of the controller that was asked for last. */
  #objectsOf(controller: string): Map<string, ObjectRuns> {
    if (this.#last?.controller === controller) return this.#last.objects;
    let objects = this.#byController.get(controller);
    if (objects === undefined) this.#byController.set(controller, (objects = new Map()));
    this.#last = { controller, objects };
    return objects;
  }

  #forgetOldest(): void {
    const oldest = this.#touched.takeOldest();
    if (oldest !== undefined) this.#byController.get(oldest.controller)?.delete(oldest.key);
  }
}

/** What is kept of one object. */
class ObjectRuns implements Touchable {
  readonly controller: string;
  readonly key: string;
  readonly #runs: ReconcileRecord[] = [];
  /** What came after the last of the others, where both found nothing to do. */
  #latest: QuietRun | undefined = undefined;
  touchedAt = 0;

  constructor(controller: string, key: string) {
    this.controller = controller;
    this.key = key;
  }

  all(): readonly ReconcileRecord[] {
    return this.#latest === undefined ? this.#runs : [...this.#runs, this.#latest.record()];
  }

  add(record: ReconcileRecord, most: number): void {
    const quiet = isQuiet(record);
    if (quiet && this.#latest !== undefined) return this.#latest.replace(record);
    if (this.#latest !== undefined) this.#runs.push(this.#latest.record());
    this.#latest = quiet && isQuiet(this.#runs.at(-1)) ? new QuietRun(record) : undefined;
    if (this.#latest === undefined) this.#runs.push(recordOf(record));
    this.#forget(most);
  }

  #forget(most: number): void {
    const room = this.#latest === undefined ? most : most - 1;
    if (this.#runs.length > room) this.#runs.splice(0, this.#runs.length - room);
  }
}

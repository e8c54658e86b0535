/**
 * The ids of a controller's runs, as UUIDs: most of their digits are drawn once, the last twelve count. Drawing each anew costs more than a run that finds nothing to do, and a run is a number until
 * somebody asks for its id.
 * Upstream: controller-runtime's reconcileID, which is drawn each time.
 */
import type { Host } from '@reeve/machinery';

const countedDigits = 12;

/** Hands out ids, none of them twice. */
export class RunIds {
  readonly #drawn: string;
  #count = 0;

  constructor(host: Pick<Host, 'uuid'>) {
    this.#drawn = host.uuid().slice(0, -countedDigits);
  }

  /** The number of the next run. */
  next(): number {
    return (this.#count += 1);
  }

  /** The id of a number. */
  at(count: number): string {
    return this.#drawn + count.toString(16).padStart(countedDigits, '0');
  }
}

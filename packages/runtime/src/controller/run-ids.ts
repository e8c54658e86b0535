/**
 * The ids of a controller's runs, as UUIDs: most of their digits are drawn once, the last twelve count. Drawing each anew costs more than a run that finds nothing to do.
 * Upstream: controller-runtime's reconcileID, which is drawn each time.
 */
import type { Host } from '@reeve/machinery';

const countedDigits = 12;

/** The last digits, of which there is a string each. */
const lastDigits = 3;
const lasts = Array.from({ length: 16 ** lastDigits }, (_, nth) => hex(nth, lastDigits));

/** Hands out ids, none of them twice. */
export class RunIds {
  readonly #drawn: string;
  /** All digits but the last. */
  #first: string;
  #count = 0;

  /** How many were handed out: the number of the last one. */
  get count(): number {
    return this.#count;
  }

  constructor(host: Pick<Host, 'uuid'>) {
    this.#drawn = host.uuid().slice(0, -countedDigits);
    this.#first = this.#firstOf(0);
  }

  next(): string {
    this.#count += 1;
    const last = this.#count % lasts.length;
    if (last === 0) this.#first = this.#firstOf(this.#count);
    return this.#first + lasts[last];
  }

  /** The id of a number, again. */
  at(count: number): string {
    return this.#firstOf(count) + lasts[count % lasts.length];
  }

  #firstOf(count: number): string {
    return this.#drawn + hex(Math.floor(count / lasts.length), countedDigits - lastDigits);
  }
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0');
}

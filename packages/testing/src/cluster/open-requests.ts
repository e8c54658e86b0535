/**
 * Which requests ended with another try to come: a controller with one of those has not settled, although its queue is empty while it waits.
 */
import type { ReconcileRecord } from '@reeve/runtime';

/** The requests that will be tried again, and why. */
export class OpenRequests {
  readonly #open = new Map<string, string>();

  note({ controller, request, outcome }: ReconcileRecord): void {
    const id = `${controller} ${request.cluster} ${request.key}`;
    if (outcome.type === 'retry') this.#open.set(id, messageOf(outcome.error));
    else if (outcome.type === 'requeue') this.#open.set(id, 'it asked for another run');
    else this.#open.delete(id);
  }

  /** One of them in words; undefined when there is none. */
  get first(): string | undefined {
    for (const [id, problem] of this.#open) return `${id} is to be tried again: ${problem}`;
    return undefined;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Runs a controller while its kinds are there, a new one each time. That a kind is missing is no failure; neither is what goes wrong because it went.
 */
import { isAbort } from '@reeve/machinery';
import type { AnyKind } from '@reeve/machinery';
import type { Controller } from '../controller/controller.ts';
import type { Logger } from '../log/logger.ts';
import type { Runnable, RunnableGroupName } from '../runnable/runnable.ts';
import type { KindPresence } from './kind-presence.ts';

/** What such a controller needs. */
export interface PresentControllerOptions {
  readonly first: Controller;
  /** Makes another for the next time. */
  readonly next: () => Controller;
  readonly kinds: readonly AnyKind[];
  readonly presence: KindPresence;
  /** False lets it run on when a kind goes. */
  readonly endsWithKind: boolean;
  readonly log: Logger;
}

/** A controller that waits for its kinds. */
export class PresentController implements Runnable {
  readonly name: string;
  readonly group: RunnableGroupName;
  readonly #options: PresentControllerOptions;

  constructor(options: PresentControllerOptions) {
    this.#options = options;
    this.name = options.first.name;
    this.group = options.first.group;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { first, next, kinds, presence, endsWithKind } = this.#options;
    for (let controller = first; ; controller = next()) {
      await presence.until('present', kinds, signal);
      this.#say('starts: its kinds are there');
      await (endsWithKind ? this.#whilePresent(controller, signal) : controller.run(signal));
      if (signal.aborted || !endsWithKind) return;
      this.#say('has ended: a kind went, and it starts again when that is back');
    }
  }

  async #whilePresent(controller: Controller, signal: AbortSignal): Promise<void> {
    const { kinds, presence } = this.#options;
    const end = new AbortController();
    const either = AbortSignal.any([signal, end.signal]);
    const watching = presence.until('absent', kinds, either).catch((error: unknown) => {
      if (!isAbort(error, either)) throw error;
    });
    const gone = watching.finally(() => end.abort());
    try {
      await controller.run(either);
    } catch (error) {
      if ((await presence.presence(kinds, signal)) !== 'absent') throw error;
    } finally {
      end.abort();
      await gone;
    }
  }

  #say(what: string): void {
    this.#options.log.info(`the controller ${this.name} ${what}`);
  }
}

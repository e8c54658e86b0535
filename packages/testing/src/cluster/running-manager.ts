/**
 * A manager with the controllers of a test, from its start to its end; it tells when it fails, and remembers what it will try again.
 */
import { Manager } from '@reeve/runtime';
import type { ManagerOptions } from '@reeve/runtime';
import { asDefinition } from './any-controller.ts';
import type { AnyController } from './any-controller.ts';
import { OpenRequests } from './open-requests.ts';

/** A manager that can be stopped. */
export class RunningManager {
  readonly manager: Manager;
  readonly open = new OpenRequests();
  readonly #stop = new AbortController();
  readonly #onFailure: (error: unknown) => void;
  #running: Promise<void> = Promise.resolve();

  constructor(options: ManagerOptions, onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
    this.manager = new Manager({
      undeclaredRequests: 'fail', // the server of a test allows everything, that of production does not
      ...options,
      onReconcile: (record) => {
        this.open.note(record);
        options.onReconcile?.(record);
      },
    });
  }

  start(controllers: readonly AnyController[]): void {
    for (const controller of controllers) this.manager.add(asDefinition(controller));
    this.#running = this.manager.run({ signal: this.#stop.signal }).catch(this.#onFailure);
  }

  /** Ends it and waits for its runs. That it failed was told before. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }
}

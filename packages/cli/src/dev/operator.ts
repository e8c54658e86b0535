/**
 * A program that runs and can be exchanged while it does: the manager with its connection and caches stays, the controllers are ended and those of the new version begin,
 * and work on everything that is in the cache.
 */
import type { Client, Cluster } from '@reeve/client';
import { deepEqual } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import { Manager } from '@reeve/runtime';
import type { ManagerOptions } from '@reeve/runtime';
import { breakingChanges } from '../definition/breaking-changes.ts';
import { requireServed } from '../definition/require-served.ts';
import { installDefinitions } from '../definition/install-definitions.ts';
import type { Defined, Program } from '../program/program.ts';
import type { DevWebhooks } from './dev-webhooks.ts';

/** What an operator needs. */
export interface OperatorOptions {
  readonly cluster: Cluster;
  readonly client: Client;
  readonly host: Host;
  readonly manager: Omit<ManagerOptions, 'transport' | 'client' | 'host'>;
  /** Serves the webhooks of the program; undefined where the server cannot reach this machine. */
  readonly webhooks?: DevWebhooks | undefined;
}

/** What an exchange changed, for people. */
export interface Exchange {
  /** Changes of definitions that objects or clients may not survive. */
  readonly breaking: readonly string[];
  readonly changedDefinitions: readonly string[];
}

/** A running program. */
export class Operator {
  readonly manager: Manager;
  readonly #options: OperatorOptions;
  #program: Program;

  constructor(program: Program, options: OperatorOptions) {
    const { cluster, client, host, manager } = options;
    this.#options = options;
    this.#program = program;
    this.manager = Manager.of(cluster, { ...manager, client, host });
  }

  /** Installs the definitions and runs the controllers until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { client, host, webhooks } = this.#options;
    const definitions = (await webhooks?.serve(this.#program, signal)) ?? this.#program.definitions;
    await installDefinitions(definitions, { client, host, signal });
    await webhooks?.install(this.#program, signal);
    await requireServed(this.#program, client, signal);
    for (const controller of this.#program.controllers) this.manager.add(controller);
    try {
      await this.manager.run({ signal });
    } finally {
      await webhooks?.stop();
    }
  }

  /** Takes a new version of the program. Its definitions are applied first; when that fails, the old version goes on. */
  async exchange(program: Program, signal: AbortSignal): Promise<Exchange> {
    const { client, host, webhooks } = this.#options;
    const definitions = (await webhooks?.serve(program, signal)) ?? program.definitions;
    const changed = program.definitions.filter((defined) => !deepEqual(defined.crd, this.#before(defined)?.crd));
    const breaking = changed.flatMap((defined) => breakingChanges(this.#before(defined), defined));
    const names = new Set(changed.map(({ crd }) => crd.metadata.name));
    await installDefinitions(
      definitions.filter(({ crd }) => names.has(crd.metadata.name)),
      { client, host, signal },
    );
    try {
      await webhooks?.install(program, signal);
      await requireServed(program, client, signal);
      await this.#replace(program);
    } catch (error) {
      await webhooks?.serve(this.#program, signal); // the version before goes on, with its webhooks
      await webhooks?.install(this.#program, signal);
      throw error;
    }
    return { breaking, changedDefinitions: changed.map(({ crd }) => crd.metadata.name) };
  }

  /** Puts the controllers of a version in the place of those that run. When they cannot be added, the old ones are back. */
  async #replace(program: Program): Promise<void> {
    await this.#removeAll();
    try {
      for (const controller of program.controllers) this.manager.add(controller);
      this.#program = program;
    } catch (error) {
      await this.#removeAll();
      for (const controller of this.#program.controllers) this.manager.add(controller);
      throw error;
    }
  }

  async #removeAll(): Promise<void> {
    const names = [...this.manager.controllers.keys()];
    await Promise.all(names.map((name) => this.manager.remove(name)));
  }

  #before({ crd }: Defined): Defined | undefined {
    return this.#program.definitions.find((one) => one.crd.metadata.name === crd.metadata.name);
  }
}

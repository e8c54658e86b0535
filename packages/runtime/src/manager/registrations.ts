/**
 * What was added to a manager: controllers by name, each with the way to end it, and other runnables. A registration is prepared first and counts when it is committed, so that several can
 * come together or not at all.
 * Upstream: controller-runtime manager.Add; rancher/lasso's SharedControllerFactory.
 */
import type { Cache } from '@reeve/cache';
import { InvalidInputError } from '@reeve/machinery';
import type { AnyKind } from '@reeve/machinery';
import { Controller } from '../controller/controller.ts';
import { controllerName, indexesOf, kindsOf } from '../controller/define-controller.ts';
import type { ControllerDefinition } from '../controller/define-controller.ts';
import { heldKindsOf } from '../controller/held-kinds.ts';
import type { HeldKind } from '../leader/catch-up.ts';
import type { Logger } from '../log/logger.ts';
import { controllerNeeds } from '../controller/controller-needs.ts';
import type { Permission } from '../permission/permission.ts';
import type { KindPresence } from '../presence/kind-presence.ts';
import { PresentController } from '../presence/present-controller.ts';
import type { Addition, Prepared } from './batch.ts';
import { removable } from './removable.ts';
import type { Runnable } from '../runnable/runnable.ts';

/** What registrations need. */
export interface RegistrationsParts {
  readonly cache: Cache;
  readonly presence: KindPresence;
  readonly log: Logger;
  /** True allows two controllers of one name. */
  readonly allowsSameNames: boolean;
  /** Makes the controller of a definition; `isReloaded` where one of its name was there before. */
  controllerFor(definition: ControllerDefinition, isReloaded: boolean): Controller;
  /** Has a runnable run. */
  start(runnable: Runnable): void;
}

/** The registrations of a manager. */
export class Registrations {
  readonly #parts: RegistrationsParts;
  readonly #controllers = new Map<string, Controller>();
  readonly #removals = new Map<string, () => Promise<void>>();
  readonly #needs: Permission[] = [];
  readonly #removed = new Set<string>();
  readonly #led = new Map<string, readonly HeldKind[]>();

  constructor(parts: RegistrationsParts) {
    this.#parts = parts;
  }

  /** The controllers by name. */
  get controllers(): ReadonlyMap<string, Controller> {
    return this.#controllers;
  }

  /** What the controllers have to be allowed. */
  get needs(): readonly Permission[] {
    return this.#needs;
  }

  /** The kinds that controllers hold which only a leader runs, each once. */
  get ledKinds(): readonly HeldKind[] {
    const all = [...this.#led.values()].flat();
    return all.filter(({ kind }, at) => all.findIndex((other) => other.kind === kind) === at);
  }

  /** A registration that has yet to be committed. */
  prepare(added: Addition): Prepared {
    if ('reconcile' in added) return this.#prepareDefinition(added);
    if (added instanceof Controller) return this.#prepareController(added);
    return { kinds: [], commit: () => this.#parts.start(added) };
  }

  /** All of them together, or none where one of them cannot be. */
  prepareAll(added: readonly Addition[]): readonly Prepared[] {
    const prepared = added.map((one) => this.prepare(one));
    const names = prepared.flatMap(({ name = [] }) => name);
    for (const [at, name] of names.entries()) this.#requireFree(name, names.indexOf(name) !== at);
    return prepared;
  }

  /** Ends a controller and forgets it; false when there is none of that name. */
  async remove(name: string): Promise<boolean> {
    const remove = this.#removals.get(name);
    if (remove === undefined) return false;
    await remove();
    this.#removals.delete(name);
    this.#controllers.delete(name);
    this.#removed.add(name);
    this.#led.delete(name);
    return true;
  }

  #prepareDefinition(definition: ControllerDefinition): Prepared {
    const { cache, controllerFor } = this.#parts;
    const isRequired = (definition.presence ?? 'required') === 'required';
    const controller = controllerFor(definition, this.#removed.has(controllerName(definition)));
    const { name, commit } = this.#prepareController(
      controller,
      isRequired ? undefined : this.#whenThere(definition, controller),
      indexesOf(definition).map(({ kind, field, valuesOf }) => cache.indexField(kind, field, valuesOf)),
    );
    const register = (): void => {
      commit();
      this.#needs.push(...controllerNeeds(definition));
      if (isRequired && controller.group === 'leader') this.#led.set(controller.name, heldKindsOf(definition));
    };
    return { name: name ?? controller.name, kinds: isRequired ? kindsOf(definition) : [], commit: register };
  }

  /** Runs the controller of a definition when its kinds are there; each time it is a new one. */
  #whenThere(definition: ControllerDefinition, first: Controller): Runnable {
    const { presence, log, controllerFor } = this.#parts;
    const next = (): Controller => {
      const controller = controllerFor(definition, false);
      this.#controllers.set(controller.name, controller);
      return controller;
    };
    const kinds: readonly AnyKind[] = kindsOf(definition);
    const endsWithKind = definition.presence === 'whenPresent';
    return new PresentController({ first, next, kinds, presence, endsWithKind, log });
  }

  /** `held` is given up when the controller is removed. */
  #prepareController(controller: Controller, runnable?: Runnable, held: readonly Disposable[] = []): Prepared {
    const { name } = controller;
    this.#requireFree(name, this.#controllers.has(name));
    const added = removable(runnable ?? (controller.settings.warmup ? controller : withoutWarmup(controller)));
    const commit = (): void => {
      this.#controllers.set(name, controller);
      this.#removals.set(name, async () => {
        await added.remove();
        for (const one of held) one[Symbol.dispose]();
      });
      this.#parts.start(added.runnable);
    };
    return { name, kinds: [], commit };
  }

  #requireFree(name: string, isTaken: boolean): void {
    if (!isTaken || this.#parts.allowsSameNames) return;
    throw new InvalidInputError(
      name,
      `there are two controllers called ${name}: metrics and logs could not tell them apart; give one of them another name`,
    );
  }
}

const withoutWarmup = (controller: Controller): Runnable => ({
  name: controller.name,
  group: controller.group,
  run: (signal) => controller.run(signal),
});

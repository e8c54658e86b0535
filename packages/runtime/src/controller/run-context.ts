/**
 * The context of one run. What a run does not use is not made, as most runs of a world at rest use nothing: each function is bound when it is asked for, so that it can be taken out of
 * the context, and the write path is made with the first write.
 */
import type { Client } from '@reeve/client';
import type { DeepReadonly, KubeObject, ObjectKey } from '@reeve/machinery';
import type { Cause } from '../cause/cause.ts';
import type { Logger } from '../log/logger.ts';
import type { ReconcileContext } from '../reconcile/reconcile-context.ts';
import { heldView } from '../view/kind-view.ts';
import { WritePath } from '../write/write-path.ts';
import type { OwnerOption, WritePathOptions } from '../write/write-path.ts';
import type { Surroundings } from './controller-from.ts';
import type { Run } from './controller-options.ts';
import { controllerName, ownedOf } from './define-controller.ts';
import type { ControllerDefinition } from './define-controller.ts';

/** What the contexts of a definition's runs have in common. */
export interface RunContextParts {
  readonly definition: ControllerDefinition;
  readonly around: Surroundings;
  readonly writes: WriteParts;
}

/** What all writes of a definition have in common. */
export type WriteParts = Omit<WritePathOptions, 'primary' | 'signal' | 'log' | 'onWrite'>;

/** The context of one run. */
export class RunContext implements ReconcileContext {
  readonly #parts: RunContextParts;
  readonly #run: Run;
  readonly #primary: DeepReadonly<KubeObject>;
  #path: WritePath | undefined;

  constructor(parts: RunContextParts, run: Run, primary: DeepReadonly<KubeObject>) {
    this.#parts = parts;
    this.#run = run;
    this.#primary = primary;
  }

  get key(): ObjectKey {
    return this.#run.request.key;
  }

  get controller(): string {
    return this.#parts.writes.author;
  }

  get fieldManager(): string {
    return this.#parts.writes.fieldManager;
  }

  get cluster(): string {
    return this.#run.request.cluster;
  }

  get id(): string {
    return this.#run.id;
  }

  get attempt(): number {
    return this.#run.attempt;
  }

  get causes(): readonly Cause[] {
    return this.#run.causes;
  }

  get signal(): AbortSignal {
    return this.#run.signal;
  }

  get log(): Logger {
    return this.#run.log;
  }

  get client(): Client {
    return this.#parts.around.client;
  }

  get now(): ReconcileContext['now'] {
    const { clock } = this.#parts.around.host;
    return () => clock.now();
  }

  get perform(): ReconcileContext['perform'] {
    const { effects } = this.#parts.around.host;
    const { signal } = this.#run;
    return (effect, input) => effects.perform(effect, input, signal);
  }

  get get(): ReconcileContext['get'] {
    const { around } = this.#parts;
    const run = this.#run;
    return (kind, key) => {
      run.notes.noteRead({ verb: 'get', kind: kind.kind, key });
      return around.reader.get(kind, key, run);
    };
  }

  get list(): ReconcileContext['list'] {
    const { around } = this.#parts;
    const { signal, notes } = this.#run;
    return (kind, query = {}) => {
      notes.noteRead({ verb: 'list', kind: kind.kind });
      return around.reader.list(kind, { signal, ...query });
    };
  }

  get apply(): ReconcileContext['apply'] {
    const path = this.#writePath();
    return ((objects: KubeObject | readonly KubeObject[], options?: OwnerOption) =>
      Array.isArray(objects)
        ? path.applyAll(objects, options)
        : path.apply(objects as KubeObject, options)) as ReconcileContext['apply']; // one or several, as given
  }

  get create(): ReconcileContext['create'] {
    const path = this.#writePath();
    return (kind, object) => path.create(kind, object);
  }

  get update(): ReconcileContext['update'] {
    const path = this.#writePath();
    return (kind, object) => path.update(kind, object);
  }

  get updateStatus(): ReconcileContext['updateStatus'] {
    const path = this.#writePath();
    return (kind, object) => path.updateStatus(kind, object);
  }

  get patch(): ReconcileContext['patch'] {
    const path = this.#writePath();
    return (kind, object, patch) => path.patch(kind, object, patch);
  }

  get patchStatus(): ReconcileContext['patchStatus'] {
    const path = this.#writePath();
    return (kind, object, patch) => path.patchStatus(kind, object, patch);
  }

  get delete(): ReconcileContext['delete'] {
    const path = this.#writePath();
    return (kind, object, options) => path.delete(kind, object, options);
  }

  get status(): ReconcileContext['status'] {
    const path = this.#writePath();
    return (status) => path.status(status);
  }

  get noteStep(): ReconcileContext['noteStep'] {
    const { notes } = this.#run;
    return (step) => notes.noteStep(step);
  }

  get event(): ReconcileContext['event'] {
    const { around, definition } = this.#parts;
    const primary = this.#primary;
    const { apiVersion, kind } = definition.for;
    return (said) => around.events(controllerName(definition)).event({ ...primary, apiVersion, kind }, said);
  }

  #writePath(): WritePath {
    return (this.#path ??= writePathOf(this.#parts.writes, this.#run, this.#primary));
  }
}

/** How the reconciler of a definition writes. */
export function writePartsOf(definition: ControllerDefinition, { client, cache, fence }: Surroundings): WriteParts {
  const name = controllerName(definition);
  const { for: kind, owns = [], watches = [], fieldManager = name } = definition;
  const owned = owns.map((one) => ownedOf(one));
  const full = owned.filter(({ view }) => view !== 'metadata').map((one) => one.kind);
  const held = [kind, ...full, ...watches.map((watch) => watch.kind)].filter((one) => heldView(one) === 'full');
  return { client, cache, kind, owns: owned.map((one) => one.kind), kinds: held, fieldManager, author: name, fence };
}

const writePathOf = (parts: WriteParts, run: Run, primary: DeepReadonly<KubeObject>): WritePath =>
  new WritePath({
    client: parts.client,
    cache: parts.cache,
    kind: parts.kind,
    owns: parts.owns,
    kinds: parts.kinds,
    fieldManager: parts.fieldManager,
    author: parts.author,
    fence: parts.fence,
    primary,
    signal: run.signal,
    log: () => run.log,
    onWrite: (record) => run.notes.noteWrite(record),
  });

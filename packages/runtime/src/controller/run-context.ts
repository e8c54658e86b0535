/**
 * The context of one run. What a run does not use is not made, as most runs of a world at rest use nothing: each function is bound when it is asked for, so that it can be taken out of
 * the context, and the write path is made with the first write.
 */
import type { Client } from '@reeve/client';
import type { DeepReadonly, KubeObject, ObjectKey } from '@reeve/machinery';
import type { Cause } from '../cause/cause.ts';
import type { Logger } from '../log/logger.ts';
import type { ReconcileContext } from '../reconcile/reconcile-context.ts';
import type { RunNotes } from '../reconcile/run-notes.ts';
import { heldView } from '../view/kind-view.ts';
import { WritePath } from '../write/write-path.ts';
import type { Surroundings } from './controller-from.ts';
import type { Run } from './controller-options.ts';
import { controllerName, ownedOf } from './define-controller.ts';
import type { ControllerDefinition } from './define-controller.ts';

/** What a context is about. */
export interface RunContextOptions {
  readonly definition: ControllerDefinition;
  readonly around: Surroundings;
  readonly run: Run;
  readonly notes: RunNotes;
  readonly primary: DeepReadonly<KubeObject>;
}

/** The context of one run. */
export class RunContext implements ReconcileContext {
  readonly #options: RunContextOptions;
  #path: WritePath | undefined;

  constructor(options: RunContextOptions) {
    this.#options = options;
  }

  get key(): ObjectKey {
    return this.#options.run.request.key;
  }

  get cluster(): string {
    return this.#options.run.request.cluster;
  }

  get id(): string {
    return this.#options.run.id;
  }

  get attempt(): number {
    return this.#options.run.attempt;
  }

  get causes(): readonly Cause[] {
    return this.#options.run.causes;
  }

  get signal(): AbortSignal {
    return this.#options.run.signal;
  }

  get log(): Logger {
    return this.#options.run.log;
  }

  get client(): Client {
    return this.#options.around.client;
  }

  get now(): ReconcileContext['now'] {
    const { clock } = this.#options.around.host;
    return () => clock.now();
  }

  get get(): ReconcileContext['get'] {
    const { around, notes, run } = this.#options;
    return (kind, key) => {
      notes.noteRead({ verb: 'get', kind: kind.kind, key });
      return around.reader.get(kind, key, { signal: run.signal });
    };
  }

  get list(): ReconcileContext['list'] {
    const { around, notes, run } = this.#options;
    return (kind, query = {}) => {
      notes.noteRead({ verb: 'list', kind: kind.kind });
      return around.reader.list(kind, { signal: run.signal, ...query });
    };
  }

  get apply(): ReconcileContext['apply'] {
    const path = this.#writePath();
    return ((objects: KubeObject | readonly KubeObject[]) =>
      Array.isArray(objects) ? path.applyAll(objects) : path.apply(objects as KubeObject)) as ReconcileContext['apply']; // one or several, as given
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

  get delete(): ReconcileContext['delete'] {
    const path = this.#writePath();
    return (kind, object, options) => path.delete(kind, object, options);
  }

  get status(): ReconcileContext['status'] {
    const path = this.#writePath();
    return (status) => path.status(status);
  }

  get noteStep(): ReconcileContext['noteStep'] {
    const { notes } = this.#options;
    return (step) => notes.noteStep(step);
  }

  get event(): ReconcileContext['event'] {
    const { around, definition, primary } = this.#options;
    const { apiVersion, kind } = definition.for;
    return (said) => around.events(controllerName(definition)).event({ ...primary, apiVersion, kind }, said);
  }

  #writePath(): WritePath {
    return (this.#path ??= writePathOf(this.#options));
  }
}

function writePathOf({ definition, around, run, notes, primary }: RunContextOptions): WritePath {
  const { client, cache, fence } = around;
  const name = controllerName(definition);
  const { for: kind, owns = [], watches = [], fieldManager = name } = definition;
  const owned = owns.map((one) => ownedOf(one));
  const full = owned.filter(({ view }) => view !== 'metadata').map((one) => one.kind);
  const held = [kind, ...full, ...watches.map((watch) => watch.kind)].filter((one) => heldView(one) === 'full');
  return new WritePath({
    client,
    cache,
    primary,
    kind,
    owns: owned.map((one) => one.kind),
    kinds: held,
    fieldManager,
    author: name,
    fence,
    signal: run.signal,
    onWrite: (record) => notes.noteWrite(record),
  });
}

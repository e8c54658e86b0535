/**
 * One run of a definition for one object: reads the object, and gives it to the reconciler with the context.
 * Upstream: controller-runtime reconcile.ObjectReconciler.
 */
import { parseKey } from '@reeve/machinery';
import type { DeepReadonly, KubeObject } from '@reeve/machinery';
import type { ReconcileResult } from '../reconcile/outcome.ts';
import type { ReconcileContext } from '../reconcile/reconcile-context.ts';
import type { RunNotes } from '../reconcile/run-notes.ts';
import { heldView } from '../view/kind-view.ts';
import { WritePath } from '../write/write-path.ts';
import type { Surroundings } from './controller-from.ts';
import type { Run } from './controller-options.ts';
import type { ControllerDefinition } from './define-controller.ts';
import { controllerName, ownedOf } from './define-controller.ts';

/** One run for one object. */
export class ObjectRun {
  readonly #definition: ControllerDefinition;
  readonly #around: Surroundings;
  readonly #run: Run;
  readonly #notes: RunNotes;
  /** What was read for this run; undefined before, and where nothing was there. */
  object: DeepReadonly<KubeObject> | undefined;

  constructor(definition: ControllerDefinition, around: Surroundings, run: Run, notes: RunNotes) {
    this.#definition = definition;
    this.#around = around;
    this.#run = run;
    this.#notes = notes;
  }

  async reconcile(): Promise<ReconcileResult | void> {
    const { for: kind } = this.#definition;
    const { request, signal } = this.#run;
    const object = (this.object = await this.#around.reader.get(kind, request.key, { signal }));
    if (object !== undefined) return await this.#definition.reconcile(object, this.#context(object));
    const gone = { metadata: parseKey(request.key) };
    return await this.#definition.gone?.(request.key, this.#context(gone));
  }

  #context(primary: DeepReadonly<KubeObject>): ReconcileContext {
    const { client, reader, host } = this.#around;
    const { request, id, attempt, causes, signal, log } = this.#run;
    const { apiVersion, kind } = this.#definition.for;
    const path = this.#writePath(primary);
    return {
      key: request.key,
      cluster: request.cluster,
      id,
      attempt,
      causes,
      signal,
      log,
      now: () => host.clock.now(),
      client,
      get: (other, key) => {
        this.#notes.noteRead({ verb: 'get', kind: other.kind, key });
        return reader.get(other, key, { signal });
      },
      list: (other, query = {}) => {
        this.#notes.noteRead({ verb: 'list', kind: other.kind });
        return reader.list(other, { signal, ...query });
      },
      apply: ((objects: KubeObject | readonly KubeObject[]) =>
        Array.isArray(objects)
          ? path.applyAll(objects)
          : path.apply(objects as KubeObject)) as ReconcileContext['apply'], // one or several, as given
      create: (other, object) => path.create(other, object),
      update: (other, object) => path.update(other, object),
      updateStatus: (other, object) => path.updateStatus(other, object),
      patch: (other, object, patch) => path.patch(other, object, patch),
      delete: (other, object, options) => path.delete(other, object, options),
      status: (status) => path.status(status),
      noteStep: (step) => void this.#notes.steps.push(step),
      event: (said) => this.#around.events(this.#name).event({ ...primary, apiVersion, kind }, said),
    };
  }

  get #name(): string {
    return controllerName(this.#definition);
  }

  #writePath(primary: DeepReadonly<KubeObject>): WritePath {
    const { client, cache, fence } = this.#around;
    const { for: kind, owns = [], watches = [], fieldManager = this.#name } = this.#definition;
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
      author: this.#name,
      fence,
      signal: this.#run.signal,
      onWrite: (record) => void this.#notes.writes.push(record),
    });
  }
}

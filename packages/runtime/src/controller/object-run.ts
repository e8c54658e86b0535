/**
 * One run of a definition for one object: reads the object, and gives it to the reconciler with the context.
 * Upstream: controller-runtime reconcile.ObjectReconciler.
 */
import { parseKey } from '@reeve/machinery';
import type { DeepReadonly, KubeObject } from '@reeve/machinery';
import type { ReconcileResult } from '../reconcile/outcome.ts';
import type { RunNotes } from '../reconcile/run-notes.ts';
import type { Surroundings } from './controller-from.ts';
import type { Run } from './controller-options.ts';
import type { ControllerDefinition } from './define-controller.ts';
import { RunContext } from './run-context.ts';

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

  #context(primary: DeepReadonly<KubeObject>): RunContext {
    return new RunContext({
      definition: this.#definition,
      around: this.#around,
      run: this.#run,
      notes: this.#notes,
      primary,
    });
  }
}

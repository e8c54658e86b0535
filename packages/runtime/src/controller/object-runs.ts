/**
 * What a controller of a definition does in a run: reads the object, gives it to the reconciler with the context, and holds back objects that never come to rest.
 * Upstream: controller-runtime reconcile.ObjectReconciler.
 */
import { parseKey } from '@reeve/machinery';
import type { AnyKind, CachedObject, DeepReadonly, KubeObject } from '@reeve/machinery';
import { hasWritten } from '../reconcile/hot-loops.ts';
import type { HotLoops } from '../reconcile/hot-loops.ts';
import type { ReconcileResult } from '../reconcile/outcome.ts';
import type { ObjectReader } from '../view/object-reader.ts';
import type { Surroundings } from './controller-from.ts';
import type { Run } from './controller-options.ts';
import type { ControllerDefinition } from './define-controller.ts';
import { controllerName } from './define-controller.ts';
import type { HotLoopCondition } from './hot-loop-condition.ts';
import { formatRequest } from '../handler/request-key.ts';
import { RunContext, writePartsOf } from './run-context.ts';
import type { RunContextParts } from './run-context.ts';

/** What the runs of a definition have in common. */
export interface ObjectRunsParts {
  readonly definition: ControllerDefinition;
  readonly around: Surroundings;
  readonly loops: HotLoops;
  readonly condition: HotLoopCondition;
}

/** What a run comes to, now or later. */
type Result = Promise<ReconcileResult | void> | ReconcileResult | void;

/** The runs of a definition. */
export class ObjectRuns {
  readonly #parts: ObjectRunsParts;
  readonly #name: string;
  readonly #contextParts: RunContextParts;
  #peek: ReturnType<ObjectReader['peeker']> | undefined;

  constructor(parts: ObjectRunsParts) {
    this.#parts = parts;
    this.#name = controllerName(parts.definition);
    const { definition, around } = parts;
    this.#contextParts = { definition, around, writes: writePartsOf(definition, around) };
  }

  /** One run, within a span where somebody makes spans. */
  reconcile(run: Run): Result {
    const { loops, around } = this.#parts;
    if (!loops.isQuiet && loops.heldMs(formatRequest(run.request)) > 0) return this.#holdBack(run);
    const tracer = around.tracer();
    return tracer?.isHeard(run) === true ? tracer.during(this.#name, run, () => this.#run(run)) : this.#run(run);
  }

  async #holdBack(run: Run): Promise<ReconcileResult> {
    const { loops, condition } = this.#parts;
    await condition.mark(run);
    return { requeueAfterMs: Math.max(1, loops.heldMs(formatRequest(run.request))) }; // its time may be over by now
  }

  /** Nearly always the object is held, and then it is not waited for. */
  #run(run: Run): Result {
    const held = (this.#peek ??= this.#parts.around.reader.peeker(this.#parts.definition.for))(run.request.key);
    return held === undefined ? this.#fetchAndRun(run) : this.#runOn(held ?? undefined, run);
  }

  async #fetchAndRun(run: Run): Promise<ReconcileResult | void> {
    const { definition, around } = this.#parts;
    return this.#runOn(await around.reader.get(definition.for, run.request.key, run), run);
  }

  #runOn(object: CachedObject<AnyKind> | undefined, run: Run): Result {
    const { definition, condition } = this.#parts;
    const { key } = run.request;
    if (object === undefined) return definition.gone?.(key, this.#context(run, { metadata: parseKey(key) }));
    const result = definition.reconcile(object, this.#context(run, object));
    return condition.isSaidOf(object) ? this.#clearAfter(result, run) : result;
  }

  /** A run that writes nothing ends what was said of the object. */
  async #clearAfter(result: Result, run: Run): Promise<ReconcileResult | void> {
    const ended = await result;
    if (!hasWritten(run.notes.writes)) await this.#parts.condition.clear(run);
    return ended;
  }

  #context(run: Run, primary: DeepReadonly<KubeObject>): RunContext {
    return new RunContext(this.#contextParts, run, primary);
  }
}

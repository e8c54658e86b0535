/**
 * The steps of a controller: run in the order in which they were added, on one queue. One that is added while the controller runs catches up alone with the objects that exist;
 * one that is taken away runs no more, and the others carry on.
 * Upstream: rancher/lasso controller.SharedController, SharedHandler.
 *
 * Invariant: a key is in `#known` from the start of its first run until it is gone, so a new step misses none: the others are yet to run with it.
 */
import { InvalidInputError, deletionStarted, resourceVersionOf } from '@reeve/machinery';
import type { AnyKind, CachedObject } from '@reeve/machinery';
import { formatRequest, parseRequest } from '../handler/request-key.ts';
import type { ReconcileResult } from '../reconcile/outcome.ts';
import type { ReconcileContext } from '../reconcile/reconcile-context.ts';
import type { Source, SourceContext } from '../source/source.ts';
import { Remainders, catchUpSource } from './remainders.ts';
import { checkStep } from './step.ts';
import type { Step, StepNeeds } from './step.ts';
import { StepRun } from './step-run.ts';

/** How steps are run. */
export interface StepsOptions {
  /** True leaves out the steps after one that failed. False unless given. */
  readonly stopsOnError?: boolean;
}

/** The steps for a kind. One running controller uses them at a time. */
export class Steps<K extends AnyKind> {
  readonly kind: K;
  /** Lets new steps catch up; `defineController` adds it to the controller's sources. */
  readonly source: Source = { name: 'steps', start: (context) => this.#start(context) };
  readonly #stopsOnError: boolean;
  readonly #steps: Step[] = [];
  readonly #known = new Set<string>();
  readonly #left = new Remainders();
  #controller: SourceContext | undefined;

  constructor(kind: K, { stopsOnError = false }: StepsOptions = {}) {
    this.kind = kind;
    this.#stopsOnError = stopsOnError;
  }

  /** The names of the steps, in order. */
  get names(): readonly string[] {
    return this.#steps.map(({ name }) => name);
  }

  /** What wakes the controller for the sake of its steps. Steps that are added while it runs bring nothing of it. */
  get needs(): readonly StepNeeds[] {
    return this.#steps.flatMap(({ needs }) => needs ?? []);
  }

  /** Adds steps behind the others, all or none of them. Disposing of what comes back takes them away. */
  add(...added: readonly Step<K>[]): Disposable {
    const steps = added as unknown as readonly Step[]; // they are only ever given objects of this kind
    this.#check(steps);
    this.#steps.push(...steps);
    for (const step of steps) this.#catchUp(step);
    return { [Symbol.dispose]: () => this.#remove(steps) };
  }

  /** Runs the steps for an object that is there. */
  async reconcile(object: CachedObject<AnyKind>, context: ReconcileContext): Promise<ReconcileResult | void> {
    this.#known.add(formatRequest(context));
    const phase = deletionStarted(object) ? 'deleting' : 'live';
    return await this.#run(context, resourceVersionOf(object), (run) => run.object(object, phase));
  }

  /** Runs the steps for an object that is gone. */
  async gone(context: ReconcileContext): Promise<ReconcileResult | void> {
    this.#known.delete(formatRequest(context));
    return await this.#run(context, undefined, (run) => run.gone());
  }

  async #run(
    context: ReconcileContext,
    version: string | undefined,
    act: (run: StepRun) => Promise<ReconcileResult | void>,
  ): Promise<ReconcileResult | void> {
    const key = formatRequest(context);
    const steps = this.#left.take(key, [...this.#steps], context.causes, version);
    const run = new StepRun({
      kind: this.kind,
      context,
      steps,
      clock: this.#controller?.host.clock ?? stoppedClock,
      stopsOnError: this.#stopsOnError,
      isThere: (step) => this.#steps.includes(step),
    });
    try {
      return await act(run);
    } catch (error) {
      const done = new Set([...run.succeeded].filter(({ isIndependent }) => isIndependent === true));
      this.#left.keep(key, { steps, done, version, causes: context.causes });
      throw error;
    }
  }

  #start(context: SourceContext): void {
    if (this.#controller !== undefined) {
      throw new InvalidInputError(
        'steps',
        `the steps for ${this.kind.kind} are in use: make others for each controller`,
      );
    }
    this.#controller = context;
    const end = (): void => {
      this.#controller = undefined;
      this.#known.clear();
      this.#left.clear();
    };
    context.signal.addEventListener('abort', end, { once: true });
  }

  #catchUp(step: Step): void {
    for (const key of this.#known) {
      this.#left.add(key, step);
      this.#controller?.enqueue(parseRequest(key), { cause: { source: catchUpSource, type: 'generic' } });
    }
  }

  #check(steps: readonly Step[]): void {
    const names = new Set(this.names);
    for (const step of steps) {
      checkStep(step);
      if (names.has(step.name)) {
        throw new InvalidInputError(step.name, `there are two steps called ${step.name} for ${this.kind.kind}`);
      }
      names.add(step.name);
    }
  }

  #remove(removed: readonly Step[]): void {
    for (const step of removed) {
      const at = this.#steps.indexOf(step);
      if (at !== -1) this.#steps.splice(at, 1);
    }
  }
}

/** Without a controller nobody asks how long a step took. */
const stoppedClock = { monotonic: () => 0 };

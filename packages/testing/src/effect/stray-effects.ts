/**
 * Finds what reconcilers do past their Host in virtual time: a `fetch` takes real time while virtual time flies, a `setTimeout` fires too late or never, and a clock that is not the Host's says
 * another time in each run. Each place in the program is reported once, with its stack. Declared effects (`ctx.perform`) are free to do all of it.
 *
 * The globals are wrapped while a cluster in virtual time lives; only calls on behalf of a reconciler are looked at, by their asynchronous context, and all calls do what they did before.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { ReeveError } from '@reeve/machinery';

/** Something that a reconciler did past its Host. */
export interface StrayEffect {
  /** `fetch()`, `setTimeout()`, `setInterval()`, `Date.now()` or `new Date()`. */
  readonly what: string;
  /** The controller whose reconciler it was. */
  readonly controller: string;
  /** Where, the innermost call first. */
  readonly stack: string;
}

type Report = (stray: StrayEffect) => void;

/** On whose behalf code runs; undefined outside of reconcilers and in declared effects. */
const running = new AsyncLocalStorage<{ readonly controller: string; readonly report: Report } | undefined>();

/** What reconcilers of one cluster do past their Host. */
export class StrayEffects implements Disposable {
  readonly #report: Report;
  readonly #seen = new Set<string>();

  constructor(report: Report = warn) {
    this.#report = report;
    watchers += 1;
    if (watchers === 1) watchGlobals();
  }

  /** Runs a reconciler. */
  watch<T>(controller: string, reconcile: () => T): T {
    const report = (stray: StrayEffect): void => {
      const place = `${stray.what} ${stray.stack.split('\n')[0] ?? ''}`;
      if (this.#seen.has(place)) return;
      this.#seen.add(place);
      this.#report(stray);
    };
    return running.run({ controller, report }, reconcile);
  }

  /** Runs a declared effect, which may do what it likes. */
  exempt<T>(run: () => T): T {
    return running.run(undefined, run);
  }

  [Symbol.dispose](): void {
    watchers -= 1;
    if (watchers === 0) for (const restore of restores.splice(0)) restore();
  }
}

let watchers = 0;
const restores: (() => void)[] = [];

/** What a process warns of; Node prints the message and the detail. */
class StrayEffectWarning extends ReeveError {
  /** Where the call is. */
  readonly detail: string;

  constructor(message: string, detail: string) {
    super('REEVE_STRAY_EFFECT', message);
    this.detail = detail;
  }
}

function warn({ what, controller, stack }: StrayEffect): void {
  const message = `the reconciler of ${controller} calls ${what}, which virtual time neither waits for nor knows: ${remedies[what] ?? declare}`;
  process.emitWarning(new StrayEffectWarning(message, stack));
}

const declare = 'declare it with defineEffect() and call ctx.perform()';
const remedies: Readonly<Record<string, string>> = {
  'Date.now()': 'write ctx.now()',
  'new Date()': 'write new Date(ctx.now())',
  'setTimeout()': 'return { requeueAfterMs }, or declare what waits with defineEffect() and call ctx.perform()',
  'setInterval()': 'return { requeueAfterMs }, or give the controller a TimerSource',
};

/** Reports a call, and lets what it does itself pass. */
function noted<T>(what: string, caller: Function, call: () => T): T {
  const place = running.getStore();
  if (place === undefined) return call();
  return running.run(undefined, () => {
    const error = new Error(what);
    Error.captureStackTrace(error, caller);
    const stack = (error.stack ?? '')
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
    place.report({ what, controller: place.controller, stack: stack.join('\n') });
    return call();
  });
}

function watchGlobals(): void {
  for (const name of ['fetch', 'setTimeout', 'setInterval'] as const) watchFunction(globalThis, name, `${name}()`);
  watchFunction(Date, 'now', 'Date.now()');
  const construct = (target: DateConstructor, args: unknown[], newTarget: unknown): object => {
    const make = (): object => Reflect.construct(target, args, newTarget as DateConstructor) as object;
    return args.length === 0 && newTarget === watched ? noted('new Date()', construct, make) : make();
  };
  const watched: DateConstructor = new Proxy(Date, { construct });
  replace(globalThis, 'Date', watched);
}

function watchFunction<Name extends string>(holder: Record<Name, unknown>, name: Name, what: string): void {
  const original = holder[name] as (...args: unknown[]) => unknown;
  const watched = function (this: unknown, ...args: unknown[]): unknown {
    return noted(what, watched, () => Reflect.apply(original, this, args));
  };
  Object.setPrototypeOf(watched, original); // keeps what belongs to it, such as a symbol for promisify
  replace(holder, name, watched);
}

/** Puts it back at the end, unless somebody else has replaced it meanwhile. */
function replace<Name extends string>(holder: Record<Name, unknown>, name: Name, watched: unknown): void {
  const original = holder[name];
  holder[name] = watched;
  restores.push(() => {
    if (holder[name] === watched) holder[name] = original;
  });
}

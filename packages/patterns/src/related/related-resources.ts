/**
 * Objects of another kind that concern those of a controller, as a step without work of its own: a change asks a resolver which keys are concerned. A resolver that fails is asked again with
 * back-off, by itself; what it returns is merged per key, and can be held back for a while.
 * Upstream: rancher/wrangler pkg/relatedresource.
 */
import { InvalidInputError, isSameOwner, objectKey, ownerReferencesOf, uidOf } from '@reeve/machinery';
import type { AnyKind, CachedObject, ObjectKey } from '@reeve/machinery';
import { watch } from '@reeve/runtime';
import type { Request, SourceContext, Step, WatchMapContext } from '@reeve/runtime';

/** Which objects of the controller's kind a changed object concerns: their keys, or `allObjects`. Empty keys are left out. */
export type Resolver<R extends AnyKind> = (
  object: CachedObject<R>,
  context: WatchMapContext<R>,
) => Related | Promise<Related>;

/** What a resolver may return. */
type Related = Iterable<string | Request>;

/** How related objects are looked at. */
export interface RelatedOptions<R extends AnyKind> {
  /** The name of the registration, for logs and causes; `related KIND` unless given. */
  readonly name?: string;
  /** Asked about both states of an update, and about the last known state of an object that is gone. */
  readonly resolve: Resolver<R>;
  /** Holds keys back for so long, so that many changes give one run; 0 unless given. */
  readonly debounceMs?: number;
}

/** A step that lets changes of another kind wake the controller. */
export function relatedResources<const R extends AnyKind>(kind: R, options: RelatedOptions<R>): Step {
  const { name = `related ${kind.kind}`, resolve, debounceMs = 0 } = options;
  if (typeof resolve !== 'function')
    throw new InvalidInputError('resolve', `${name} needs a function resolve that returns keys`);
  if (!(debounceMs >= 0 && debounceMs < Infinity))
    throw new InvalidInputError(
      String(debounceMs),
      `debounceMs of ${name} is ${debounceMs}: give a number of milliseconds`,
    );
  const fanOut = new FanOut({ name, debounceMs });
  return {
    name,
    needs: {
      sources: [{ name, start: (context) => fanOut.start(context) }],
      watches: [
        watch<AnyKind>(kind, (object, context) => {
          fanOut.ask(async () => await resolve(object as CachedObject<R>, context), context.type);
          return [];
        }),
      ],
    },
  };
}

/** The owners of a kind that an object refers to, in any version of the kind. One that was made anew under its name is not the owner. */
export const ownersOfKind =
  (owner: AnyKind): Resolver<AnyKind> =>
  async ({ metadata }, context) => {
    const { apiVersion, kind, scope } = owner;
    const keys: string[] = [];
    for (const reference of ownerReferencesOf({ metadata })) {
      if (!isSameOwner(reference, { apiVersion, kind, name: reference.name })) continue;
      const key = objectKey(scope === 'Cluster' ? undefined : metadata.namespace, reference.name);
      const held = await context.get(owner, key);
      if (held === undefined || uidOf(held) === reference.uid) keys.push(key);
    }
    return keys;
  };

/** When a resolver that failed is asked again. */
const firstDelayMs = 100;
const longestDelayMs = 60_000;

/** Asks resolvers, and enqueues what they return. */
class FanOut {
  readonly #name: string;
  readonly #debounceMs: number;
  readonly #waiting: (() => void)[] = [];
  #context: SourceContext | undefined;

  constructor({ name, debounceMs }: { readonly name: string; readonly debounceMs: number }) {
    this.#name = name;
    this.#debounceMs = debounceMs;
  }

  start(context: SourceContext): void {
    this.#context = context;
    for (const ask of this.#waiting.splice(0)) ask();
    context.signal.addEventListener('abort', () => (this.#context = undefined), { once: true });
  }

  /** Never fails: what a resolver throws is logged, and it is asked again. */
  ask(resolve: () => Promise<Related>, type: string): void {
    if (this.#context === undefined) this.#waiting.push(() => this.ask(resolve, type));
    else void this.#asked(this.#context, resolve, type);
  }

  async #asked(context: SourceContext, resolve: () => Promise<Related>, type: string): Promise<void> {
    const { host, log, signal } = context;
    for (let delayMs = firstDelayMs; !signal.aborted; delayMs = Math.min(longestDelayMs, 2 * delayMs)) {
      try {
        return this.#enqueue(context, await resolve(), type);
      } catch (error) {
        if (signal.aborted) return;
        log.error(`${this.#name}: the resolver failed; asking it again in ${delayMs} ms`, { error });
        await host.sleep(delayMs, signal).catch(() => undefined); // which an abort ends
      }
    }
  }

  #enqueue({ enqueue }: SourceContext, keys: Related, type: string): void {
    const cause = { source: this.#name, type: type === 'create' || type === 'delete' ? type : 'update' } as const;
    for (const key of new Set(keys)) {
      if (typeof key === 'string' && (key === '' || key.endsWith('/'))) continue;
      enqueue(key as ObjectKey | Request, { cause, ...(this.#debounceMs > 0 && { afterMs: this.#debounceMs }) });
    }
  }
}

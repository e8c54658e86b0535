/**
 * Types that must hold: compiling is passing.
 */
import { ManualClock, type Clock } from '@reeve/machinery';
import {
  WorkQueue,
  itemExponential,
  maxOf,
  type Item,
  type RateLimit,
  type RateLimiter,
  type ReadyKey,
  type ReadyOrder,
} from '@reeve/queue';

declare const clock: Clock;
type Key = `${string}/${string}`;
interface Cause {
  readonly source: string;
}

const queue = new WorkQueue<Key, Cause>({ clock: new ManualClock() });
queue.add('default/blog', { cause: { source: 'pods' }, priority: 1 });
// @ts-expect-error a key that does not fit
queue.add('blog');
// @ts-expect-error a cause that does not fit
queue.add('default/blog', { cause: 'pods' });
// @ts-expect-error the delay has a name of its own here
queue.addAfter('default/blog', 10, { afterMs: 5 });
// @ts-expect-error an item is made by the queue only
const made: Item<Key> = { key: 'default/blog' };
// @ts-expect-error a queue needs a clock
const timeless = new WorkQueue<Key>({});

const causes = async (): Promise<readonly Cause[]> => {
  for await (const item of queue.take()) return item.causes;
  return [];
};

// A limit that knows nothing of keys fits every queue; one made for other keys does not.
const general: RateLimit = maxOf(itemExponential({ baseMs: 1, capMs: 2 }), itemExponential({ baseMs: 2, capMs: 3 }));
const strings = new WorkQueue<string>({ clock, rateLimit: general });
const numbers = new WorkQueue<number>({ clock, rateLimit: general });
declare const forNumbers: RateLimiter<number>;
// @ts-expect-error a limiter for numbers
const mixed = new WorkQueue<string>({ clock, rateLimit: () => forNumbers });

// An order hands out what was pushed: it cannot make up an entry.
class Made<Waiting extends ReadyKey<string>> implements ReadyOrder<Waiting> {
  readonly length = 1;
  push(): void {}
  touch(): void {}
  pop(): Waiting {
    // @ts-expect-error it is not what was pushed
    return { key: 'made up', priority: 0 };
  }
}

export { Made, causes, made, mixed, numbers, strings, timeless };

/**
 * How the estate is: weather breaks things, and repairs sometimes fail. All chance and all time come from the Host.
 */
import { defineEffect, type Host, type ObjectKey } from '@reeve/machinery';

export interface Actual {
  roof: 'thatch' | 'slate' | 'gone';
  windows: number;
}

/** What the reeve does outside: in a virtual world a stand-in takes its place. */
export const repair = defineEffect(
  'estate.repair',
  async ({ world, key, change }: { world: World; key: ObjectKey; change: Partial<Actual> }) =>
    world.repair(key, change),
);

export class World {
  readonly #host: Host;
  readonly #actual = new Map<ObjectKey, Actual>();

  constructor(host: Host) {
    this.#host = host;
  }

  look(key: ObjectKey): Actual {
    return this.#actual.get(key) ?? { roof: 'gone', windows: 0 };
  }

  /** Something breaks: gives back what. */
  storm(keys: readonly ObjectKey[]): { key: ObjectKey; damage: string } {
    const { random } = this.#host;
    const key = keys[random.integer(keys.length)] as ObjectKey;
    const before = this.look(key);
    const isRoof = random.next() < 0.4;
    this.#actual.set(
      key,
      isRoof
        ? { ...before, roof: 'gone' }
        : { ...before, windows: Math.max(0, before.windows - 1 - random.integer(3)) },
    );
    return { key, damage: isRoof ? 'the roof is gone' : 'windows are broken' };
  }

  /** Mends something; one attempt in four fails. */
  async repair(key: ObjectKey, change: Partial<Actual>): Promise<void> {
    await this.#host.sleep(20 + this.#host.random.integer(80));
    if (this.#host.random.next() < 0.25) throw new Error('the ladder broke');
    this.#actual.set(key, { ...this.look(key), ...change });
  }

  perform(host: Host, key: ObjectKey, change: Partial<Actual>): Promise<void> {
    return host.effects.perform(repair, { world: this, key, change });
  }
}

import { InformerOverlay, Indexer } from '@reeve/cache';
import { ManualClock } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { thing, type Thing } from '../objects.ts';

const at = (key: string, version: string, uid = key, value = Number(version)) =>
  thing(key, value, { uid, resourceVersion: version });

const setup = (...stored: readonly Thing[]) => {
  const clock = new ManualClock();
  const store = new Indexer<Thing>({ parity: ({ value }) => [value % 2 === 0 ? 'even' : 'odd'] });
  store.replace(stored, '10');
  const overlay = new InformerOverlay<Thing>({ clock, store, admit: (object) => ({ type: 'inside', object }) });
  /** What the watch tells: as an informer does it. */
  const watch = {
    put: (object: Thing) => {
      const previous = store.get(object);
      store.update(object);
      overlay.changed(store.keyOf(object), previous, object);
      overlay.versionReached(store.resourceVersion);
    },
    remove: (object: Thing) => {
      store.delete(object);
      overlay.changed(store.keyOf(object), object, undefined);
      overlay.versionReached(store.resourceVersion);
    },
    bookmark: (version: string) => {
      store.bookmark(version);
      overlay.versionReached(version);
    },
  };
  return { clock, store, overlay, watch };
};

describe('what was written', () => {
  test('is read, listed and found by index at once', () => {
    const { overlay } = setup(at('shop/a', '5'), at('shop/b', '7'));
    overlay.wrote(at('shop/a', '12'));
    overlay.wrote(at('bank/new', '13'));
    expect(overlay.getByKey('shop/a')?.value).toBe(12);
    expect(overlay.getByKey('bank/new')?.value).toBe(13);
    expect(overlay.listKeys().toSorted()).toEqual(['bank/new', 'shop/a', 'shop/b']);
    expect(
      overlay
        .inNamespace('shop')
        .map(({ value }) => value)
        .toSorted((one, other) => one - other),
    ).toEqual([7, 12]);
    expect(overlay.byIndex('parity', 'even').map(({ value }) => value)).toEqual([12]);
    expect(overlay.indexKeys('parity', 'odd').toSorted()).toEqual(['bank/new', 'shop/b']);
    expect(overlay.indexValues('parity').toSorted()).toEqual(['even', 'odd']);
    expect(overlay.index('parity', at('x', '2')).map(({ value }) => value)).toEqual([12]);
    expect(overlay.size).toBe(3);
  });

  test('makes way for the event that brings it, or a later one', () => {
    for (const version of ['12', '15']) {
      const { overlay, watch } = setup(at('a', '5'));
      overlay.wrote(at('a', '12'));
      watch.put(at('a', '11')); // somebody's change before ours: still behind
      expect([overlay.getByKey('a')?.value, overlay.stats().entries]).toEqual([12, 1]);
      watch.put(at('a', version));
      expect([overlay.getByKey('a')?.value, overlay.stats().entries]).toEqual([Number(version), 0]);
    }
  });

  test('makes way for a bookmark or another object’s event beyond it, also where it is not there any more', () => {
    const { overlay, watch } = setup();
    overlay.wrote(at('ghost', '12'));
    watch.put(at('other', '11'));
    expect(overlay.getByKey('ghost')).toBeDefined();
    watch.bookmark('12');
    expect([overlay.getByKey('ghost'), overlay.stats()]).toMatchObject([undefined, { entries: 0, caughtUp: 1 }]);
  });

  test('goes when the watch tells that the object went', () => {
    const { overlay, watch } = setup(at('a', '5'));
    overlay.wrote(at('a', '12'));
    watch.remove(at('a', '13'));
    expect(overlay.getByKey('a')).toBeUndefined();
  });

  test('under the name of an object that is being deleted outlives the other’s deletion', () => {
    const { overlay, watch } = setup(at('a', '5', 'old'));
    overlay.wrote(at('a', '12', 'new'));
    watch.remove(at('a', '11', 'old'));
    expect(overlay.getByKey('a')?.metadata.uid).toBe('new');
    watch.put(at('a', '12', 'new'));
    expect(overlay.stats().entries).toBe(0);
  });

  test('is nothing new when the watch was faster, and an older answer does not undo a newer one', () => {
    const { overlay } = setup(at('a', '9'));
    overlay.wrote(at('a', '9'));
    overlay.wrote(at('a', '8'));
    expect(overlay.stats().entries).toBe(0);
    overlay.wrote(at('a', '20'));
    overlay.wrote(at('a', '15'));
    expect(overlay.getByKey('a')?.value).toBe(20);
  });

  test('with versions that cannot be compared waits for its own', () => {
    const { overlay, watch } = setup();
    overlay.wrote(at('a', 'x7', 'a', 7));
    watch.put(at('a', 'x6', 'a', 6));
    watch.bookmark('x9');
    expect(overlay.getByKey('a')?.value).toBe(7);
    watch.put(at('a', 'x7', 'a', 7));
    expect(overlay.stats().entries).toBe(0);
  });

  test('is forgotten in the end, whatever happens', async () => {
    const { overlay, clock } = setup();
    overlay.wrote(at('a', 'opaque'));
    await clock.advance(200_000);
    overlay.wrote(at('b', 'opaque'));
    expect(overlay.stats()).toMatchObject({ entries: 2, oldestMs: 200_000 });
    await clock.advance(200_000);
    overlay.wrote(at('c', 'opaque'));
    expect(overlay.stats()).toMatchObject({ entries: 2, expired: 1 });
  });

  test('without uid or version, as a dry run answers, is no write', () => {
    const { overlay } = setup();
    overlay.wrote(thing('a'));
    expect(overlay.stats().entries).toBe(0);
  });
});

describe('what was deleted', () => {
  test('is hidden until the watch tells it', () => {
    const { overlay, watch } = setup(at('a', '5'), at('b', '6'));
    overlay.deleted('a', 'a');
    expect([overlay.getByKey('a'), overlay.listKeys(), overlay.byIndex('parity', 'odd')]).toEqual([
      undefined,
      ['b'],
      [],
    ]);
    watch.put(at('a', '7')); // an event from before
    watch.bookmark('100');
    expect(overlay.getByKey('a')).toBeUndefined();
    watch.remove(at('a', '8'));
    expect(overlay.stats().entries).toBe(0);
  });

  test('does not come back by the late event of its creation', () => {
    const { overlay, watch } = setup();
    overlay.wrote(at('a', '12'));
    overlay.deleted('a', 'a');
    watch.put(at('a', '12'));
    expect(overlay.getByKey('a')).toBeUndefined();
    watch.remove(at('a', '13'));
    expect([overlay.getByKey('a'), overlay.stats().entries]).toEqual([undefined, 0]);
  });

  test('is nothing new when the watch was faster', () => {
    const { overlay, watch } = setup(at('a', '5'));
    watch.remove(at('a', '6'));
    overlay.deleted('a', 'a');
    expect(overlay.stats().entries).toBe(0);
  });

  test('is forgotten when a list beyond its life does not have it', () => {
    const { overlay, watch } = setup();
    overlay.wrote(at('a', '12'));
    overlay.deleted('a', 'a');
    watch.bookmark('11'); // its creation may still come
    expect(overlay.stats().entries).toBe(1);
    watch.bookmark('12');
    expect(overlay.stats().entries).toBe(0);
  });

  test('hides what was there before it under its name', () => {
    const { overlay, watch } = setup(at('a', '5', 'old'));
    overlay.wrote(at('a', '12', 'new'));
    overlay.deleted('a', 'new');
    expect(overlay.getByKey('a')).toBeUndefined();
    watch.remove(at('a', '11', 'old'));
    watch.put(at('a', '12', 'new'));
    expect(overlay.getByKey('a')).toBeUndefined();
    watch.remove(at('a', '13', 'new'));
    expect(overlay.stats().entries).toBe(0);
  });

  test('hides its own uid only', () => {
    const { overlay, watch } = setup(at('a', '5', 'old'));
    overlay.deleted('a', 'old');
    watch.put(at('a', '14', 'new'));
    expect(overlay.getByKey('a')?.metadata.uid).toBe('new');
    expect(overlay.stats().entries).toBe(0);
  });

  test('and created again shows the new one', () => {
    const { overlay, watch } = setup(at('a', '5', 'old'));
    overlay.deleted('a', 'old');
    overlay.wrote(at('a', '14', 'new'));
    expect(overlay.getByKey('a')?.metadata.uid).toBe('new');
    watch.remove(at('a', '13', 'old'));
    expect(overlay.getByKey('a')?.metadata.uid).toBe('new');
  });
});

describe('an own echo', () => {
  test('is an event with the version of a write that demanded its base', () => {
    const { overlay, watch } = setup(at('a', '5'));
    overlay.wrote(at('a', '12'), { baseVersion: '5' });
    watch.put(at('a', '12'));
    expect(overlay.isOwnEcho(at('a', '12'))).toBe(true);
    expect(overlay.isOwnEcho(at('a', '13'))).toBe(false);
    expect(overlay.isOwnEcho(at('a', '12', 'another'))).toBe(false);
    expect(overlay.isOwnEcho(at('a', '12', 'a', 99))).toBe(false); // the version is ours, the content is not
  });

  test('is one whose content was predicted, but for what the server decides', () => {
    const { overlay } = setup();
    overlay.wrote(at('a', '12'), { predicted: thing('a', 12) });
    expect(overlay.isOwnEcho(at('a', '12'))).toBe(true);
  });

  test('is none when somebody else’s change is inside, or nothing was promised', () => {
    const { overlay } = setup();
    overlay.wrote(at('a', '12'), { predicted: thing('a', 11) });
    overlay.wrote(at('b', '13'));
    expect([overlay.isOwnEcho(at('a', '12')), overlay.isOwnEcho(at('b', '13'))]).toEqual([false, false]);
  });
});

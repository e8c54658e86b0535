import { types } from 'node:util';
import { deepFreeze, edit, parseJson } from '@reeve/machinery';
import type { JsonValue } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

interface Container {
  name: string;
  image?: string;
  env?: { name: string; value: string }[];
}

interface Pod {
  metadata: { name: string; labels?: Record<string, string>; generation?: bigint };
  spec: { containers: Container[]; nodeName?: string };
  status?: { phase: string };
}

const pod = (): Pod => ({
  metadata: { name: 'web', labels: { app: 'web' }, generation: 2n ** 60n },
  spec: {
    containers: [
      { name: 'main', image: 'a:1' },
      { name: 'sidecar', env: [{ name: 'A', value: '1' }] },
    ],
  },
  status: { phase: 'Running' },
});

const frozenPod = () => deepFreeze(pod());

describe('what edit returns', () => {
  test('is a new object with the change, and the original stays as it is', () => {
    const original = frozenPod();

    const edited = edit(original, (draft) => {
      (draft.metadata.labels ??= {})['team'] = 'estate';
    });

    expect(edited.metadata).toEqual({ ...pod().metadata, labels: { app: 'web', team: 'estate' } });
    expect(original).toEqual(pod());
  });

  test('shares by reference everything that was not on the way to a change', () => {
    const original = frozenPod();

    const edited = edit(original, (draft) => {
      const [main] = draft.spec.containers;
      if (main !== undefined) main.image = 'a:2';
    });

    expect(edited.spec.containers[0]).toEqual({ name: 'main', image: 'a:2' });
    expect(edited.spec.containers[1]).toBe(original.spec.containers[1]);
    expect(edited.metadata).toBe(original.metadata);
    expect(edited.status).toBe(original.status);
  });

  const idle: [string, (draft: Pod) => void][] = [
    ['nothing', () => {}],
    ['reading', (draft) => draft.spec.containers.map((container) => container.env?.length)],
    ['the same scalar', (draft) => void (draft.metadata.name = 'web')],
    ['a part onto itself', ({ spec }) => void Object.assign(spec, { containers: spec.containers })],
    ['there and back', (draft) => void ((draft.spec.nodeName = 'n1'), delete draft.spec.nodeName)],
    ['an equal value', (draft) => void (draft.spec = pod().spec)],
    ['a list of the same parts', (draft) => void (draft.spec.containers = [...draft.spec.containers])],
    ['a spread of the draft', (draft) => void (draft.spec = { ...draft.spec })],
    ['push and pop', (draft) => void (draft.spec.containers.push({ name: 'x' }), draft.spec.containers.pop())],
  ];

  test.each(idle)('is the very same object after %s', (_name, change) => {
    const original = frozenPod() as Pod;

    expect(edit(original, change)).toBe(original);
  });

  test('is frozen at every level exactly if the original is', () => {
    const change = (draft: Pod) => {
      draft.spec.containers.push({ name: 'new', env: [{ name: 'A', value: '1' }] });
    };
    const fromFrozen = edit(frozenPod() as Pod, change);
    const fromLoose = edit(pod(), change);

    expect(Object.isFrozen(fromFrozen.spec.containers)).toBe(true);
    expect(Object.isFrozen(fromFrozen.spec.containers[2]?.env?.[0])).toBe(true);
    expect(Object.isFrozen(fromLoose)).toBe(false);
    expect(Object.isFrozen(fromLoose.spec.containers)).toBe(false);
    expect(Object.isFrozen(fromLoose.spec.containers[2]?.env?.[0])).toBe(false);
    expect(fromLoose).toEqual(fromFrozen);
  });

  test('keeps bigints', () => {
    const edited = edit(frozenPod(), (draft) => {
      if (draft.metadata.generation !== undefined) draft.metadata.generation += 1n;
    });

    expect(edited.metadata.generation).toBe(2n ** 60n + 1n);
  });

  test('an array can be edited too', () => {
    expect(edit(Object.freeze([3, 1, 2]), (draft) => void draft.splice(0, 1))).toEqual([1, 2]);
    expect(edit([1], (draft) => void (draft.length = 2))).toHaveLength(2);
  });

  test('parts that the original shares are edited apart', () => {
    const shared = { n: 1 };
    const edited = edit(deepFreeze({ a: shared, b: shared }), (draft) => {
      draft.a.n = 2;
    });

    expect(edited).toEqual({ a: { n: 2 }, b: { n: 1 } });
    expect(edited.b).toBe(shared);
  });
});

interface Item {
  n: number;
}
const list = () => deepFreeze({ items: [{ n: 3 }, { n: 1 }, { n: 2 }] });
const numbers = (value: { readonly items: readonly Readonly<Item>[] }) => value.items.map(({ n }) => n);

describe('a draft behaves like the object it stands for', () => {
  const listCases: [string, (items: Item[]) => void, number[]][] = [
    ['push', (items) => void items.push({ n: 4 }), [3, 1, 2, 4]],
    ['pop', (items) => void items.pop(), [3, 1]],
    ['shift', (items) => void items.shift(), [1, 2]],
    ['unshift', (items) => void items.unshift({ n: 0 }), [0, 3, 1, 2]],
    ['splice', (items) => void items.splice(1, 1, { n: 7 }, { n: 8 }), [3, 7, 8, 2]],
    ['sort', (items) => void Array.prototype.sort.call(items, (a: Item, b: Item) => a.n - b.n), [1, 2, 3]],
    ['reverse', (items) => void Array.prototype.reverse.call(items), [2, 1, 3]],
    ['length', (items) => void (items.length = 1), [3]],
    ['an index', (items) => void (items[1] = { n: 9 }), [3, 9, 2]],
    ['an element', (items) => items.forEach((item) => (item.n *= 10)), [30, 10, 20]],
    ['an element after a move', (items) => ((items.shift(), items[0] ?? { n: 0 }).n = 5), [5, 2]],
    ['an element found', (items) => void ((items.find(({ n }) => n === 1) ?? { n: 0 }).n = 5), [3, 5, 2]],
    ['an element given', (items) => ((items.push({ n: 1 }), items.at(-1) ?? { n: 0 }).n = 6), [3, 1, 2, 6]],
    ['a swap', (items) => void ([items[0], items[2]] = [items[2] ?? { n: 0 }, items[0] ?? { n: 0 }]), [2, 1, 3]],
    ['filter and assign', (items) => void items.splice(0, items.length, ...items.filter(({ n }) => n > 1)), [3, 2]],
    ['copyWithin', (items) => void items.copyWithin(0, 1), [1, 2, 2]],
    ['fill', (items) => void Array.prototype.fill.call(items, { n: 0 }), [0, 0, 0]],
  ];

  test.each(listCases)('lists take %s', (_name, change, expected) => {
    const original = list();

    const edited = edit(original, (draft) => change(draft.items));

    expect(numbers(edited)).toEqual(expected);
    expect(numbers(original)).toEqual([3, 1, 2]);
    expectPlain(edited);
  });

  test('to questions about keys and elements', () => {
    edit(list(), (draft) => {
      Object.assign(draft, { extra: 1 });
      expect(Object.keys(draft)).toEqual(['items', 'extra']);
      expect('extra' in draft).toBe(true);
      expect('none' in draft).toBe(false);
      expect(Object.hasOwn(draft, 'items')).toBe(true);
      expect(Array.isArray(draft.items)).toBe(true);
      expect(draft.items).toHaveLength(3);
      expect([...draft.items].map(({ n }) => n)).toEqual([3, 1, 2]);
      expect({ ...draft.items[0] }).toEqual({ n: 3 });
      expect(Object.entries(draft.items[1] ?? {})).toEqual([['n', 1]]);
      expect(draft.items.indexOf(draft.items[2] ?? { n: 0 })).toBe(2);
      expect(JSON.stringify(draft)).toBe('{"items":[{"n":3},{"n":1},{"n":2}],"extra":1}');
      expect(structuredClone({ ...draft.items[0] })).toEqual({ n: 3 });
      expect(Object.getOwnPropertyDescriptor(draft.items, 'length')?.value).toBe(3);
    });
  });

  test('a descriptor hands out a draft, not the original', () => {
    const original = { part: { n: 1 } };

    const edited = edit(original, (draft) => {
      Object.assign(Object.getOwnPropertyDescriptor(draft, 'part')?.value as object, { n: 2 });
    });

    expect([original.part.n, edited.part.n]).toEqual([1, 2]);
  });

  test('keys are deleted, and added under any name', () => {
    const original = deepFreeze(parseJson('{"a":1,"b":2}') as Record<string, JsonValue>);

    const edited = edit(original, (draft) => {
      delete draft['a'];
      draft['__proto__'] = { polluted: true };
      draft['constructor'] = 'own';
    });

    expect(Object.keys(edited)).toEqual(['b', '__proto__', 'constructor']);
    expect(Object.getPrototypeOf(edited)).toBe(Object.prototype);
  });

  test('no prototype can be reached to be polluted', () => {
    edit<Record<string, Record<string, number>>>({}, (draft) => {
      expect(draft['__proto__']).toBeUndefined();
    });
  });

  test('it can be neither frozen nor given accessors', () => {
    edit(pod(), (draft) => {
      expect(() => Object.freeze(draft)).toThrow(TypeError);
      expect(() => Object.defineProperty(draft, 'name', { get: () => 1 })).toThrow(TypeError);
    });
  });
});

describe('what is assigned', () => {
  test('a draft assigned elsewhere is in both places, and later changes show in both', () => {
    const edited = edit(deepFreeze({ from: { n: 1 }, to: { n: 0 } }), (draft) => {
      draft.to = draft.from;
      draft.from.n = 2;
      draft.to.n++;
    });

    expect(edited).toEqual({ from: { n: 3 }, to: { n: 3 } });
    expectPlain(edited);
  });

  test('a draft inside a new object, at any depth, and frozen by its maker, leaves no trace', () => {
    const edited = edit<Record<string, unknown>>(deepFreeze({ a: { n: 1 }, b: [1] }), (draft) => {
      draft['wrapped'] = Object.freeze({ list: [{ a: draft['a'] }], b: draft['b'] });
      (draft['b'] as number[]).push(2);
    });

    expect(edited).toEqual({ a: { n: 1 }, b: [1, 2], wrapped: { list: [{ a: { n: 1 } }], b: [1, 2] } });
    expectPlain(edited);
  });

  test('a draft inside a new object leaves no trace when that is changed, and when parts of it are assigned again', () => {
    const edited = edit<Record<string, unknown>>(deepFreeze({ a: { n: 1 } }), (draft) => {
      draft['new'] = { a: draft['a'], inner: { a: draft['a'] } };
      Object.assign(draft['new'] as object, { n: 2 });
      const { inner } = draft['new'] as { inner: object };
      Object.assign(inner, { n: 3 });
      draft['again'] = inner;
      draft['twice'] = draft['new'];
    });
    const [a, inner] = [{ n: 1 }, { a: { n: 1 }, n: 3 }];

    expect(edited).toEqual({ a, new: { a, inner, n: 2 }, again: inner, twice: { a, inner, n: 2 } });
    expect(edited['twice']).toBe(edited['new']);
    expectPlain(edited);
  });

  test('a part of the original is kept by reference, and can be changed in its new place', () => {
    const original = deepFreeze({
      a: { n: 1, deep: { m: 1 } },
      b: { n: 0, deep: { m: 0 } },
      c: { n: 0, deep: { m: 0 } },
    });

    const edited = edit(original, (draft) => {
      draft.b = original.a;
      draft.c = original.a;
      draft.c.deep.m = 9;
    });

    expect(edited.b).toBe(original.a);
    expect(edited.c).toEqual({ n: 1, deep: { m: 9 } });
    expect(edited.a).toBe(original.a);
  });

  test('a new object with frozen parts of the original in it can be changed all the way down', () => {
    const original = frozenPod();

    const edited = edit(original, (draft) => {
      draft.spec = { ...original.spec, nodeName: 'n1' } as Pod['spec'];
      const [main] = draft.spec.containers;
      if (main !== undefined) main.image = 'b:1';
    });

    expect(edited.spec).toEqual({
      ...pod().spec,
      nodeName: 'n1',
      containers: [{ name: 'main', image: 'b:1' }, pod().spec.containers[1]],
    });
    expect(edited.spec.containers[1]).toBe(original.spec.containers[1]);
    expect(original).toEqual(pod());
  });

  test('an object of the caller is copied, neither changed nor frozen', () => {
    const defaults = { labels: { tier: 'front' } };

    const edited = edit(deepFreeze({ spec: {} as typeof defaults }), (draft) => {
      draft.spec = defaults;
      draft.spec.labels.tier = 'back';
    });
    const unchanged = edit(deepFreeze({ spec: {} as typeof defaults }), (draft) => void (draft.spec = defaults));
    defaults.labels.tier = 'later';

    expect(edited.spec.labels.tier).toBe('back');
    expect(unchanged.spec.labels.tier).toBe('front');
    expect(Object.isFrozen(defaults.labels)).toBe(false);
  });

  test('it may still be changed directly before the edit ends', () => {
    const edited = edit<{ labels?: Record<string, string> }>(deepFreeze({}), (draft) => {
      const labels: Record<string, string> = {};
      draft.labels = labels;
      expect(draft.labels).toEqual({});
      labels['a'] = '1';
    });

    expect(edited).toEqual({ labels: { a: '1' } });
  });

  test('a part of it that was read and then replaced directly is the new one', () => {
    const fresh = { inner: { n: 1 } };

    const edited = edit<{ fresh?: typeof fresh }>({}, (draft) => {
      draft.fresh = fresh;
      expect(draft.fresh.inner.n).toBe(1);
      fresh.inner = { n: 2 };
      expect(draft.fresh.inner.n).toBe(2);
      fresh.inner = { n: 3 };
    });

    expect(edited).toEqual({ fresh: { inner: { n: 3 } } });
  });

  test('a date or another class instance is kept as it is', () => {
    const when = new Date(0);

    expect(edit<{ when?: Date }>({}, (draft) => void (draft.when = when)).when).toBe(when);
    expect(edit({ when }, (draft) => void draft.when.getTime()).when).toBe(when);
  });

  test('an object that ends up containing itself is refused', () => {
    const original = deepFreeze<{ self: unknown }>({ self: {} });
    const ownCycle: Record<string, unknown> = {};
    ownCycle['self'] = ownCycle;

    expect(() => edit(original, (draft) => void (draft.self = draft))).toThrow(/contains itself/);
    expect(() => edit(original, (draft) => void (draft.self = ownCycle))).toThrow(/contains itself/);
  });

  test('a value that nests too deep is refused instead of exhausting the stack', () => {
    const deep = parseJson('['.repeat(20_000) + ']'.repeat(20_000));

    expect(() => edit({ value: null as JsonValue }, (draft) => void (draft.value = deep))).toThrow(
      expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }),
    );
  });
});

describe('the end of an edit', () => {
  const uses: [string, (kept: Pod, list: Container[]) => unknown][] = [
    ['get', (kept) => kept.metadata],
    ['set', (kept) => Object.assign(kept, { kind: 'Pod' })],
    ['delete', (kept) => delete kept.status],
    ['in', (kept) => 'spec' in kept],
    ['keys', (kept) => Object.keys(kept)],
    ['a descriptor', (kept) => Object.getOwnPropertyDescriptor(kept, 'spec')],
    ['a definition', (kept) => Object.defineProperty(kept, 'spec', { value: 1 })],
    ['a method', (_kept, containers) => containers.push({ name: 'late' })],
    ['printing', (kept) => JSON.stringify(kept)],
  ];

  test.each(uses)('a draft that was kept refuses %s, with the reason', (_name, use) => {
    let kept = pod();
    let containers: Container[] = [];
    edit(frozenPod() as Pod, (draft) => {
      kept = draft;
      containers = draft.spec.containers;
    });

    expect(() => use(kept, containers)).toThrow(
      expect.objectContaining({
        code: 'REEVE_DRAFT_CLOSED',
        message: expect.stringContaining('edit() that has ended') as string,
      }),
    );
  });

  test('an async function is refused, and its own failure does not surface', async () => {
    expect(() => edit({ n: 1 }, changeLater as (draft: Item) => void)).toThrow(/done when it returns/);

    await new Promise((resolve) => setImmediate(resolve)); // an unhandled rejection would fail the run
  });

  test('an error of the function passes through, and its drafts are closed', () => {
    const problem = new Error('no');
    let kept: { n: number } | undefined;

    expect(() =>
      edit({ n: 1 }, (draft) => {
        kept = draft;
        throw problem;
      }),
    ).toThrow(problem);
    expect(() => kept?.n).toThrow(/has ended/);
  });

  test('what the function returns is ignored', () => {
    expect(edit({ n: 1 }, (draft) => ++draft.n)).toEqual({ n: 2 });
  });

  test('an edit inside an edit can use the outer draft', () => {
    const edited = edit(
      deepFreeze<{ a: { n: number; deep: { m: number } }; b: unknown }>({ a: { n: 1, deep: { m: 1 } }, b: {} }),
      (outer) => {
        outer.b = edit(outer.a, (inner) => void (inner.n = 2));
        outer.a.deep.m = 3;
      },
    );

    expect(edited).toEqual({ a: { n: 1, deep: { m: 3 } }, b: { n: 2, deep: { m: 3 } } });
    expectPlain(edited);
  });

  test('only plain objects and arrays can be edited', () => {
    expect(() => edit(new Map(), () => {})).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
  });
});

async function changeLater(draft: Item): Promise<void> {
  await Promise.resolve();
  draft.n = 2;
}

function expectPlain(value: unknown): void {
  expect(types.isProxy(value)).toBe(false);
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(expectPlain);
}

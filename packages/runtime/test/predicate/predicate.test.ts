import { describe, expect, test } from 'vitest';
import type { KubeObject, ObjectMeta } from '@reeve/machinery';
import {
  and,
  annotationsChanged,
  changed,
  generationChanged,
  labelsChanged,
  matchesLabels,
  not,
  or,
  predicate,
  resourceVersionChanged,
} from '@reeve/runtime';
import type { ObjectEvent, Predicate } from '@reeve/runtime';

const object = (metadata: ObjectMeta): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'barn', ...metadata },
});
const update = (old: ObjectMeta, now: ObjectMeta): ObjectEvent => ({
  type: 'update',
  old: object(old),
  object: object(now),
});
const others: readonly ObjectEvent[] = [
  { type: 'create', object: object({}) },
  { type: 'delete', object: object({}) },
  { type: 'generic', object: object({}) },
];

const cases: Record<string, readonly [Predicate, ObjectMeta, ObjectMeta]> = {
  generationChanged: [generationChanged(), { generation: 1 }, { generation: 2 }],
  resourceVersionChanged: [resourceVersionChanged(), { resourceVersion: '1' }, { resourceVersion: '2' }],
  labelsChanged: [labelsChanged(), { labels: { a: '1' } }, { labels: { a: '2' } }],
  annotationsChanged: [annotationsChanged(), { annotations: { a: '1' } }, { annotations: {} }],
};

describe('a predicate about what changed', () => {
  for (const [name, [one, old, now]] of Object.entries(cases)) {
    test(`${name} passes a change, and not the same again · CR-117`, () => {
      expect(one.test(update(old, now))).toBe(true);
      expect(one.test(update(old, old))).toBe(false);
      expect(one.test(update(now, { ...now }))).toBe(false);
    });

    test(`${name} passes what comes and goes · CR-117`, () => {
      expect(others.map((event) => one.test(event))).toEqual([true, true, true]);
    });

    test(`${name} passes what was not there before · CR-117`, () => {
      expect(one.test(update({}, now))).toBe(Object.keys(now).some((key) => key !== 'annotations'));
    });
  }

  test('looks at any part · CR-117', () => {
    const phase = changed<KubeObject & { status?: { phase: string } }>('phaseChanged', ({ status }) => status?.phase);
    const pod = (word: string) => ({ ...object({}), status: { phase: word } });
    expect(phase.test({ type: 'update', old: pod('Pending'), object: pod('Running') })).toBe(true);
    expect(phase.test({ type: 'update', old: pod('Running'), object: pod('Running') })).toBe(false);
  });
});

describe("a predicate of one's own", () => {
  test('judges every event by one function · CR-117', () => {
    const mine = predicate('mine', ({ metadata }) => metadata.name === 'barn');
    expect([...others, update({}, {})].map((event) => mine.test(event))).toEqual([true, true, true, true]);
    expect(mine.test({ type: 'create', object: object({ name: 'mill' }) })).toBe(false);
  });

  test('judges each kind of event by its own, and passes those without · CR-117', () => {
    const mine = predicate('mine', { create: () => false, update: (now, old) => now !== old });
    expect(others.map((event) => mine.test(event))).toEqual([false, true, true]);
    expect(mine.test(update({}, {}))).toBe(true);
  });
});

describe('predicates of predicates', () => {
  const yes = predicate('yes', () => true);
  const no = predicate('no', () => false);
  const event = others[0] as ObjectEvent;

  test('and, or, not · CR-117', () => {
    expect(
      [and(yes, yes), and(yes, no), and(), or(no, yes), or(no, no), or(), not(yes), not(no)].map((one) =>
        one.test(event),
      ),
    ).toEqual([true, false, true, true, false, false, false, true]);
  });

  test('say what they are made of', () => {
    expect(and(yes, not(or(no, yes))).name).toBe('and(yes, not(or(no, yes)))');
  });

  test('stop asking when the answer is known', () => {
    const never = predicate('never', () => {
      throw new Error('asked');
    });
    expect([and(no, never).test(event), or(yes, never).test(event)]).toEqual([false, true]);
  });
});

describe('a predicate by labels', () => {
  for (const selector of [
    'app=barn,tier!=test',
    { matchLabels: { app: 'barn' }, matchExpressions: [{ key: 'tier', operator: 'NotIn' as const, values: ['test'] }] },
  ]) {
    test(`passes objects that ${JSON.stringify(selector)} selects · CR-117`, () => {
      const one = matchesLabels(selector);
      const labelled = (labels: Record<string, string>): ObjectEvent => ({
        type: 'create',
        object: object({ labels }),
      });
      expect(
        [{ app: 'barn' }, { app: 'barn', tier: 'test' }, { app: 'mill' }].map((labels) => one.test(labelled(labels))),
      ).toEqual([true, false, false]);
    });
  }

  test('refuses a selector that is none · CR-117', () => {
    expect(() => matchesLabels('a in (')).toThrow(/a in \(/);
  });
});

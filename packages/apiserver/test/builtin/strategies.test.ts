import { describe, expect, test } from 'vitest';
import type { ApiObject, Strategy } from '@reeve/registry';
import { decoded, recorded, served, strategyOf } from './recorded.ts';

type Facts = Pick<Strategy, 'createsOnUpdate' | 'updatesUnconditionally' | 'countsGenerations' | 'returnsDeleted'>;
interface Recorded {
  readonly sentences: readonly string[];
  /** What is wrong with a name, as numbers of sentences. */
  readonly resources: Record<
    string,
    Facts & { statusChanges?: readonly string[]; names: Record<string, readonly number[]> }
  >;
}

const { sentences, resources: facts } = recorded('strategies') as Recorded;

/** Names that depend on the rest of the object are judged with it. */
const namedAfterContent = new Set([
  'apiextensions.k8s.io/v1/customresourcedefinitions',
  'apiregistration.k8s.io/v1/apiservices',
  'batch/v1/cronjobs',
  'certificates.k8s.io/v1/clustertrustbundles',
]);

test('every resource that can be written was asked for', () => {
  const writable = [...served].filter(([, { facts: each }]) => each.verbs.includes('update')).map(([name]) => name);
  expect(Object.keys(facts).toSorted()).toEqual(writable.toSorted());
});

describe('writes and deletes differ from kind to kind as they do on the real server', () => {
  for (const [resource, { names: _names, statusChanges: _changes, ...expected }] of Object.entries(facts)) {
    test(`${resource} · V1 · M2`, () => {
      const { createsOnUpdate, updatesUnconditionally, countsGenerations, returnsDeleted } = strategyOf(resource);
      expect({ createsOnUpdate, updatesUnconditionally, countsGenerations, returnsDeleted }).toEqual(expected);
    });
  }
});

describe('a write to the status changes of metadata what it changes on the real server', () => {
  const old: ApiObject = { kind: 'K', apiVersion: 'v1', metadata: { name: 'x' } };
  const owner = { apiVersion: 'v1', kind: 'Pod', name: 'x', uid: '1' };
  const wanted = {
    labels: { z: '1' },
    annotations: { z: '1' },
    finalizers: ['example.com/z'],
    ownerReferences: [owner],
  };
  for (const [resource, { statusChanges }] of Object.entries(facts)) {
    if (statusChanges === undefined) continue;
    test(`${resource} · S1`, () => {
      const written = strategyOf(resource).prepareForStatusUpdate({ ...old, metadata: { name: 'x', ...wanted } }, old);
      expect(
        Object.keys(written.metadata)
          .filter((name) => name !== 'name')
          .toSorted(),
      ).toEqual(statusChanges.toSorted());
    });
  }
});

describe('names are refused in the words of the real server', () => {
  const names = new Set(Object.values(facts).flatMap((each) => Object.keys(each.names)));
  for (const [resource, { names: refused }] of Object.entries(facts)) {
    if (namedAfterContent.has(resource)) continue;
    test(`${resource} · M7`, () => {
      const strategy = strategyOf(resource);
      const problems = [...names].map((name) => {
        const isPrefix = name.endsWith('*');
        return [name, strategy.nameProblems(isPrefix ? name.slice(0, -1) : name, isPrefix)];
      });
      const expected = Object.entries(refused).map(([name, numbers]) => [name, numbers.map((each) => sentences[each])]);
      expect(Object.fromEntries(problems.filter(([, texts]) => texts?.length))).toEqual(Object.fromEntries(expected));
    });
  }
});

const namespace = (fields: object): ApiObject => ({
  kind: 'Namespace',
  apiVersion: 'v1',
  metadata: { name: 'n' },
  ...fields,
});

describe('a namespace', () => {
  const strategy = strategyOf('v1/namespaces');

  test('carries its name as a label, waits for its finalizer and is active', () => {
    expect(strategy.prepareForCreate(namespace({ status: { phase: 'Terminating' } }))).toEqual(
      namespace({
        metadata: { name: 'n', labels: { 'kubernetes.io/metadata.name': 'n' } },
        spec: { finalizers: ['kubernetes'] },
        status: { phase: 'Active' },
      }),
    );
  });

  test('keeps label and finalizers when it is replaced without them', () => {
    const old = strategy.prepareForCreate(namespace({}));
    const replaced = strategy.prepareForUpdate(namespace({ spec: {}, status: old['status'] }), old);
    expect(replaced).toEqual(old);
  });

  test('is terminating once it is to go, and held back by the finalizers of its spec · NS3', () => {
    const old = strategy.prepareForCreate(namespace({}));
    const marked = { ...old, metadata: { ...old.metadata, deletionTimestamp: 't', deletionGracePeriodSeconds: 0 } };
    const prepared = strategy.prepareForDelete?.(marked, old);
    expect(prepared?.['status']).toEqual({ phase: 'Terminating' });
    expect(prepared?.metadata).toEqual({ ...old.metadata, deletionTimestamp: 't' });
    expect(strategy.isHeld?.(old)).toBe(true);
    expect(strategy.isHeld?.({ ...old, spec: {} })).toBe(false);
  });
});

describe('a pod that is deleted', () => {
  const pod = (spec: object, status: object = {}): ApiObject =>
    decoded('v1/pods', { metadata: { name: 'p' }, spec: { containers: [], ...spec }, status });
  const strategy = strategyOf('v1/pods');

  test.each([
    ['on no node goes at once', pod({}), undefined, 0],
    ['on no node goes at once whatever is asked', pod({}), 5, 0],
    ['on a node has half a minute', pod({ nodeName: 'n' }), undefined, 30],
    ['on a node has the time it wants', pod({ nodeName: 'n', terminationGracePeriodSeconds: 7 }), undefined, 7],
    ['has the time that is asked for', pod({ nodeName: 'n', terminationGracePeriodSeconds: 7 }), 3, 3],
    ['goes at once when that is asked for', pod({ nodeName: 'n' }), 0, 0],
    ['has a second when less than none is asked for', pod({ nodeName: 'n' }), -1, 1],
    ['goes at once when it succeeded', pod({ nodeName: 'n' }, { phase: 'Succeeded' }), undefined, 0],
    ['goes at once when it failed', pod({ nodeName: 'n' }, { phase: 'Failed' }), 9, 0],
  ])('%s · X3', (_name, object, asked, seconds) => {
    expect(strategy.graceSeconds(object, asked)).toBe(seconds);
  });

  test('shows that it was marked even when it goes at once · X3', () => {
    expect(strategyOf('v1/pods').isGraceful).toBe(true);
  });
});

test('events live for an hour, in both groups, and everything else for ever · Y2', () => {
  const mortal = [...served].filter(([name]) => strategyOf(name).ttlMs === 3_600_000).map(([name]) => name);
  expect(mortal).toEqual(['v1/events', 'events.k8s.io/v1/events']);
});

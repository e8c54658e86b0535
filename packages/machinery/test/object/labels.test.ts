import { hasLabels, labelOf, labelsOf, withLabels, withoutLabels } from '@reeve/machinery';
import { expect, test } from 'vitest';

const object = Object.freeze({
  metadata: Object.freeze({ name: 'w', labels: Object.freeze({ app: 'web', tier: 'front' }) }),
  spec: Object.freeze({ replicas: 1 }),
});

test('a label is read by its key, and names of object methods are ordinary keys', () => {
  expect(labelOf(object, 'app')).toBe('web');
  expect(labelOf(object, 'missing')).toBeUndefined();
  expect(labelOf(object, 'toString')).toBeUndefined();
  expect(labelOf({}, 'app')).toBeUndefined();
});

test.each([
  ['all of them', { app: 'web', tier: 'front' }, true],
  ['some of them', { app: 'web' }, true],
  ['none asked for', {}, true],
  ['another value', { app: 'db' }, false],
  ['one that is missing', { app: 'web', zone: 'a' }, false],
])('an object has these labels: %s', (_, labels, expected) => {
  expect(hasLabels(object, labels)).toBe(expected);
});

test('labels are added and replaced in a copy that shares the rest', () => {
  const changed = withLabels(object, { app: 'db', zone: 'a' });

  expect(changed.metadata.labels).toEqual({ app: 'db', tier: 'front', zone: 'a' });
  expect(changed.metadata.name).toBe('w');
  expect(changed.spec).toBe(object.spec);
  expect(object.metadata.labels).toEqual({ app: 'web', tier: 'front' });
});

test('labels that are there already leave the very same object', () => {
  expect(withLabels(object, { app: 'web' })).toBe(object);
  expect(withoutLabels(object, 'missing', 'toString')).toBe(object);
});

test('removing the last label removes the field', () => {
  expect(withoutLabels(object, 'app', 'missing').metadata.labels).toEqual({ tier: 'front' });
  expect(withoutLabels(object, 'app', 'tier')).toEqual({ metadata: { name: 'w' }, spec: { replicas: 1 } });
});

test('an object without metadata gets some', () => {
  expect(withLabels({}, { app: 'web' })).toEqual({ metadata: { labels: { app: 'web' } } });
});

test('a label called __proto__ is a label', () => {
  const labels = JSON.parse('{"__proto__":"x"}') as Record<string, string>;

  const labelled = withLabels(object, labels);

  expect(labelOf(labelled, '__proto__')).toBe('x');
  expect(Object.keys(labelsOf(labelled))).toContain('__proto__');
  expect(Object.getPrototypeOf(labelsOf(labelled))).toBe(Object.prototype);
  expect(labelOf(withoutLabels(labelled, 'app'), '__proto__')).toBe('x');
});

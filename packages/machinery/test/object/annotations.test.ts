import { annotationOf, hasAnnotations, withAnnotations, withoutAnnotations } from '@reeve/machinery';
import { expect, test } from 'vitest';

const object = Object.freeze({
  metadata: Object.freeze({ labels: Object.freeze({ app: 'web' }), annotations: Object.freeze({ note: 'x' }) }),
});

test('an annotation is read by its key, never from the labels', () => {
  expect(annotationOf(object, 'note')).toBe('x');
  expect(annotationOf(object, 'app')).toBeUndefined();
  expect(annotationOf(object, 'constructor')).toBeUndefined();
  expect(hasAnnotations(object, { note: 'x' })).toBe(true);
  expect(hasAnnotations(object, { note: 'y' })).toBe(false);
});

test('annotations are added and replaced in a copy, and the labels stay', () => {
  expect(withAnnotations(object, { note: 'y', more: 'z' })).toEqual({
    metadata: { labels: { app: 'web' }, annotations: { note: 'y', more: 'z' } },
  });
  expect(object.metadata.annotations).toEqual({ note: 'x' });
});

test('where there is nothing to change the very same object comes back', () => {
  expect(withAnnotations(object, { note: 'x' })).toBe(object);
  expect(withoutAnnotations(object, 'app')).toBe(object);
});

test('removing the last annotation removes the field', () => {
  expect(withoutAnnotations(object, 'note')).toEqual({ metadata: { labels: { app: 'web' } } });
});

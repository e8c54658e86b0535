import { deepFreeze } from '@reeve/machinery';
import { expect, test } from 'vitest';

test('every level is frozen, and the value itself is returned', () => {
  const pod = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ ports: [{ port: 80 }] }] } };

  expect(deepFreeze(pod)).toBe(pod);

  expect(Object.isFrozen(pod)).toBe(true);
  expect(Object.isFrozen(pod.metadata.labels)).toBe(true);
  expect(Object.isFrozen(pod.spec.containers)).toBe(true);
  expect(Object.isFrozen(pod.spec.containers[0]?.ports[0])).toBe(true);
});

test.each([null, undefined, true, 1, 1n, 'text'])('a scalar is returned as it is: %s', (scalar) => {
  expect(deepFreeze(scalar)).toBe(scalar);
});

test('a frozen part is not walked again', () => {
  let reads = 0;
  const known = Object.freeze({
    get part() {
      reads++;
      return {};
    },
  });

  deepFreeze({ known, list: [known] });

  expect(reads).toBe(0);
});

test('a value that contains itself, or shares parts, is frozen once', () => {
  const shared = { a: 1 };
  const value: { self?: unknown; parts: object[] } = { parts: [shared, shared] };
  value.self = value;

  deepFreeze(value);

  expect(Object.isFrozen(value)).toBe(true);
  expect(Object.isFrozen(shared)).toBe(true);
});

test('nesting of 100,000 levels does not exhaust the stack', () => {
  const value = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown[];

  deepFreeze(value);

  let innermost: unknown = value;
  while (Array.isArray(innermost) && innermost.length > 0) innermost = innermost[0];
  expect(Object.isFrozen(innermost)).toBe(true);
});

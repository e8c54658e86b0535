import { expect, test } from 'vitest';
import { z } from 'zod';
import { compareDefinitions, defineResource, k } from '@reeve/define';

const changes = (before: z.ZodRawShape, after: z.ZodRawShape) => {
  const [old, now] = [before, after].map((spec) =>
    defineResource({ group: 'a.example.com', version: 'v1', kind: 'A', spec: z.object(spec), onWarning: () => {} }),
  );
  return old && now ? compareDefinitions(old, now).changes : [];
};

test('a list type that becomes another one is told as a change that needs a conversion', () => {
  const item = z.object({ a: z.string(), b: z.string() });
  expect(changes({ list: k.listMap(item, ['a']) }, { list: k.listMap(item, ['b']) })).toContainEqual(
    expect.objectContaining({
      level: 'conversion',
      path: 'spec.list',
      what: 'x-kubernetes-list-map-keys was ["a"], is ["b"]',
    }),
  );
});

test('a new required field is breaking, and compatible with a default', () => {
  const kept = { kept: z.string() };
  expect(changes(kept, { ...kept, added: z.string() })).toMatchObject([{ level: 'breaking', path: 'spec.added' }]);
  expect(changes(kept, { ...kept, added: z.string().default('x') })).toMatchObject([
    { level: 'compatible', path: 'spec.added' },
  ]);
});

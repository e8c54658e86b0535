import { expect, test } from 'vitest';
import { z } from 'zod';
import { compareDefinitions, defineResource, k } from '@reeve/define';

const define = (spec: z.ZodRawShape) =>
  defineResource({ group: 'a.example.com', version: 'v1', kind: 'A', spec: z.object(spec), onWarning: () => {} });

test('a list type that becomes another one is told as a change that needs a conversion', () => {
  const item = z.object({ a: z.string(), b: z.string() });
  const [before, after] = [define({ list: k.listMap(item, ['a']) }), define({ list: k.listMap(item, ['b']) })];
  expect(compareDefinitions(before, after).changes).toContainEqual(
    expect.objectContaining({
      level: 'conversion',
      path: 'spec.list',
      what: 'x-kubernetes-list-map-keys was ["a"], is ["b"]',
    }),
  );
});

test('a new required field is breaking, and compatible with a default, also where the definition calls it required', () => {
  const before = define({ kept: z.string() });
  const after = (added: z.ZodType) => {
    const crd = structuredClone(define({ kept: z.string(), added }).crd);
    const root = crd.spec.versions[0]?.schema?.openAPIV3Schema as { properties: { spec: { required?: string[] } } };
    root.properties.spec.required = ['kept', 'added'];
    return { crd };
  };
  const levelOf = (added: z.ZodType) => compareDefinitions(before, after(added)).level;
  expect(levelOf(z.string())).toBe('breaking');
  expect(levelOf(z.string().default('x'))).toBe('compatible');
});

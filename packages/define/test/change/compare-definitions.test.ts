import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { compareDefinitions, defineResource, k } from '@reeve/define';
import type { AnySchema, ChangeLevel } from '@reeve/define';

const define = (spec: AnySchema, more: object = {}) =>
  defineResource({ group: 'a.example.com', version: 'v1', kind: 'A', spec, onWarning: () => undefined, ...more });

const changes = (before: z.ZodRawShape, after: z.ZodRawShape) =>
  compareDefinitions(define(z.object(before)), define(z.object(after)));

const cases: Record<string, readonly [z.ZodRawShape, z.ZodRawShape, ChangeLevel, string, RegExp]> = {
  'a new optional field': [{}, { a: z.string().optional() }, 'compatible', 'spec.a', /new field/],
  'a new field with a default': [{}, { a: z.string().default('x') }, 'compatible', 'spec.a', /new field/],
  'a new required field': [{ b: z.string() }, { b: z.string(), a: z.string() }, 'breaking', 'spec.a', /required/],
  'a field that is gone': [{ a: z.string().optional() }, {}, 'breaking', 'spec.a', /gone/],
  'a field that becomes required': [
    { a: z.string().optional(), b: z.string() },
    { a: z.string(), b: z.string() },
    'breaking',
    'spec.a',
    /was optional/,
  ],
  'a field of another type': [
    { a: z.string().optional() },
    { a: z.boolean().optional() },
    'conversion',
    'spec.a',
    /was string, is boolean/,
  ],
  'a field that takes more': [
    { a: z.string().optional() },
    { a: k.intOrString().optional() },
    'compatible',
    'spec.a',
    /int-or-string/,
  ],
  'a smaller maximum': [
    { a: z.int().max(10).optional() },
    { a: z.int().max(5).optional() },
    'breaking',
    'spec.a',
    /maximum was 10, is 5/,
  ],
  'a new minimum': [
    { a: z.int().optional() },
    { a: z.int().min(1).optional() },
    'breaking',
    'spec.a',
    /minimum was none, is 1/,
  ],
  'a shorter text': [
    { a: z.string().optional() },
    { a: z.string().max(3).optional() },
    'breaking',
    'spec.a',
    /maxLength/,
  ],
  'a word less': [
    { a: z.enum(['x', 'y']).optional() },
    { a: z.enum(['x']).optional() },
    'breaking',
    'spec.a',
    /"y" is no longer allowed/,
  ],
  'a new pattern': [
    { a: z.string().optional() },
    { a: z.string().regex(/^x/).optional() },
    'breaking',
    'spec.a',
    /pattern/,
  ],
  'no null any more': [
    { a: z.string().nullable().optional() },
    { a: z.string().optional() },
    'breaking',
    'spec.a',
    /null/,
  ],
  'another default': [
    { a: z.string().default('x') },
    { a: z.string().default('y') },
    'compatible',
    'spec.a',
    /default was "x", is "y"/,
  ],
  'a new rule': [
    { a: z.string().optional() },
    { a: z.string().meta(k.immutable()).optional() },
    'breaking',
    'spec.a',
    /new rule/,
  ],
  'a list that merges otherwise': [
    { a: z.array(z.string()).optional() },
    { a: k.set(z.string()).optional() },
    'conversion',
    'spec.a',
    /list-type/,
  ],
  'inside lists': [
    { a: z.array(z.int().max(9)).optional() },
    { a: z.array(z.int().max(8)).optional() },
    'breaking',
    'spec.a[]',
    /maximum/,
  ],
  'inside maps': [
    { a: z.record(z.string(), z.string()).optional() },
    { a: z.record(z.string(), z.boolean()).optional() },
    'conversion',
    'spec.a[*]',
    /boolean/,
  ],
};

describe('a change', () => {
  for (const [name, [before, after, level, path, what]] of Object.entries(cases)) {
    test(`${name} is ${level}`, () => {
      const found = changes(before, after);
      expect(found.level).toBe(level);
      const change = found.changes.find((one) => one.path === path);
      expect(change).toMatchObject({ level, what: expect.stringMatching(what) as unknown });
      expect(change?.advice).not.toBe('');
    });
  }

  test('of nothing is none', () => {
    const same = { a: z.string().default('x'), b: k.listMap(z.object({ name: z.string() }), ['name']).optional() };
    expect(changes(same, same)).toEqual({ level: 'compatible', changes: [] });
  });

  test('of a smaller restriction back is compatible', () => {
    expect(changes({ a: z.int().max(5).optional() }, { a: z.int().max(10).optional() }).level).toBe('compatible');
  });

  test('of group, scope and names is breaking', () => {
    const spec = z.object({});
    const found = compareDefinitions(define(spec), define(spec, { scope: 'Cluster', names: { plural: 'as' } }));
    expect(found.changes.map(({ path }) => path)).toEqual(['scope']);
    expect(
      compareDefinitions(define(spec), define(spec, { group: 'b.example.com' })).changes.map(({ path }) => path),
    ).toEqual(['group']);
  });

  test('of versions: gone, not served, stored elsewhere, new', () => {
    const spec = z.object({});
    const several = (versions: Record<string, object>) =>
      defineResource({ group: 'a.example.com', kind: 'A', versions: versions as never });
    const both = several({ v1: { spec, storage: true }, v2: { spec } });
    const gone = compareDefinitions(both, several({ v2: { spec } }));
    expect(gone.changes).toMatchObject([
      { level: 'breaking', path: 'versions.v1', what: expect.stringMatching(/stored/) as unknown },
    ]);
    expect(
      compareDefinitions(both, several({ v1: { spec, storage: true }, v2: { spec, served: false } })).changes,
    ).toMatchObject([{ path: 'versions.v2', what: 'the version is no longer served' }]);
    expect(compareDefinitions(both, several({ v1: { spec }, v2: { spec, storage: true } })).changes).toMatchObject([
      { level: 'conversion', path: 'versions' },
    ]);
    expect(compareDefinitions(several({ v1: { spec } }), both).changes).toMatchObject([
      { level: 'compatible', path: 'versions.v2' },
    ]);
  });

  test('of subresources is breaking when one goes', () => {
    const status = z.object({ n: z.int().optional() });
    const found = compareDefinitions(
      define(z.object({}), { status }),
      define(z.object({}), { status, statusSubresource: false }),
    );
    expect(found.changes).toMatchObject([{ level: 'breaking', path: 'versions.v1.status' }]);
  });
});

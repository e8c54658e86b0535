/** Rules as definitions carry them: none is lost, whatever stands around it, and what is no rule is refused. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DefinitionError, defineResource, k } from '@reeve/define';
import type { Rule } from '@reeve/define';

interface Schema {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly 'x-kubernetes-validations'?: readonly Rule[];
}

/** The rules that a server gets for a field. */
function rulesOf(field: z.ZodType): readonly string[] {
  const { crd } = defineResource({ group: 'a.example.com', version: 'v1', kind: 'A', spec: z.object({ field }) });
  const root = crd.spec.versions[0]?.schema?.openAPIV3Schema as unknown as Schema;
  const rules = root.properties['spec']?.properties['field']?.['x-kubernetes-validations'] ?? [];
  return rules.map(({ rule }) => rule);
}

describe('a schema keeps every rule that was written', () => {
  const one = k.rule("self != 'a'");
  const two = k.rule("self != 'b'");
  const both = ["self != 'a'", "self != 'b'"];
  const kept: Record<string, z.ZodType> = {
    'in one metadata': z.string().meta(k.rules(one, two)),
    'in one metadata after the other': z.string().meta(one).meta(two),
    'with checks and a description between them': z.string().meta(one).min(1).describe('x').meta(two),
    'inside and outside of optional()': z.string().meta(one).optional().meta(two),
    'inside and outside of nullable() and default()': z.string().meta(one).nullable().meta(two).default('x'),
    'with metadata that was read and written again': z.string().meta(one).meta(two).meta({ title: 'T' }),
  };
  test.each(Object.entries(kept))('%s', (_, field) => expect(rulesOf(field)).toEqual(both));

  test('in the parts of an intersection', () => {
    const a = z.object({ a: z.int() }).meta(k.rule('self.a > 1'));
    const b = z.object({ b: z.int() }).meta(k.rule('self.b > 1'));
    expect(rulesOf(z.intersection(a, b).meta(k.rule('self.a > self.b')))).toEqual([
      'self.a > 1',
      'self.b > 1',
      'self.a > self.b',
    ]);
  });

  test('in a schema that stands in two places', () => {
    const port = z.int().meta(k.rule('self > 0'));
    const ports = z.object({ a: port, b: port.meta(k.rule('self < 1024')) }).meta(k.rule('self.a != self.b'));
    const { crd } = defineResource({ group: 'a.example.com', version: 'v1', kind: 'A', spec: ports });
    const root = crd.spec.versions[0]?.schema?.openAPIV3Schema as unknown as Schema;
    const { a, b } = root.properties['spec']?.properties ?? {};
    expect([a, b].map((schema) => schema?.['x-kubernetes-validations']?.map(({ rule }) => rule))).toEqual([
      ['self > 0'],
      ['self > 0', 'self < 1024'],
    ]);
  });
});

test('a rule of a variant holds for that variant alone', () => {
  const disk = z.object({ type: z.literal('Disk'), size: z.int() }).meta(k.rule('self.size > 1'));
  const bucket = z.object({ type: z.literal("Bob's"), name: z.string() });
  expect(rulesOf(z.discriminatedUnion('type', [disk, bucket]))).toEqual([
    "self.type != 'Disk' || !has(self.name)",
    "self.type != 'Disk' || (self.size > 1)",
    'self.type != "Bob\'s" || !has(self.size)',
  ]);
});

test('fields are named as expressions name them', () => {
  expect(k.atMostOneOf('x-y', 'namespace')['x-kubernetes-validations'][0]?.rule).toBe(
    '[has(self.x__dash__y),has(self.__namespace__)].filter(x,x==true).size() <= 1',
  );
  expect(() => k.exactlyOneOf('1st', 'b')).toThrow(/expressions cannot name the field "1st"/);
});

test('the rules of the whole object are written like those of a field, or as plain objects', () => {
  const plain = { rule: "self.metadata.name != 'all'" };
  const Thing = defineResource({
    group: 'a.example.com',
    version: 'v1',
    kind: 'Thing',
    spec: z.object({ a: z.int() }),
    rules: [k.rule('self.spec.a > 1', { message: 'more' }), plain],
  });
  expect(Thing.crd.spec.versions[0]?.schema?.openAPIV3Schema?.['x-kubernetes-validations']).toEqual([
    { rule: 'self.spec.a > 1', message: 'more' },
    plain,
  ]);
});

describe('what is no rule is refused where it is written', () => {
  const refused = (given: unknown): string => {
    try {
      k.rule(given as string);
    } catch (error) {
      if (error instanceof DefinitionError) return error.message;
      throw error;
    }
    return '';
  };

  test('a function in JavaScript, with what it would be in CEL', () => {
    expect(refused((self: { min: number; max: number }) => self.min <= self.max)).toBe(
      "A rule cannot be defined:\n  rule: a function in JavaScript cannot run on the server; write the expression as a text: k.rule('self.min <= self.max')",
    );
    expect(refused((it: { a: string }) => it.a !== 'x')).toContain(`k.rule('self.a != "x"')`);
  });

  test('a function that says more than CEL can, and what is no text', () => {
    expect(refused(() => {})).toContain("k.rule('self.min <= self.max')");
    expect(refused(true)).toContain('given as a text, not boolean');
  });

  test('an option that nobody reads', () => {
    expect(() => k.rule('true', { mesage: 'x' } as never)).toThrow(
      'k.rule() has no option mesage: did you mean message?',
    );
  });
});

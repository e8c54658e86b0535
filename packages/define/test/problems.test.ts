import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DefinitionError, defineResource, k } from '@reeve/define';
import type { AnySchema, DefinitionProblem } from '@reeve/define';

interface Tree {
  children?: Tree[] | undefined;
}
const tree: z.ZodType<Tree> = z.object({ children: z.array(z.lazy(() => tree)).optional() });

function define(field: AnySchema): { problems: readonly DefinitionProblem[]; warnings: string[] } {
  const warnings: string[] = [];
  try {
    const spec = z.object({ field: field as z.ZodType });
    defineResource({
      group: 'a.example.com',
      version: 'v1',
      kind: 'A',
      spec,
      onWarning: (text) => warnings.push(text),
    });
    return { problems: [], warnings };
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    return { problems: error.problems, warnings };
  }
}

test('an option that nobody reads is refused, with the place where it belongs', () => {
  const versions = { v1: { spec: z.object({}), column: {} } };
  const wrong = {
    group: 'a.example.com',
    kind: 'A',
    versions,
    shortNames: ['a'],
    lables: {},
    names: { plurals: 'as' },
  };
  expect(() => defineResource(wrong as never)).toThrow(
    expect.objectContaining({
      problems: [
        { path: 'shortNames', reason: 'there is no such option', advice: 'write names: { shortNames: … }' },
        { path: 'lables', reason: 'there is no such option', advice: 'did you mean labels?' },
        { path: 'names.plurals', reason: 'there is no such option', advice: 'did you mean plural?' },
        { path: 'versions.v1.column', reason: 'there is no such option', advice: 'did you mean columns?' },
      ],
    }),
  );
});

const refused: Record<string, readonly [AnySchema, string, RegExp]> = {
  'a Date': [z.date(), 'spec.field', /k\.time\(\)/],
  'a Map': [z.map(z.string(), z.string()), 'spec.field', /z\.record/],
  'a Set': [z.set(z.string()), 'spec.field', /k\.set/],
  'a bigint': [z.bigint(), 'spec.field', /z\.int\(\)/],
  'a transform': [z.string().transform((text) => text.length), 'spec.field', /reconciler/],
  'a transform inside a list': [z.array(z.string().transform((text) => text.length)), 'spec.field[]', /reconciler/],
  'a fallback': [z.string().catch('x'), 'spec.field', /\.default\(\)/],
  'a strict object': [z.strictObject({ a: z.string() }), 'spec.field', /z\.object\(\)/],
  'a catch-all beside fields': [z.object({ a: z.string() }).catchall(z.string()), 'spec.field', /z\.record\(\)/],
  'a tuple': [z.tuple([z.string(), z.int()]), 'spec.field', /z\.object/],
  recursion: [tree, 'spec.field.children[]', /k\.preserveUnknown\(\)/],
  'a value of any type': [z.any(), 'spec.field', /k\.preserveUnknown\(\)/],
  'a union of types': [z.union([z.int(), z.string()]), 'spec.field', /k\.intOrString\(\)/],
  'a union of other types': [z.union([z.boolean(), z.string()]), 'spec.field', /its own field/],
  'variants that nothing tells apart': [
    z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    'spec.field',
    /discriminatedUnion/,
  ],
  'variants that disagree about a field': [
    z.discriminatedUnion('t', [
      z.object({ t: z.literal('A'), x: z.string() }),
      z.object({ t: z.literal('B'), x: z.boolean() }),
    ]),
    'spec.field.x',
    /different names/,
  ],
  'a pattern with look-around': [z.string().regex(/^a(?=b)/), 'spec.field', /k\.rule\(\)/],
  'a back-reference': [z.string().regex(/(a)\1/), 'spec.field', /back-references/],
  'a duration of ISO 8601': [z.iso.duration(), 'spec.field', /k\.duration\(\)/],
  'a promise': [z.promise(z.string()), 'spec.field', /resolves/],
  'a symbol': [z.symbol(), 'spec.field', /z\.string\(\)/],
  'a custom type': [z.custom<string>(), 'spec.field', /k\.rule\(\)/],
};

describe('refused when the module is loaded, with path and advice', () => {
  for (const [name, [schema, path, advice]] of Object.entries(refused)) {
    test(name, () => {
      const { problems } = define(schema);
      expect(problems.map((problem) => problem.path)).toEqual([path]);
      expect(problems[0]?.advice).toMatch(advice);
    });
  }

  test('a default that does not fit its own field', () => {
    const wrong = k.json<object>({ type: 'object', properties: { a: { type: 'integer', default: 'x' } } });
    const spec = () => defineResource({ group: 'a.example.com', version: 'v1', kind: 'A', spec: wrong });
    expect(spec).toThrow(/spec\.a\.default: /);
  });

  test('everything at once, in one readable message', () => {
    const spec = z.object({ when: z.date(), list: z.array(z.strictObject({})), word: z.string().regex(/(?!x)/) });
    const everything = () =>
      defineResource({ group: 'a.example.com', version: 'v1', kind: 'A', spec, columns: { Word: '.spec.wrod' } });
    expect(everything).toThrow(
      [
        'A of a.example.com cannot be defined:',
        '  spec.when: a Date is not JSON; write k.time(), a string in RFC 3339',
        '  spec.list[]: a strict object cannot be expressed: unknown fields are dropped, or refused where the client asks for it; write z.object()',
      ].join('\n'),
    );
    expect(everything).toThrow(/spec\.word: the pattern \(\?!x\) is not RE2/);
    expect(everything).toThrow(/columns: the column Word shows \.spec\.wrod, which the schema does not describe/);
  });

  test('versions without one that objects are stored in, or with two', () => {
    const spec = z.object({});
    const several = (versions: Record<string, { spec: typeof spec; storage?: boolean }>) => () =>
      defineResource({ group: 'a.example.com', kind: 'A', versions });
    expect(several({ v1: { spec }, v2: { spec } })).toThrow(/mark one with storage: true/);
    expect(several({ v1: { spec, storage: true }, v2: { spec, storage: true } })).toThrow(/mark one only/);
    expect(several({})).toThrow(/give at least one/);
  });

  test('a scale and selectable fields that lead nowhere · LW-136', () => {
    const spec = z.object({ list: z.array(z.string()) });
    const options = { group: 'a.example.com', version: 'v1', kind: 'A', spec } as const;
    expect(() =>
      defineResource({ ...options, scale: { specReplicas: '.spec.n', statusReplicas: '.status.n' } }),
    ).toThrow(/the schema does not describe \.spec\.n/);
    expect(() => defineResource({ ...options, selectableFields: ['.spec.list'] })).toThrow(/selectableFields\[0\]/);
  });
});

describe('worth a second look', () => {
  test('a check in JavaScript warns, and points to a rule or a webhook', () => {
    const { warnings } = define(z.string().refine((text) => text !== ''));
    expect(warnings).toEqual([
      'A: spec.field: .refine() runs only in this program, the server does not know it; use k.rule(), or a webhook',
    ]);
  });

  test('so does changing or coercing a value, and a format that no server knows', () => {
    expect(define(z.string().trim()).warnings).toHaveLength(1);
    expect(define(z.coerce.number()).warnings).toHaveLength(1);
    expect(define(k.preserveUnknown(z.string().meta({ format: 'colour' })))).toMatchObject({ problems: [] });
  });
});

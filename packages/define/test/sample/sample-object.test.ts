import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource, k, sampleOf } from '@reeve/define';

const definedBy = (spec: z.ZodObject) =>
  defineResource({ group: 'shop.example.com', version: 'v1', kind: 'Sample', spec });

const sampleSpec = (spec: z.ZodObject): Record<string, unknown> => {
  const { object, problems } = sampleOf(definedBy(spec).crd);
  expect(problems).toEqual([]);
  return object['spec'] as Record<string, unknown>;
};

describe('the sample object of a definition', () => {
  const fields = {
    'a URL': z.url(),
    'an e-mail address': z.email(),
    'a UUID': z.uuid(),
    'an IPv4 address': z.ipv4(),
    'a network': z.cidrv4(),
    'a moment': k.time(),
    'a span of time': k.duration(),
    bytes: k.bytes(),
    'a schedule': k.cron(),
    'a quantity': k.quantity(),
    'a number or a text': k.intOrString(),
    'a text with a pattern': z.string().regex(/^v\d+(\.\d+)*$/),
    'a text with alternatives': z.string().regex(/^(?:red|green)-[A-F0-9]{4,}(?:\/[^a-z]+)?$/),
    'a long text with a pattern': z
      .string()
      .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/)
      .min(20),
    'a text with two patterns': z.string().startsWith('https://').endsWith('.git'),
    'a number with bounds': z.int().gt(5).max(7),
    'a multiple': z.int().multipleOf(8).min(20),
    'a list with an item': z.array(z.object({ name: z.string().min(8) })).min(1),
    'one of several': z.enum(['Blue', 'Green']),
  } satisfies Record<string, z.ZodType>;

  for (const [name, schema] of Object.entries(fields))
    test(`has ${name} that its own schema accepts`, () => {
      const { field } = sampleSpec(z.object({ field: schema }));
      expect(field).toBeDefined();
    });

  test('comes with what the server would refuse where nothing fitting can be made up', () => {
    const bytes = z.string().meta({ pattern: '^(?i:secret)$' });
    const { object, problems } = sampleOf(definedBy(z.object({ code: bytes })).crd);
    expect(object).toMatchObject({ spec: { code: 'sample' } });
    expect(problems).toMatchObject([{ field: 'spec.code', body: expect.stringContaining('Invalid value') as string }]);
  });
});

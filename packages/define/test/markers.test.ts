/** The table in docs/crds.md is run: each way of writing gives what the table says. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource, k } from '@reeve/define';

const page = readFileSync(new URL('../../../docs/crds.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| (.+?) +\| .*?`([zk]\..+)` +\| `(\{.+\})` +\|$/gmu)].map(
  ([, marker = '', code = '', json = '']) => ({
    marker,
    code,
    schema: JSON.parse(json.replaceAll('\\|', '|')) as unknown,
  }),
);

/** What a definition emits for a field that is written so. */
function emitted(code: string): unknown {
  // eslint-disable-next-line no-implied-eval -- the code is ours, and running it is the point
  const field = new Function('z', 'k', `return ${code}`)(z, k) as z.ZodType;
  const { crd } = defineResource({ group: 'a.example.com', version: 'v1', kind: 'A', spec: z.object({ field }) });
  const root = crd.spec.versions[0]?.schema?.openAPIV3Schema as {
    properties: { spec: { properties: { field: unknown } } };
  };
  return root.properties.spec.properties.field;
}

describe('instead of the marker', () => {
  test('the page has a row for each', () => {
    expect(rows.length).toBeGreaterThanOrEqual(33);
  });

  for (const { marker, code, schema } of rows) {
    test(`${marker}: ${code}`, () => {
      expect(emitted(code)).toEqual(schema);
    });
  }
});

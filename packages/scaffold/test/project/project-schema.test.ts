import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseProject, projectSchemaFile, toolVersions } from '@reeve/scaffold';

const repository = new URL('../../../../', import.meta.url);

test('the schema that is shipped is the one that files are checked against', () => {
  const shipped = JSON.parse(readFileSync(new URL('packages/reeve/reeve.schema.json', repository), 'utf8')) as unknown;
  expect(shipped).toEqual(JSON.parse(projectSchemaFile()));
});

test('a project gets the versions of tools that we use ourselves', () => {
  const { devDependencies } = JSON.parse(readFileSync(new URL('package.json', repository), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  for (const tool of ['typescript', 'vitest'] as const) {
    const [major] = (devDependencies[tool] ?? '').split('.');
    expect(toolVersions[tool]).toMatch(new RegExp(`^\\^${major}\\.`));
  }
});

test('what is not said is as by default', () => {
  expect(parseProject('{ "name": "shops", "domain": "example.com" }')).toEqual({
    version: 0,
    name: 'shops',
    domain: 'example.com',
    programs: ['src/*.ts'],
    resources: [],
    plugins: [],
    generated: {},
  });
});

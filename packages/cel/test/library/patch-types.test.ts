import { describe, expect, test } from 'vitest';
import { Environment, jsonPatchLibrary, kubernetesLibraries, patchTypesLibrary, toJson, types } from '@reeve/cel';

const environment = new Environment({
  libraries: [...kubernetesLibraries, jsonPatchLibrary, patchTypesLibrary],
  variables: { object: types.dyn },
});

function made(expression: string): unknown {
  const { program, issues } = environment.compile(expression);
  if (program === undefined) return issues.map(({ message }) => message);
  const { value, error } = program.run({ object: { name: 'web', big: 9007199254740993n, tags: ['a'] } });
  return error === undefined ? toJson(value) : error.message;
}

describe('the types of patches', () => {
  test('an object has any field, and the type of the path that it is written with', () => {
    expect(made('Object{spec: Object.spec{replicas: 2, ?none: optional.none(), tags: object.tags}}')).toEqual({
      spec: { replicas: 2, tags: ['a'] },
    });
    expect(environment.compile('Object.spec.template{}').program?.type).toMatchObject({ name: 'Object.spec.template' });
    expect(made('Objects{}')).toEqual(["undeclared reference to 'Objects' (in container '')"]);
  });

  test('an operation of a JSON patch has four fields', () => {
    expect(
      made('[JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("a/b"), value: {"c": object.name}}]'),
    ).toEqual([{ op: 'add', path: '/metadata/labels/a~1b', value: { c: 'web' } }]);
    expect(made('JSONPatch{op: 1}')).toEqual(["expected type of field 'op' is 'string' but provided type is 'int'"]);
  });

  test('values become the JSON that they were', () => {
    expect(made('[object.big, 1u, 1.5, b"ab", timestamp("2020-01-01T00:00:00Z"), duration("90s"), null]')).toEqual([
      9007199254740993n,
      1,
      1.5,
      'YWI=',
      '2020-01-01T00:00:00Z',
      '90s',
      null,
    ]);
  });
});

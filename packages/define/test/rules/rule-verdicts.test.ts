/** What a definition says of objects by its rules is what a server says. */
import { describe, expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { resourceFromCrd } from '@reeve/define';
import { install } from '../server.ts';
import { changes, Machine, objectOf, refusals, text } from './rule-verdicts.ts';

describe('validate() says of rules what the embedded server says, of', () => {
  for (const [what, { spec, old, name = 'a', says }] of Object.entries(changes)) {
    test(what, async () => {
      const before = old === undefined ? undefined : objectOf(old, name);
      const said = Machine.validate(objectOf(spec, name), before);
      expect(said.map(({ field, body }) => text({ field, message: body }))).toEqual(says);
      await using server = await ApiServer.start();
      await install(server.transport, Machine.crd);
      expect(await refusals(server.transport, spec, name, old)).toEqual(says);
    });
  }
});

test('a definition that is made from its CustomResourceDefinition has the same rules', () => {
  const Theirs = resourceFromCrd(Machine.crd);
  expect(Theirs.crd).toEqual(Machine.crd);
  for (const { spec, old, name } of Object.values(changes)) {
    const before = old === undefined ? undefined : objectOf(old, name);
    expect(Theirs.validate(objectOf(spec, name), before)).toEqual(Machine.validate(objectOf(spec, name), before));
  }
});

test('what was wrong before and has not changed is tolerated', () => {
  const old = objectOf({ max: 3, limits: { memory: 'much' } });
  expect(Machine.validate(objectOf({ max: 4, limits: { memory: 'much' } }), old)).toEqual([]);
  expect(Machine.validate(objectOf({ max: 4, limits: { memory: 'more' } }), old)).toHaveLength(1);
});

test('rules of the status are checked where the status is written', () => {
  const { spec } = objectOf({ max: 1 });
  const errors = Machine.validate({ ...objectOf(spec), status: { ready: 2 } });
  expect(errors.map(({ body }) => body)).toEqual([expect.stringContaining('more are ready than there may be')]);
  expect(Machine.validate({ ...objectOf(spec), status: { ready: -1 } })).toMatchObject([{ field: 'status' }]);
});

/** What a definition says of objects by its rules is what a server says. */
import { describe, expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import type { Transport } from '@reeve/machinery';
import { ask, install } from '../server.ts';
import { changes, Machine, objectOf } from './rule-verdicts.ts';

interface Cause {
  readonly field: string;
  readonly message: string;
}

const text = ({ field, message }: Cause): string => `${field}: ${withoutValue(message)}`;

/** Messages of rules have the type of the value in them, which says nothing here. */
const withoutValue = (message: string): string =>
  message.replace(/^Invalid value: "?(?:object|string|integer)"?: /u, 'Invalid value: ');

/** What a server refuses an object for: it is created, and changed if there is an old one. */
async function refusals(transport: Transport, spec: object, name: string, old: object | undefined): Promise<string[]> {
  const path = Machine.path({ namespace: 'default' });
  if (old === undefined) return causesOf(await ask(transport, 'POST', path, objectOf(spec, name)));
  const created = await ask(transport, 'POST', path, objectOf(old, name));
  const { metadata } = created.body as { metadata?: object };
  return causesOf(await ask(transport, 'PUT', `${path}/${name}`, { ...objectOf(spec, name), metadata }));
}

function causesOf({ status, body }: Awaited<ReturnType<typeof ask>>): string[] {
  if (status < 300) return [];
  const { causes = [] } = body['details'] as { causes?: readonly Cause[] };
  return causes.map(text);
}

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

import { describe, expect, test } from 'vitest';
import type { Type } from '@reeve/cel';
import {
  bytesType,
  Environment,
  listType,
  mapType,
  objectType,
  opaqueType,
  optionalType,
  printType,
  stringType,
  typeParameter,
  types,
  typesEqual,
  typeType,
} from '@reeve/cel';

const port = objectType('Port', { name: types.string });

describe('a type is printed as cel-go prints it in messages', () => {
  test.each<readonly [Type, string]>([
    [types.dyn, 'dyn'],
    [types.null, 'null'],
    [types.int, 'int'],
    [types.duration, 'duration'],
    [types.timestamp, 'timestamp'],
    [types.type, 'type'],
    [typeType(types.int), 'type(int)'],
    [listType(mapType(types.string, types.double)), 'list(map(string, double))'],
    [optionalType(types.bool), 'optional_type(bool)'],
    [opaqueType('net.IP'), 'net.IP'],
    [port, 'Port'],
    [typeParameter('T'), 'T'],
    [types.error, '!error!'],
  ])('%j is %s', (type, printed) => {
    expect(printType(type)).toBe(printed);
  });
});

describe('types are the same whatever sizes are declared', () => {
  test.each<readonly [Type, Type, boolean]>([
    [types.string, stringType(3), true],
    [bytesType(1), bytesType(2), true],
    [listType(types.int, { maxSize: 1 }), listType(types.int), true],
    [listType(types.int), listType(types.uint), false],
    [mapType(types.string, types.int), mapType(types.string, types.dyn), false],
    [port, objectType('Port', {}), true],
    [port, objectType('Service', {}), false],
    [optionalType(types.int), optionalType(types.string), false],
    [opaqueType('a'), objectType('a', {}), false],
  ])('%j and %j: %s', (one, other, areSame) => {
    expect(typesEqual(one, other)).toBe(areSame);
    expect(typesEqual(other, one)).toBe(areSame);
  });
});

test('a type may contain itself', () => {
  const fields = new Map<string, { type: Type; property?: string }>([['name', { type: types.string }]]);
  const node = objectType('Node', fields);
  fields.set('children', { type: listType(node) });
  const environment = new Environment({ variables: { root: node } });
  const { program } = environment.compile('root.children.all(c, c.children.exists(d, d.name == root.name))');
  const root = { name: 'a', children: [{ name: 'b', children: [{ name: 'a', children: [] }] }] };
  expect(program?.evaluate({ root })).toBe(true);
});

test('an object type can be written out where a variable leads to it', () => {
  const environment = new Environment({ variables: { ports: listType(port) } });
  expect(environment.compile("Port{name: 'a'} in ports").program?.evaluate({ ports: [{ name: 'a' }] })).toBe(true);
  expect(environment.compile('Port{name: 1}').issues[0]?.message).toBe(
    "expected type of field 'name' is 'string' but provided type is 'int'",
  );
  expect(environment.compile('type(Port{}) == Port').program?.evaluate({})).toBe(true);
});

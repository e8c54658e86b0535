/**
 * What the judge overlooks, and what it does not: symbols for what differs from run to run, with order and equality kept.
 */
import { describe, expect, test } from 'vitest';
import { normalise } from '../../../../tools/differential/normalise.mjs';

const id = 'xabcde';
const uid = '3d8b7f6e-1111-4000-8000-000000000000';
const otherUid = '3d8b7f6e-2222-4000-8000-000000000000';

describe('versions', () => {
  test('are numbered in their order, equal ones alike', () => {
    expect(versionsOf(['90', '100', '95', '100'])).toEqual(['$rv1', '$rv3', '$rv2', '$rv3']);
  });

  test('of lists lie at or after the last change, however far after', () => {
    const lists = ['89', '90', '94', '95', '2000'].map((resourceVersion) => ({ metadata: { resourceVersion } }));
    const objects = ['90', '95'].map((resourceVersion) => ({ metadata: { uid, resourceVersion } }));
    const [, symbols] = bodies([objects, lists]);
    expect(symbols).toEqual(
      ['$rv0+', '$rv1+', '$rv1+', '$rv2+', '$rv2+'].map((resourceVersion) => ({ metadata: { resourceVersion } })),
    );
  });

  test('in messages are those of objects where they can be', () => {
    const message = 'ResourceVersion in the precondition (1) does not match the ResourceVersion in record (90)';
    expect(bodies([{ metadata: { uid, resourceVersion: '90' } }, { message }])[1]).toEqual({
      message: message.replace('(90)', '($rv1)'),
    });
  });
});

describe('names, uids and times', () => {
  test('of this run become symbols, in keys too', () => {
    const now = new Date().toISOString();
    expect(bodies([{ [`${id}.example.com`]: `probe-${id}`, at: now, second: `${now.slice(0, 19)}Z` }])).toEqual([
      { '<id>.example.com': 'probe-<id>', at: '$microTime', second: '$time' },
    ]);
  });

  test('that a probe sent stay', () => {
    const body = { renewTime: '2020-01-02T03:04:05.000006Z', name: 'one' };
    expect(bodies([body])).toEqual([body]);
  });

  test('that are equal stay equal, whatever the order of keys', () => {
    expect(bodies([{ b: otherUid, a: uid }, { only: otherUid }])).toEqual([
      { a: '$uid1', b: '$uid2' },
      { only: '$uid2' },
    ]);
  });

  test('that the server completed are symbols wherever they are said', () => {
    const metadata = { generateName: 'some-', name: 'some-x7k2p' };
    expect(bodies([{ metadata }, { message: 'configmaps "some-x7k2p" not found' }])).toEqual([
      { metadata: { generateName: 'some-', name: 'some-$suffix1' } },
      { message: 'configmaps "some-$suffix1" not found' },
    ]);
  });
});

describe('tables', () => {
  const columnDefinitions = [{ name: 'Name' }, { name: 'Age' }, { name: 'Born', type: 'date' }];

  test('have no ages, in later events of a watch neither', () => {
    const tables = [
      { kind: 'Table', columnDefinitions, rows: [{ cells: ['5s', '5s', '2m'] }] },
      { kind: 'Table', rows: [{ cells: ['a', '1h', '<unknown>'] }] },
    ];
    expect(bodies([tables])).toEqual([
      [
        { kind: 'Table', columnDefinitions, rows: [{ cells: ['5s', '$age', '$age'] }] },
        { kind: 'Table', rows: [{ cells: ['a', '$age', '<unknown>'] }] },
      ],
    ]);
  });
});

test('managers are put into an order that does not depend on when they wrote', () => {
  const [one, two] = ['one', 'two'].map((manager) => ({ manager, operation: 'Update', apiVersion: 'v1' }));
  const late = { ...two, time: new Date().toISOString().replace(/\.\d+/, '') };
  const ordered = [one, { ...two, time: '$time' }];
  expect(bodies([{ metadata: { managedFields: [late, one] } }, { metadata: { managedFields: [one, late] } }])).toEqual([
    { metadata: { managedFields: ordered } },
    { metadata: { managedFields: ordered } },
  ]);
});

/** The bodies of the answers after normalising. */
function bodies(values: readonly unknown[]): unknown[] {
  return normalise(
    values.map((body) => ({ status: 200, body })),
    { id },
  ).map(({ body }) => body);
}

function versionsOf(versions: readonly string[]): unknown[] {
  return bodies(versions.map((resourceVersion) => ({ metadata: { uid, resourceVersion } }))).map(
    (body) => (body as { metadata: { resourceVersion: string } }).metadata.resourceVersion,
  );
}

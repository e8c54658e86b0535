import { parseJsonPatch } from '@reeve/machinery';
import { expect, test } from 'vitest';

test('a well-formed patch is returned as it is, unknown members included', () => {
  const patch = [
    { op: 'add', path: '/a', value: null, comment: 'ignored' },
    { op: 'remove', path: '/b' },
    { op: 'replace', path: '', value: {} },
    { op: 'move', from: '/c', path: '/d' },
    { op: 'move', from: '/c', path: '/cd' },
    { op: 'copy', from: '/e', path: '/e/f' },
    { op: 'test', path: '/g', value: false },
  ];

  expect(parseJsonPatch(patch)).toBe(patch);
  expect(parseJsonPatch([])).toEqual([]);
});

const malformed: [string, unknown, RegExp][] = [
  ['an object instead of a list', { op: 'add', path: '/a', value: 1 }, /list of operations/],
  ['nothing', null, /list of operations/],
  ['an operation that is no object', ['add'], /operation 0 .* not an object/],
  [
    'an unknown operation',
    [
      { op: 'remove', path: '/a' },
      { op: 'spam', path: '/a' },
    ],
    /operation 1 .* "op" must be/,
  ],
  ['no operation', [{ path: '/a' }], /"op" must be/],
  ['an inherited name as operation', [{ op: 'constructor', path: '/a' }], /"op" must be/],
  ['no path', [{ op: 'remove' }], /"path"/],
  ['a path that is no text', [{ op: 'remove', path: 1 }], /"path"/],
  ['a path without a slash', [{ op: 'remove', path: 'a' }], /JSON Pointer/],
  ['a path with a bad escape', [{ op: 'remove', path: '/~2' }], /JSON Pointer/],
  ['add without value', [{ op: 'add', path: '/a' }], /"value"/],
  ['replace without value', [{ op: 'replace', path: '/a' }], /"value"/],
  ['test without value', [{ op: 'test', path: '/a', value: undefined }], /"value"/],
  ['move without from', [{ op: 'move', path: '/a' }], /"from"/],
  ['copy with a bad from', [{ op: 'copy', from: 'a', path: '/b' }], /JSON Pointer/],
  ['a move into its own child', [{ op: 'move', from: '/a', path: '/a/b' }], /into itself/],
  ['a move of everything into a child', [{ op: 'move', from: '', path: '/a' }], /into itself/],
  ['a removal of the document', [{ op: 'remove', path: '' }], /removed from itself/],
];

test.each(malformed)('%s is refused', (_name, patch, problem) => {
  expect(() => parseJsonPatch(patch)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
  expect(() => parseJsonPatch(patch)).toThrow(problem);
});

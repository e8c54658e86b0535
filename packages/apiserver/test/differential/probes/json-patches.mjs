/**
 * JSON patches.
 */
import { patch, post, send, text } from '../../../../../tools/differential/probe.mjs';
import { configMap, configMaps, define, deployment, deployments, widget, widgets } from '../probe-objects.mjs';

const one = `${configMaps}/one`;
/** @param {unknown} operations */
const patched = (operations) => patch('json', one, operations);
const created = post(configMaps, configMap('one', { a: '1', b: '2' }));
const type = { headers: { 'content-type': 'application/json-patch+json' } };
const listed = widget('one', { spec: { list: ['a', 'b', 'c'], map: { 'x/y': 1, 'x~y': 2, '': 3 } } });

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'add, replace and remove · P1',
    steps: [
      created,
      patched([{ op: 'add', path: '/data/c', value: '3' }]),
      patched([{ op: 'replace', path: '/data/a', value: 'x' }]),
      patched([{ op: 'remove', path: '/data/b' }]),
      patched([
        { op: 'add', path: '/metadata/labels', value: { l: 'v' } },
        { op: 'add', path: '/metadata/labels/m', value: 'w' },
      ]),
    ],
  },
  {
    title: 'copy, move and test · P1',
    steps: [
      created,
      patched([{ op: 'copy', from: '/data/a', path: '/data/c' }]),
      patched([{ op: 'move', from: '/data/a', path: '/data/d' }]),
      patched([
        { op: 'test', path: '/data/b', value: '2' },
        { op: 'replace', path: '/data/b', value: 'y' },
      ]),
      patched([
        { op: 'test', path: '/data/none', value: null },
        { op: 'add', path: '/data/none', value: 'z' },
      ]),
    ],
  },
  {
    title: 'a test that fails changes nothing · P1',
    steps: [
      created,
      patched([
        { op: 'replace', path: '/data/a', value: 'x' },
        { op: 'test', path: '/data/b', value: 'wrong' },
      ]),
      patched([{ op: 'test', path: '/data/none', value: 'x' }]),
      patched([{ op: 'test', path: '/data/a' }]),
    ],
  },
  {
    title: 'a path that is missing · P1',
    steps: [
      created,
      patched([{ op: 'remove', path: '/data/none' }]),
      patched([{ op: 'replace', path: '/data/none', value: 'x' }]),
      patched([{ op: 'add', path: '/none/deep', value: 'x' }]),
      patched([{ op: 'copy', from: '/data/none', path: '/data/x' }]),
      patched([{ op: 'move', from: '/none', path: '/data/x' }]),
      patched([{ op: 'add', path: '/data/a/b', value: 'x' }]),
    ],
  },
  {
    title: 'operations that are none · P1',
    steps: [
      created,
      patched([{ op: 'nonsense', path: '/data/a' }]),
      patched([{ op: 'add', value: 'x' }]),
      patched([{ op: 'add', path: 'data/a', value: 'x' }]),
      patched([{ op: 'add', path: '/data/x' }]),
      patched([{ path: '/data/a', value: 'x' }]),
      patched([{ op: 'copy', path: '/data/a' }]),
      patched([{}]),
      patched([{ op: 'add', path: '', value: {} }]),
      patched([{ op: 'remove', path: '' }]),
      patched([null]),
    ],
  },
  {
    title: 'documents that are no JSON patch · P1',
    steps: [
      created,
      patched({}),
      patched('x'),
      patched(null),
      patched(5),
      patched([]),
      send('PATCH', one, text('[{"op":"add"'), type),
      send('PATCH', one, text(''), type),
      send('PATCH', one, text('nonsense'), type),
      patched([{ op: 'add', path: '/data/x', value: 'v', unknown: 1 }]),
      patched([{ op: 5, path: '/data/x' }]),
    ],
  },
  {
    title: 'positions in lists · P1',
    steps: [
      ...define(),
      post(widgets, listed),
      ...[
        { op: 'add', path: '/spec/list/0', value: 'first' },
        { op: 'add', path: '/spec/list/-', value: 'last' },
        { op: 'replace', path: '/spec/list/1', value: 'A' },
        { op: 'remove', path: '/spec/list/2' },
        { op: 'add', path: '/spec/list/99', value: 'far' },
        { op: 'add', path: '/spec/list/-1', value: 'before' },
        { op: 'remove', path: '/spec/list/-1' },
        { op: 'remove', path: '/spec/list/9' },
        { op: 'replace', path: '/spec/list/-', value: 'x' },
        { op: 'add', path: '/spec/list/x', value: 'x' },
        { op: 'add', path: '/spec/list/01', value: 'x' },
      ].map((operation) =>
        patch('json', `${widgets}/one`, [operation], { pick: ['spec.list', 'message', 'reason', 'code', 'details'] }),
      ),
    ],
  },
  {
    title: 'escapes in paths · P1',
    steps: [
      ...define(),
      post(widgets, listed),
      patch(
        'json',
        `${widgets}/one`,
        [
          { op: 'replace', path: '/spec/map/x~1y', value: 'slash' },
          { op: 'replace', path: '/spec/map/x~0y', value: 'tilde' },
          { op: 'replace', path: '/spec/map/', value: 'empty' },
        ],
        { pick: ['spec.map', 'message'] },
      ),
      patch('json', `${widgets}/one`, [{ op: 'replace', path: '/spec/map/x~2y', value: 'x' }], {
        pick: ['spec.map', 'message'],
      }),
    ],
  },
  {
    title: 'a result that is not valid is refused · P1 · E3',
    steps: [
      created,
      patched([{ op: 'replace', path: '/data', value: 'text' }]),
      patched([{ op: 'add', path: '/data/a b', value: 'x' }]),
      patched([{ op: 'remove', path: '/metadata/name' }]),
      patched([{ op: 'replace', path: '/metadata/name', value: 'two' }]),
      patched([{ op: 'remove', path: '/metadata' }]),
      patched([{ op: 'remove', path: '/kind' }]),
      patched([{ op: 'remove', path: '/apiVersion' }]),
      post(deployments, deployment('one'), { quiet: true }),
      patch('json', `${deployments}/one`, [{ op: 'remove', path: '/spec/template/spec/containers/0' }]),
      patch('json', `${deployments}/one`, [{ op: 'replace', path: '/spec/selector/matchLabels/app', value: 'x' }]),
    ],
  },
  {
    title: 'unknown fields of a JSON patch in every mode · P1 · E4',
    steps: [
      created,
      ...['Strict', 'Warn', 'Ignore'].map((mode) =>
        patch('json', `${one}?fieldValidation=${mode}`, [{ op: 'add', path: '/unknown', value: 1 }]),
      ),
    ],
  },
];

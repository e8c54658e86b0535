/**
 * Merge patches, and types of patches that are not accepted.
 */
import { patch, post, send, text } from '../../../../../tools/differential/probe.mjs';
import { configMap, configMaps, define, deployment, deployments, widget, widgets } from '../probe-objects.mjs';

const one = `${configMaps}/one`;
/** @param {unknown} change */
const patched = (change) => patch('merge', one, change);
const created = post(configMaps, configMap('one', { a: '1', b: '2' }));
const type = { headers: { 'content-type': 'application/merge-patch+json' } };

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'values are merged and null removes · P2',
    steps: [
      created,
      patched({ data: { a: 'x', c: '3' } }),
      patched({ data: { b: null, none: null } }),
      patched({ metadata: { labels: { l: 'v' } } }),
      patched({ metadata: { labels: null }, data: null }),
      patched({}),
    ],
  },
  {
    title: 'lists are replaced as a whole · P2',
    steps: [
      ...define(),
      post(widgets, widget('one', { spec: { list: ['a', 'b'], deep: { x: { y: 1, z: 2 } } } })),
      patch('merge', `${widgets}/one`, { spec: { list: ['c'], deep: { x: { y: null, w: 3 } } } }),
      patch('merge', `${widgets}/one`, { spec: { list: null, new: { a: null, b: { c: null } } } }),
      patch('merge', `${widgets}/one`, { spec: 'text' }),
      patch('merge', `${widgets}/one`, { spec: null }),
      post(deployments, deployment('one'), { quiet: true }),
      patch(
        'merge',
        `${deployments}/one`,
        { spec: { template: { spec: { containers: [{ name: 'other', image: 'y' }] } } } },
        { pick: ['spec.template.spec.containers', 'metadata.generation'] },
      ),
    ],
  },
  {
    title: 'documents that are no merge patch · P2',
    steps: [
      created,
      patched([]),
      patched('x'),
      patched(null),
      patched(5),
      send('PATCH', one, text('{"data"'), type),
      send('PATCH', one, text(''), type),
      send('PATCH', one, text('nonsense'), type),
    ],
  },
  {
    title: 'a result that is not valid · P2',
    steps: [
      created,
      patched({ data: 'x' }),
      patched({ data: { a: 5 } }),
      patched({ data: { 'a b': 'x' } }),
      patched({ metadata: { labels: { 'a b': 'c' } } }),
      patched({ immutable: 'x' }),
    ],
  },
  {
    title: 'unknown and duplicate fields of a merge patch in every mode · P2 · E4',
    steps: [
      created,
      ...['Strict', 'Warn', 'Ignore', 'Nonsense'].map((mode) =>
        send('PATCH', `${one}?fieldValidation=${mode}`, text('{"unknown":1,"data":{"a":"5","a":"6"}}'), type),
      ),
    ],
  },
  {
    title: 'an immutable ConfigMap stays as it is · P2 · E3',
    steps: [
      post(configMaps, { ...configMap('one'), immutable: true }),
      patched({ data: { a: '2' } }),
      patched({ immutable: false }),
      patched({ metadata: { labels: { a: 'b' } } }),
      patched({ binaryData: { x: 'AAAA' } }),
    ],
  },
  {
    title: 'a type of patch that nobody knows · P4 · N5',
    steps: [
      created,
      ...[
        'application/json',
        'text/plain',
        'application/patch',
        '',
        'application/yaml',
        'application/strategic-merge-patch+yaml',
      ].map((content) => send('PATCH', one, { data: {} }, { headers: { 'content-type': content } })),
    ],
  },
  {
    title: 'a strategic patch of a custom resource is not supported · P3 · P4',
    steps: [
      ...define(),
      post(widgets, widget('one')),
      patch('strategic', `${widgets}/one`, { spec: { size: 2 } }),
      send('PATCH', `${widgets}/one`, {}, { headers: { 'content-type': 'application/json' } }),
    ],
  },
  {
    title: 'options of a patch that are none · P2',
    steps: [
      created,
      patch('merge', `${one}?force=true`, {}),
      patch('merge', `${one}?dryRun=Some`, {}),
      patch('merge', `${one}?fieldManager=${'x'.repeat(129)}`, {}),
      patch('merge', `${one}?fieldManager=a%00b`, {}),
      patch('merge', `${one}?fieldManager=fine`, {}),
      patch('merge', `${one}?force=maybe`, {}),
    ],
  },
];

/**
 * Lists: versions, pages, order and shape.
 */
import { get, post, put } from '../../../../../tools/differential/probe.mjs';
import { configMap, configMaps, define, deployment, deployments, widget, widgets } from '../probe-objects.mjs';

const three = ['a', 'b', 'c'].map((name) => post(configMaps, configMap(name), { as: name }));
const names = [
  'kind',
  'metadata',
  'items.*.metadata.name',
  'items.*.data',
  'message',
  'reason',
  'details',
  'code',
  'status',
];

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  { title: 'a list without a version is up to date', steps: [...three, get(configMaps, { pick: names })] },
  {
    title: 'a list at any version ignores the limit',
    steps: [
      ...three,
      get(`${configMaps}?resourceVersion=<c.metadata.resourceVersion>`, { pick: names }),
      get(`${configMaps}?resourceVersion=0&limit=1`, { pick: names }),
    ],
  },
  {
    title: 'a list not older than a version',
    steps: [
      ...three,
      ...['<c.metadata.resourceVersion>', '<a.metadata.resourceVersion>', '0'].map((least) =>
        get(`${configMaps}?resourceVersion=${least}&resourceVersionMatch=NotOlderThan`, {
          pick: ['kind', 'items.*.metadata.name'],
        }),
      ),
    ],
  },
  {
    title: 'a list exactly at a version',
    steps: [
      ...three,
      get(`${configMaps}?resourceVersion=<a.metadata.resourceVersion>&resourceVersionMatch=Exact`, { pick: names }),
      get(`${configMaps}?resourceVersion=<b.metadata.resourceVersion>&resourceVersionMatch=Exact&limit=1`, {
        pick: names,
      }),
    ],
  },
  {
    title: 'a list at a version with a limit is exact',
    steps: [
      ...three,
      put(`${configMaps}/a`, configMap('a', { a: '2' })),
      get(`${configMaps}?resourceVersion=<b.metadata.resourceVersion>&limit=5`, { pick: names }),
    ],
  },
  {
    title: 'a list exactly at the first version has no objects',
    steps: [...three, get(`${configMaps}?resourceVersion=1&resourceVersionMatch=Exact`, { pick: names })],
  },
  {
    title: 'a list with options that do not go together · L2',
    steps: [
      'resourceVersionMatch=Exact',
      'resourceVersionMatch=Exact&resourceVersion=0',
      'resourceVersionMatch=NotOlderThan',
      'resourceVersionMatch=Nonsense&resourceVersion=1',
      'resourceVersionMatch=Exact&resourceVersion=1&continue=abc',
      'sendInitialEvents=true',
      'sendInitialEvents=false',
      'sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
    ].map((query) => get(`${configMaps}?${query}`)),
  },
  {
    title: 'a list of custom resources with options that do not go together · L2',
    steps: [
      ...define(),
      ...[
        'resourceVersionMatch=Exact',
        'sendInitialEvents=true',
        'resourceVersionMatch=Nonsense&resourceVersion=1',
      ].map((query) => get(`${widgets}?${query}`)),
    ],
  },
  {
    title: 'a list at a version that is none · L2',
    steps: ['abc', '-1', '1.5', '0x1'].map((version) => get(`${configMaps}?resourceVersion=${version}`)),
  },
  {
    title: 'a list at a version beyond 64 bits · L2',
    steps: [get(`${configMaps}?resourceVersion=18446744073709551616`)],
  },
  {
    title: 'a list with options of the wrong type · L2',
    steps: [
      'limit=abc',
      'limit=-1',
      'limit=1.5',
      'timeoutSeconds=abc',
      'allowWatchBookmarks=maybe',
      'limit=',
      'pretty=maybe',
    ].map((query) => get(`${configMaps}?${query}`)),
  },
  {
    title: 'a list at a version to come gives up after three seconds · L3',
    steps: [
      get(`${configMaps}?resourceVersion=900000000`),
      get(`${configMaps}?resourceVersion=900000000&resourceVersionMatch=Exact`),
    ],
  },
  {
    title: 'a list in pages stays at one version · L4',
    steps: [
      ...three,
      get(`${configMaps}?limit=1`, { as: 'page', pick: names }),
      post(configMaps, configMap('bb')),
      get(`${configMaps}?limit=1&continue=<page.metadata.continue>`, { as: 'next', pick: names }),
      get(`${configMaps}?continue=<next.metadata.continue>`, { pick: names }),
    ],
  },
  {
    title: 'a page that holds everything has no token · L4',
    steps: [
      ...three,
      get(`${configMaps}?limit=3`, { pick: names }),
      get(`${configMaps}?limit=4`, { pick: names }),
      get(`${configMaps}?limit=0`, { pick: names }),
    ],
  },
  {
    title: 'a page with a selector does not say how many remain · L4',
    steps: [
      ...['a', 'b', 'c'].map((name) => post(configMaps, configMap(name, {}, { labels: { x: 'y' } }))),
      get(`${configMaps}?limit=1&labelSelector=x=y`, { as: 'page', pick: names }),
      get(`${configMaps}?limit=1&labelSelector=x=y&continue=<page.metadata.continue>`, { pick: names }),
      get(`${configMaps}?limit=1&fieldSelector=metadata.name!=a`, { pick: names }),
    ],
  },
  {
    title: 'pages of custom resources · L4',
    steps: [
      ...define(),
      ...['a', 'b', 'c'].map((name) => post(widgets, widget(name), { quiet: true })),
      get(`${widgets}?limit=2`, { as: 'page', pick: names }),
      get(`${widgets}?limit=2&continue=<page.metadata.continue>`, { pick: names }),
    ],
  },
  {
    title: 'a token that is none · L4',
    steps: ['abc', '%25', 'e30', 'eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ', 'eyJ2IjoidjkiLCJydiI6MSwic3RhcnQiOiJhIn0'].map(
      (token) => get(`${configMaps}?continue=${token}`),
    ),
  },
  {
    title: 'a token with a version · L4 · L2',
    steps: [
      ...three,
      get(`${configMaps}?limit=1`, { as: 'page', quiet: true }),
      get(`${configMaps}?limit=1&resourceVersion=1&continue=<page.metadata.continue>`),
      get(`${configMaps}?limit=1&resourceVersion=0&continue=<page.metadata.continue>`, { pick: names }),
    ],
  },
  {
    title: 'a list is in the order of names, byte by byte · L9',
    steps: [
      ...['b', 'a-b', 'a', 'a.b', 'ab', '9', 'a0'].map((name) => post(configMaps, configMap(name), { quiet: true })),
      get(configMaps, { pick: ['items.*.metadata.name'] }),
    ],
  },
  {
    title: 'a list of built-in objects has no types on its items · L10',
    steps: [
      post(configMaps, configMap('one')),
      get(configMaps),
      post(deployments, deployment('one'), { quiet: true }),
      get(deployments),
    ],
  },
  {
    title: 'a list of custom resources has types on its items · L10',
    steps: [...define(), post(widgets, widget('one')), get(widgets), get('/apis/<id>.example.com/v1/widgets')],
  },
  {
    title: 'an empty list has an empty list of items · L10',
    steps: [...define(), get(configMaps), get(deployments), get(widgets)],
  },
  {
    title: 'the kind of a list may be named by the definition · L10 · C13',
    steps: [...define({}, { names: { plural: 'widgets', kind: 'Widget', listKind: 'WidgetBunch' } }), get(widgets)],
  },
];

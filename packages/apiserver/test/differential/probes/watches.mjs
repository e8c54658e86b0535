/**
 * Watches: events, start points, selectors, bookmarks, initial events.
 */
import { del, edited, end, events, get, patch, post, put, watch } from '../../../../../tools/differential/probe.mjs';
import { configMap, configMaps, define, deployment, deployments, widget, widgets } from '../probe-objects.mjs';

const here = get(configMaps, { as: 'list', quiet: true });
const since = `${configMaps}?resourceVersion=<list.metadata.resourceVersion>`;
const initial = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
const partial = { headers: { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' } };

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'a creation, a change and a deletion are events · W1',
    steps: [
      here,
      watch('w', since),
      post(configMaps, configMap('one')),
      put(`${configMaps}/one`, configMap('one', { a: '2' })),
      del(`${configMaps}/one`),
      events('w', 3),
    ],
  },
  {
    title: 'the events of a Deployment · W1',
    steps: [
      get(deployments, { as: 'list', quiet: true }),
      watch('w', `${deployments}?resourceVersion=<list.metadata.resourceVersion>`),
      post(deployments, deployment('one'), { quiet: true }),
      patch('merge', `${deployments}/one`, { spec: { replicas: 2 } }, { quiet: true }),
      del(`${deployments}/one`, undefined, { quiet: true }),
      events('w', 3),
    ],
  },
  {
    title: 'the events of a custom resource · W1',
    steps: [
      ...define(),
      get(widgets, { as: 'list', quiet: true }),
      watch('w', `${widgets}?resourceVersion=<list.metadata.resourceVersion>`),
      post(widgets, widget('one')),
      patch('merge', `${widgets}/one`, { spec: { size: 2 } }),
      del(`${widgets}/one`),
      events('w', 3),
    ],
  },
  {
    title: 'a deletion with finalizers is a change, and the last one a deletion · W1 · X2',
    steps: [
      here,
      watch('w', since),
      post(configMaps, configMap('one', {}, { finalizers: ['example.com/hold'] })),
      del(`${configMaps}/one`),
      patch('merge', `${configMaps}/one`, { metadata: { finalizers: null } }),
      events('w', 3),
    ],
  },
  {
    title: 'an object that starts and stops matching appears and disappears · W2',
    steps: [
      here,
      watch('w', `${since}&labelSelector=on=yes`),
      post(configMaps, configMap('one')),
      patch('merge', `${configMaps}/one`, { metadata: { labels: { on: 'yes' } } }),
      patch('merge', `${configMaps}/one`, { data: { a: '2' } }),
      patch('merge', `${configMaps}/one`, { metadata: { labels: { on: 'no' } } }),
      patch('merge', `${configMaps}/one`, { metadata: { labels: { on: 'yes' } } }),
      del(`${configMaps}/one`),
      events('w', 5),
    ],
  },
  {
    title: 'an object that never matches is not seen · W2',
    steps: [
      here,
      watch('w', `${since}&labelSelector=on=yes`),
      post(configMaps, configMap('hidden')),
      del(`${configMaps}/hidden`),
      post(configMaps, configMap('seen', {}, { labels: { on: 'yes' } })),
      events('w', 1),
    ],
  },
  {
    title: 'a watch without a version begins with what is there · W3',
    steps: [
      post(configMaps, configMap('b')),
      post(configMaps, configMap('a')),
      watch('w', configMaps),
      events('w', 2),
      post(configMaps, configMap('c')),
      events('w', 1),
    ],
  },
  {
    title: 'a watch from zero begins with what is there · W3',
    steps: [
      post(configMaps, configMap('a'), { as: 'a' }),
      get(`${configMaps}?resourceVersion=<a.metadata.resourceVersion>`, { quiet: true }),
      watch('w', `${configMaps}?resourceVersion=0`),
      events('w', 1),
      post(configMaps, configMap('b')),
      events('w', 1),
    ],
  },
  {
    title: 'a watch from a version brings what came after it · W3',
    steps: [
      post(configMaps, configMap('a'), { as: 'a' }),
      post(configMaps, configMap('b')),
      put(`${configMaps}/a`, configMap('a', { a: '2' })),
      watch('w', `${configMaps}?resourceVersion=<a.metadata.resourceVersion>`),
      events('w', 2),
    ],
  },
  {
    title: 'a watch from a version to come opens and waits · W3',
    steps: [
      watch('w', `${configMaps}?resourceVersion=900000000&timeoutSeconds=1`),
      post(configMaps, configMap('a')),
      end('w'),
    ],
  },
  {
    title: 'a watch from a version that is none · W3',
    steps: ['abc', '-1', '1.5'].map((version) => watch('w', `${configMaps}?resourceVersion=${version}`)),
  },
  {
    title: 'a watch of custom resources from before the oldest ends with an error · W4',
    steps: [...define(), post(widgets, widget('a')), watch('w', `${widgets}?resourceVersion=1`), end('w')],
  },
  {
    title: 'a bookmark comes before the end · W5',
    steps: [
      here,
      watch('w', `${since}&allowWatchBookmarks=true&timeoutSeconds=4`),
      post(configMaps, configMap('a')),
      events('w', 2),
    ],
  },
  {
    title: 'no bookmark comes to who did not ask · W5 · W7',
    steps: [here, watch('w', `${since}&timeoutSeconds=3`), post(configMaps, configMap('a')), end('w')],
  },
  {
    title: 'initial events end with a bookmark that says so · W6',
    steps: [
      post(configMaps, configMap('b')),
      post(configMaps, configMap('a')),
      watch('w', `${configMaps}?${initial}`),
      events('w', 3),
      post(configMaps, configMap('c')),
      events('w', 1),
    ],
  },
  {
    title: 'initial events of an empty namespace are one bookmark · W6',
    steps: [watch('w', `${configMaps}?${initial}`), events('w', 1)],
  },
  {
    title: 'initial events with selectors · W6',
    steps: [
      post(configMaps, configMap('a', {}, { labels: { on: 'yes' } })),
      post(configMaps, configMap('b')),
      watch('w', `${configMaps}?${initial}&labelSelector=on=yes`),
      events('w', 2),
      watch('f', `${configMaps}?${initial}&fieldSelector=metadata.name=b`),
      events('f', 2),
    ],
  },
  {
    title: 'initial events of custom resources · W6',
    steps: [...define(), post(widgets, widget('a')), watch('w', `${widgets}?${initial}`), events('w', 2)],
  },
  {
    title: 'initial events not older than a version · W6',
    steps: [
      post(configMaps, configMap('a'), { as: 'a' }),
      watch('w', `${configMaps}?${initial}&resourceVersion=<a.metadata.resourceVersion>`),
      events('w', 2),
    ],
  },
  {
    title: 'initial events as metadata alone · W6 · N7',
    steps: [post(configMaps, configMap('a')), watch('w', `${configMaps}?${initial}`, partial), events('w', 2)],
  },
  {
    title: 'initial events as a table · W6 · N6',
    steps: [
      post(configMaps, configMap('a')),
      watch('w', `${configMaps}?${initial}`, {
        headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' },
      }),
      events('w', 2),
    ],
  },
  {
    title: 'initial events with options that do not go together · W6 · L2',
    steps: [
      'sendInitialEvents=true',
      'sendInitialEvents=true&resourceVersionMatch=Exact',
      'sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
      'sendInitialEvents=false',
      'resourceVersionMatch=NotOlderThan',
      'resourceVersionMatch=Exact&resourceVersion=1',
      'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=abc',
      'sendInitialEvents=maybe',
    ].map((query) => watch('w', `${configMaps}?timeoutSeconds=1&${query}`)),
  },
  {
    title: 'a watch does not go on from a page · W6 · L2',
    steps: [watch('w', `${configMaps}?timeoutSeconds=1&continue=abc`)],
  },
  {
    title: 'a watch that asks for no initial events has none · W6',
    steps: [
      post(configMaps, configMap('a')),
      watch(
        'w',
        `${configMaps}?sendInitialEvents=false&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=1`,
      ),
      end('w'),
    ],
  },
  {
    title: 'a watch ends when its time is over, without an error · W7',
    steps: [here, watch('w', `${since}&timeoutSeconds=1`), end('w')],
  },
  {
    title: 'a watch with a time that is none · W7',
    steps: [watch('w', `${configMaps}?timeoutSeconds=abc`), watch('v', `${configMaps}?timeoutSeconds=1.5`)],
  },
  {
    title: 'a watch of one object by its name · W8',
    steps: [
      here,
      watch('w', `${since}&fieldSelector=metadata.name=one`),
      post(configMaps, configMap('other')),
      post(configMaps, configMap('one')),
      del(`${configMaps}/one`),
      events('w', 2),
    ],
  },
  {
    title: 'watch paths of old · W8',
    steps: [
      post(configMaps, configMap('one')),
      watch('w', '/api/v1/watch/namespaces/<ns>/configmaps'),
      events('w', 1),
      watch('o', '/api/v1/watch/namespaces/<ns>/configmaps/one'),
      events('o', 1),
      watch('d', '/apis/apps/v1/watch/namespaces/<ns>/deployments?timeoutSeconds=1'),
      end('d'),
    ],
  },
  {
    title: 'a watch of one object by its path · W8',
    steps: [
      post(configMaps, configMap('one'), { as: 'one' }),
      post(configMaps, configMap('other')),
      watch('w', `${configMaps}/one?timeoutSeconds=1`),
      end('w'),
    ],
  },
  {
    title: 'two watches see the same in the same order · W9',
    steps: [
      here,
      watch('w', since),
      watch('v', since),
      ...['a', 'b', 'c', 'd'].map((name) => post(configMaps, configMap(name), { quiet: true })),
      del(`${configMaps}/b`, undefined, { quiet: true }),
      put(`${configMaps}/a`, configMap('a', { a: '2' }), { quiet: true }),
      events('w', 6),
      events('v', 6),
    ],
  },
  {
    title: 'a watch from the last version seen misses nothing · W9',
    steps: [
      post(configMaps, configMap('a'), { as: 'a' }),
      watch('w', `${configMaps}?resourceVersion=<a.metadata.resourceVersion>`),
      post(configMaps, configMap('b'), { as: 'b' }),
      events('w', 1),
      put(`${configMaps}/a`, configMap('a', { a: '2' })),
      del(`${configMaps}/b`),
      watch('v', `${configMaps}?resourceVersion=<b.metadata.resourceVersion>`),
      events('v', 2),
    ],
  },
  {
    title: 'history is there for a watch after many changes · W11',
    steps: [
      post(configMaps, configMap('a', { n: '0' }), { as: 'a', quiet: true }),
      ...Array.from({ length: 30 }, (_, index) =>
        put(`${configMaps}/a`, configMap('a', { n: String(index + 1) }), { quiet: true }),
      ),
      watch('w', `${configMaps}?resourceVersion=<a.metadata.resourceVersion>`),
      events('w', 30),
    ],
  },
  {
    title: 'a watch of metadata alone · N7 · W1',
    steps: [
      here,
      watch('w', since, partial),
      post(configMaps, configMap('one')),
      del(`${configMaps}/one`),
      events('w', 2),
    ],
  },
  {
    title: 'a watch in protobuf · N4 · W1',
    steps: [
      here,
      watch('w', since, { headers: { accept: 'application/vnd.kubernetes.protobuf;stream=watch' } }),
      post(configMaps, configMap('one')),
      events('w', 1),
    ],
  },
  {
    title: 'an update that changes nothing is no event · M5 · W1',
    steps: [
      post(configMaps, configMap('one'), { as: 'one' }),
      watch('w', `${configMaps}?resourceVersion=<one.metadata.resourceVersion>`),
      put(`${configMaps}/one`, edited('one')),
      patch('merge', `${configMaps}/one`, { data: { a: '1' } }),
      post(configMaps, configMap('two')),
      events('w', 1),
    ],
  },
  {
    title: 'a change in another namespace is seen by a watch of all · W1',
    steps: [
      post('/api/v1/namespaces', { metadata: { name: 'also-<id>' } }, { quiet: true }),
      here,
      watch('w', '/api/v1/configmaps?labelSelector=probe=<id>&resourceVersion=<list.metadata.resourceVersion>'),
      post(configMaps, configMap('a', {}, { labels: { probe: '<id>' } })),
      post('/api/v1/namespaces/also-<id>/configmaps', configMap('b', {}, { labels: { probe: '<id>' } })),
      events('w', 2),
    ],
  },
];

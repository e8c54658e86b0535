/**
 * Deletion: plain, with finalizers, with grace, of collections, and only tried.
 */
import { del, edited, get, patch, post, put } from '../../../../../tools/differential/probe.mjs';
import {
  configMap,
  configMaps,
  define,
  deployment,
  deployments,
  pod,
  pods,
  replicaSets,
  podTemplate,
  widget,
  widgets,
} from '../probe-objects.mjs';

const held = { finalizers: ['example.com/hold'] };
const names = { pick: ['kind', 'items.*.metadata.name', 'items.*.metadata.finalizers', 'status', 'reason', 'message'] };

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'a deletion answers with a Status that names what is gone · X1',
    steps: [
      ...define(),
      post(configMaps, configMap('one')),
      del(`${configMaps}/one`),
      post(deployments, deployment('one'), { quiet: true }),
      del(`${deployments}/one`),
      post(widgets, widget('one')),
      del(`${widgets}/one`),
      del(`${widgets}/one`),
    ],
  },
  {
    title: 'delete options in the body · X1',
    steps: [
      post(configMaps, configMap('a')),
      del(`${configMaps}/a`, { apiVersion: 'v1', kind: 'DeleteOptions', gracePeriodSeconds: 0 }),
      post(configMaps, configMap('b')),
      del(`${configMaps}/b`, {}),
      post(configMaps, configMap('c')),
      del(`${configMaps}/c`, { apiVersion: 'meta.k8s.io/v1', kind: 'DeleteOptions', propagationPolicy: 'Background' }),
      post(configMaps, configMap('d')),
      del(`${configMaps}/d`, { apiVersion: 'apps/v1', kind: 'DeleteOptions' }),
    ],
  },
  {
    title: 'delete options in the query · X1',
    steps: [
      post(configMaps, configMap('a')),
      del(`${configMaps}/a?gracePeriodSeconds=0&propagationPolicy=Background`),
      post(configMaps, configMap('b')),
      del(`${configMaps}/b?orphanDependents=false`),
    ],
  },
  {
    title: 'delete options that are none · X1',
    steps: [
      post(configMaps, configMap('a')),
      ...[
        { gracePeriodSeconds: 'x' },
        { propagationPolicy: 'Nonsense' },
        { propagationPolicy: 'Background', orphanDependents: true },
        { kind: 'ConfigMap', apiVersion: 'v1' },
        { kind: 'Nonsense', apiVersion: 'v1' },
        { dryRun: ['Some'] },
        { dryRun: ['All', 'All'] },
        { unknown: 1 },
        { ignoreStoreReadErrorWithClusterBreakingPotential: true },
      ].map((options) => del(`${configMaps}/a`, options)),
      get(`${configMaps}/a`),
      post(configMaps, configMap('b')),
      del(`${configMaps}/b`, { gracePeriodSeconds: -1 }),
    ],
  },
  {
    title: 'delete options in the query that are none · X1',
    steps: [
      post(configMaps, configMap('a')),
      ...['gracePeriodSeconds=abc', 'propagationPolicy=Nonsense', 'dryRun=Some', 'orphanDependents=maybe'].map(
        (query) => del(`${configMaps}/a?${query}`),
      ),
    ],
  },
  {
    title: 'finalizers hold an object that is deleted · X2',
    steps: [
      post(configMaps, configMap('one', {}, held)),
      del(`${configMaps}/one`),
      get(`${configMaps}/one`),
      del(`${configMaps}/one`),
      patch('merge', `${configMaps}/one`, { data: { b: '2' } }),
      patch('merge', `${configMaps}/one`, { metadata: { finalizers: [] } }),
      get(`${configMaps}/one`),
    ],
  },
  {
    title: 'the last finalizer is removed by an update · X2',
    steps: [
      post(configMaps, configMap('one', {}, { finalizers: ['example.com/a', 'example.com/b'] })),
      del(`${configMaps}/one`, undefined, { as: 'one' }),
      put(`${configMaps}/one`, configMap('one', {}, { finalizers: ['example.com/b'] })),
      put(`${configMaps}/one`, configMap('one')),
      get(`${configMaps}/one`),
    ],
  },
  {
    title: 'the finalizers of a custom resource · X2',
    steps: [
      ...define(),
      post(widgets, widget('one', {}, held)),
      del(`${widgets}/one`),
      del(`${widgets}/one`),
      patch('json', `${widgets}/one`, [{ op: 'remove', path: '/metadata/finalizers' }]),
      get(`${widgets}/one`),
    ],
  },
  {
    title: 'the finalizers of a Deployment, whose generation counts the deletion · X2 · M2',
    steps: [
      post(deployments, deployment('one', {}, held), { quiet: true }),
      del(`${deployments}/one`),
      patch('merge', `${deployments}/one`, { spec: { replicas: 3 } }),
      patch('merge', `${deployments}/one`, { metadata: { finalizers: null } }),
    ],
  },
  {
    title: 'no finalizer is added to what is being deleted · X2 · E3',
    steps: [
      ...define(),
      post(configMaps, configMap('one', {}, held)),
      del(`${configMaps}/one`),
      patch('merge', `${configMaps}/one`, { metadata: { finalizers: ['example.com/hold', 'example.com/more'] } }),
      post(widgets, widget('one', {}, held)),
      del(`${widgets}/one`),
      patch('merge', `${widgets}/one`, { metadata: { finalizers: ['example.com/hold', 'example.com/more'] } }),
    ],
  },
  {
    title: 'an update does not take the deletion time back · X2',
    steps: [
      post(configMaps, configMap('one', {}, held)),
      del(`${configMaps}/one`, undefined, { as: 'one', quiet: true }),
      patch('merge', `${configMaps}/one`, { metadata: { deletionTimestamp: null } }),
      put(`${configMaps}/one`, configMap('one', { b: '1' }, held)),
    ],
  },
  {
    title: 'an object that is being deleted keeps its name · X2 · V3',
    steps: [
      post(configMaps, configMap('one', {}, held)),
      del(`${configMaps}/one`, undefined, { quiet: true }),
      post(configMaps, configMap('one')),
    ],
  },
  {
    title: 'a Pod without a node is gone at once · X3',
    steps: [post(pods, pod('one'), { quiet: true }), del(`${pods}/one`), get(`${pods}/one`)],
  },
  {
    title: 'a Pod on a node is deleted with grace, and then at once · X3',
    steps: [
      post(pods, pod('one', { nodeName: 'node' }), { quiet: true }),
      del(`${pods}/one`, undefined, { pick: ['metadata'] }),
      get(`${pods}/one`, { pick: ['metadata'] }),
      del(`${pods}/one`, { gracePeriodSeconds: 5 }, { pick: ['metadata'] }),
      del(`${pods}/one`, { gracePeriodSeconds: 60 }, { pick: ['metadata'] }),
      del(`${pods}/one`, { gracePeriodSeconds: 0 }, { pick: ['metadata', 'details', 'status'] }),
      get(`${pods}/one`),
    ],
  },
  {
    title: 'the grace of a Pod is its own or that of the request · X3',
    steps: [
      post(pods, pod('own', { nodeName: 'node', terminationGracePeriodSeconds: 7 }), { quiet: true }),
      del(`${pods}/own`, undefined, { pick: ['metadata'] }),
      post(pods, pod('asked', { nodeName: 'node' }), { quiet: true }),
      del(`${pods}/asked?gracePeriodSeconds=3`, undefined, { pick: ['metadata'] }),
      post(pods, pod('none', { nodeName: 'node', terminationGracePeriodSeconds: 0 }), { quiet: true }),
      del(`${pods}/none`, undefined, { pick: ['metadata'] }),
    ],
  },
  {
    title: 'foreground deletion leaves a finalizer · X4',
    steps: [
      post(configMaps, configMap('one')),
      del(`${configMaps}/one`, { propagationPolicy: 'Foreground' }),
      get(`${configMaps}/one`),
      del(`${configMaps}/one`, { propagationPolicy: 'Background' }),
    ],
  },
  {
    title: 'orphaning leaves a finalizer · X4',
    steps: [
      ...define(),
      post(configMaps, configMap('one')),
      del(`${configMaps}/one`, { propagationPolicy: 'Orphan' }),
      post(configMaps, configMap('two')),
      del(`${configMaps}/two?orphanDependents=true`),
      post(widgets, widget('one')),
      del(`${widgets}/one`, { propagationPolicy: 'Foreground' }),
    ],
  },
  {
    title: 'finalizers of propagation are changed by a later deletion · X4',
    steps: [
      post(configMaps, configMap('one')),
      del(`${configMaps}/one`, { propagationPolicy: 'Orphan' }),
      del(`${configMaps}/one`, { propagationPolicy: 'Foreground' }),
      get(`${configMaps}/one`),
    ],
  },
  {
    title: 'background deletion with a finalizer of propagation on the object · X4',
    steps: [
      post(configMaps, configMap('one', {}, { finalizers: ['foregroundDeletion'] })),
      del(`${configMaps}/one`),
      post(configMaps, configMap('two', {}, { finalizers: ['orphan', 'example.com/hold'] })),
      del(`${configMaps}/two`, { propagationPolicy: 'Background' }),
    ],
  },
  {
    title: 'the default propagation of kinds · X4',
    steps: [
      post(
        replicaSets,
        {
          metadata: { name: 'one' },
          spec: { selector: { matchLabels: { app: 'one' } }, template: podTemplate('one') },
        },
        { quiet: true },
      ),
      del(`${replicaSets}/one`),
      post(deployments, deployment('one'), { quiet: true }),
      del(`${deployments}/one?propagationPolicy=Foreground`),
    ],
  },
  {
    title: 'a collection is deleted by selector · X5',
    steps: [
      ...['a', 'b', 'c'].map((name) =>
        post(configMaps, configMap(name, {}, { labels: { group: name === 'c' ? 'two' : 'one' } }), { quiet: true }),
      ),
      del(`${configMaps}?labelSelector=group=one`, undefined, names),
      get(configMaps, names),
      del(`${configMaps}?fieldSelector=metadata.name=c`, undefined, names),
      get(configMaps, names),
    ],
  },
  {
    title: 'a collection with nothing in it · X5',
    steps: [...define(), del(configMaps), del(`${configMaps}?labelSelector=a=b`), del(widgets), del(deployments)],
  },
  {
    title: 'a collection of custom resources · X5',
    steps: [...define(), post(widgets, widget('a')), post(widgets, widget('b', {}, held)), del(widgets), get(widgets)],
  },
  {
    title: 'a collection with finalizers and propagation · X5',
    steps: [
      post(configMaps, configMap('a')),
      post(configMaps, configMap('b', {}, held)),
      del(configMaps, { propagationPolicy: 'Foreground' }),
      get(configMaps, names),
    ],
  },
  {
    title: 'a collection with selectors that are none · X5',
    steps: [
      del(`${configMaps}?labelSelector=a%20b`),
      del(`${configMaps}?fieldSelector=data=x`),
      del(`${configMaps}?resourceVersion=abc`),
      del('/api/v1/namespaces'),
      del('/api/v1/configmaps'),
    ],
  },
  {
    title: 'a collection only tried · X5 · X6',
    steps: [
      post(configMaps, configMap('a')),
      del(`${configMaps}?dryRun=All`, undefined, names),
      get(configMaps, names),
    ],
  },
  {
    title: 'a creation only tried has no version · X6',
    steps: [
      ...define(),
      post(`${configMaps}?dryRun=All`, configMap('one')),
      get(`${configMaps}/one`),
      post(`${widgets}?dryRun=All`, widget('one')),
      post(`${configMaps}?dryRun=All`, { metadata: { generateName: 'some-' } }),
      post(`${configMaps}?dryRun=All`, configMap('NOT ALLOWED')),
      post(configMaps, configMap('one')),
      post(`${configMaps}?dryRun=All`, configMap('one')),
    ],
  },
  {
    title: 'an update and a patch only tried · X6',
    steps: [
      post(configMaps, configMap('one'), { as: 'one' }),
      put(`${configMaps}/one?dryRun=All`, configMap('one', { a: '2' })),
      patch('merge', `${configMaps}/one?dryRun=All`, { data: { a: '3' } }),
      put(`${configMaps}/one?dryRun=All`, edited('one', { metadata: { resourceVersion: '1' } })),
      get(`${configMaps}/one`),
    ],
  },
  {
    title: 'a deletion only tried · X6',
    steps: [
      post(configMaps, configMap('one')),
      del(`${configMaps}/one?dryRun=All`),
      del(`${configMaps}/one`, { dryRun: ['All'] }),
      post(configMaps, configMap('held', {}, held)),
      del(`${configMaps}/held?dryRun=All`),
      get(configMaps),
    ],
  },
  {
    title: 'trying that is none · X6 · E3',
    steps: ['Some', 'all', 'All&dryRun=Some', ''].map((value) =>
      post(`${configMaps}?dryRun=${value}`, configMap('one')),
    ),
  },
];

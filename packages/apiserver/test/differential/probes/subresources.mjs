/**
 * Status, scale and what else hangs below an object.
 */
import { del, edited, get, patch, post, put, send } from '../../../../../tools/differential/probe.mjs';
import {
  configMap,
  configMaps,
  define,
  deployment,
  deployments,
  podTemplate,
  pod,
  pods,
  replicaSets,
  statefulSets,
  widget,
  widgets,
} from '../probe-objects.mjs';

const withStatus = { subresources: { status: {} } };
const scale = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.status.selector',
};
const withScale = { subresources: { status: {}, scale } };
const scaled = { spec: { replicas: 3 }, status: { replicas: 1, selector: 'app=x' } };

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'the main path of a Deployment ignores its status · S1',
    steps: [
      post(deployments, { ...deployment('one'), status: { replicas: 5 } }, { pick: ['status', 'spec.replicas'] }),
      patch('merge', `${deployments}/one`, { status: { replicas: 6 } }, { pick: ['status', 'metadata'] }),
    ],
  },
  {
    title: 'the status path of a Deployment changes only its status · S1',
    steps: [
      post(deployments, deployment('one'), { quiet: true }),
      patch('merge', `${deployments}/one/status`, {
        spec: { replicas: 9 },
        metadata: { labels: { a: 'b' }, annotations: { c: 'd' }, finalizers: ['example.com/x'] },
        status: { replicas: 2, readyReplicas: 1, observedGeneration: 1 },
      }),
      get(`${deployments}/one/status`),
    ],
  },
  {
    title: 'the status of a Deployment by update · S1',
    steps: [
      post(deployments, deployment('one'), { quiet: true, as: 'one' }),
      put(
        `${deployments}/one/status`,
        edited('one', { status: { replicas: 1, conditions: [{ type: 'Available', status: 'True' }] } }),
        { pick: ['status', 'metadata'] },
      ),
      put(`${deployments}/one/status`, edited('one', { status: { replicas: 2 } }), {
        pick: ['status', 'metadata', 'message', 'reason'],
      }),
      put(`${deployments}/nothing/status`, deployment('nothing')),
    ],
  },
  {
    title: 'the status of a Pod · S1',
    steps: [
      post(pods, { ...pod('one'), status: { phase: 'Running' } }, { pick: ['status', 'metadata'] }),
      patch(
        'strategic',
        `${pods}/one/status`,
        { status: { phase: 'Running', podIP: '1.2.3.4', conditions: [{ type: 'Ready', status: 'True' }] } },
        { pick: ['status', 'metadata'] },
      ),
      patch(
        'strategic',
        `${pods}/one/status`,
        {
          status: {
            conditions: [
              { type: 'Ready', status: 'False' },
              { type: 'Other', status: 'True' },
            ],
          },
        },
        { pick: ['status'] },
      ),
    ],
  },
  {
    title: 'a custom resource with a status subresource · S1 · C13',
    steps: [
      ...define(withStatus),
      post(widgets, widget('one', { spec: { a: 1 }, status: { b: 1 } }), { as: 'one' }),
      put(`${widgets}/one`, edited('one', { spec: { a: 2 }, status: { b: 2 } })),
      patch('merge', `${widgets}/one`, { status: { b: 3 } }),
      patch('merge', `${widgets}/one/status`, {
        spec: { a: 9 },
        status: { b: 4 },
        metadata: { labels: { x: 'y' }, annotations: { x: 'y' }, finalizers: ['example.com/x'] },
      }),
      get(`${widgets}/one/status`, { as: 'now' }),
      put(
        `${widgets}/one/status`,
        edited('now', { spec: { a: 9 }, status: { b: 5 }, metadata: { labels: { x: 'z' } } }),
      ),
      put(`${widgets}/one/status`, widget('one', { status: { b: 6 } })),
      get(`${widgets}/one`),
    ],
  },
  {
    title: 'the status of a custom resource that is missing · S1',
    steps: [
      ...define(withStatus),
      get(`${widgets}/nothing/status`),
      put(`${widgets}/nothing/status`, widget('nothing')),
      patch('merge', `${widgets}/nothing/status`, {}),
      del(`${widgets}/nothing/status`),
      post(`${widgets}/nothing/status`, widget('nothing')),
    ],
  },
  {
    title: 'a custom resource without a status subresource has no status path · S8',
    steps: [
      ...define(),
      post(widgets, widget('one', { status: { b: 1 } })),
      get(`${widgets}/one/status`),
      put(`${widgets}/one/status`, widget('one')),
      patch('merge', `${widgets}/one/status`, {}),
      get(`${widgets}/one/scale`),
    ],
  },
  {
    title: 'a subresource that nobody knows · S8',
    steps: [
      ...define(withStatus),
      post(configMaps, configMap('one')),
      get(`${configMaps}/one/status`),
      get(`${configMaps}/one/nothing`),
      put(`${configMaps}/one/nothing`, {}),
      get(`${deployments}/one/nothing`),
      post(widgets, widget('one')),
      get(`${widgets}/one/nothing`),
      get(`${widgets}/one/status/deeper`),
      get(`${configMaps}/one/a/b/c`),
    ],
  },
  {
    title: 'the scale of a Deployment · S2',
    steps: [
      post(deployments, deployment('one', { replicas: 3 }), { quiet: true }),
      get(`${deployments}/one/scale`, { as: 'scale' }),
      put(`${deployments}/one/scale`, edited('scale', { spec: { replicas: 5 } })),
      patch('merge', `${deployments}/one/scale`, { spec: { replicas: 7 } }),
      get(`${deployments}/one`, { pick: ['spec.replicas', 'metadata'] }),
      patch('merge', `${deployments}/one/scale`, { spec: { replicas: 7 } }),
    ],
  },
  {
    title: 'the scale of a ReplicaSet, a StatefulSet and a ReplicationController · S2',
    steps: [
      post(
        replicaSets,
        {
          metadata: { name: 'one' },
          spec: {
            replicas: 2,
            selector: {
              matchLabels: { app: 'one' },
              matchExpressions: [{ key: 'x', operator: 'In', values: ['a', 'b'] }],
            },
            template: { ...podTemplate('one'), metadata: { labels: { app: 'one', x: 'a' } } },
          },
        },
        { quiet: true },
      ),
      get(`${replicaSets}/one/scale`),
      post(
        statefulSets,
        {
          metadata: { name: 'one' },
          spec: { serviceName: 's', selector: { matchLabels: { app: 'one' } }, template: podTemplate('one') },
        },
        { quiet: true },
      ),
      get(`${statefulSets}/one/scale`),
      patch('merge', `${statefulSets}/one/scale`, { spec: { replicas: 4 } }),
      post(
        '/api/v1/namespaces/<ns>/replicationcontrollers',
        { metadata: { name: 'one' }, spec: { replicas: 1, selector: { app: 'one' }, template: podTemplate('one') } },
        { quiet: true },
      ),
      get('/api/v1/namespaces/<ns>/replicationcontrollers/one/scale'),
    ],
  },
  {
    title: 'a scale that is refused · S2 · E3',
    steps: [
      post(deployments, deployment('one'), { quiet: true }),
      patch('merge', `${deployments}/one/scale`, { spec: { replicas: -1 } }),
      put(`${deployments}/one/scale`, {
        metadata: { name: 'one', namespace: '<ns>', resourceVersion: '1' },
        spec: { replicas: 1 },
      }),
      put(`${deployments}/one/scale`, deployment('one')),
      put(`${deployments}/one/scale`, { metadata: { name: 'two' }, spec: { replicas: 1 } }),
      get(`${deployments}/nothing/scale`),
      del(`${deployments}/one/scale`),
      put(`${deployments}/one/scale`, { metadata: { name: 'one' }, spec: { replicas: 'x' } }),
    ],
  },
  {
    title: 'the scale of a custom resource · S2 · C13',
    steps: [
      ...define(withScale),
      post(widgets, widget('one', { spec: { replicas: 3 } })),
      patch('merge', `${widgets}/one/status`, { status: scaled.status }, { quiet: true }),
      get(`${widgets}/one/scale`, { as: 'scale' }),
      put(`${widgets}/one/scale`, edited('scale', { spec: { replicas: 5 } })),
      patch('merge', `${widgets}/one/scale`, { spec: { replicas: 6 } }),
      get(`${widgets}/one`),
    ],
  },
  {
    title: 'the scale of a custom resource without replicas · S2',
    steps: [
      ...define(withScale),
      post(widgets, widget('none', {})),
      get(`${widgets}/none/scale`),
      patch('merge', `${widgets}/none/scale`, { spec: { replicas: 2 } }),
      post(widgets, widget('odd', { spec: { replicas: 'x' } })),
      get(`${widgets}/odd/scale`),
      patch('merge', `${widgets}/none/scale`, { spec: { replicas: -1 } }),
    ],
  },
  {
    title: 'a conflict on a scale · S2 · M3',
    steps: [
      ...define(withScale),
      post(widgets, widget('one', { spec: { replicas: 1 } })),
      get(`${widgets}/one/scale`, { as: 'scale', quiet: true }),
      patch('merge', `${widgets}/one`, { spec: { replicas: 2 } }),
      put(`${widgets}/one/scale`, edited('scale', { spec: { replicas: 5 } })),
      put(`${widgets}/one/scale`, edited('scale', { spec: { replicas: 5 }, metadata: { resourceVersion: null } })),
    ],
  },
  {
    title: 'methods that a subresource does not have · S8',
    steps: [
      post(deployments, deployment('one'), { quiet: true }),
      del(`${deployments}/one/status`),
      post(`${deployments}/one/status`, {}),
      del(`${deployments}/one/scale`),
      get(`${pods}/one/binding`),
      get(`${pods}/one/eviction`),
      send('PUT', '/api/v1/namespaces/<ns>/finalize', {}),
    ],
  },
];

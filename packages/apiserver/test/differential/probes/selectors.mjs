/**
 * Label and field selectors.
 */
import { del, events, get, patch, post, watch } from '../../../../../tools/differential/probe.mjs';
import {
  configMap,
  configMaps,
  crds,
  define,
  deployments,
  pod,
  pods,
  secrets,
  services,
  widget,
  widgetDefinition,
  widgets,
} from '../probe-objects.mjs';

const labelled = [
  post(configMaps, configMap('a', {}, { labels: { app: 'web', tier: 'front' } }), { quiet: true }),
  post(configMaps, configMap('b', {}, { labels: { app: 'web', tier: 'back' } }), { quiet: true }),
  post(configMaps, configMap('c', {}, { labels: { app: 'db' } }), { quiet: true }),
  post(configMaps, configMap('d'), { quiet: true }),
];
const names = { pick: ['items.*.metadata.name', 'message', 'reason', 'code', 'details'] };
const fields = {
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: {
            colour: { type: 'string' },
            size: { type: 'integer' },
            on: { type: 'boolean' },
            list: { type: 'array', items: { type: 'string' } },
          },
        },
      },
    },
  },
};
const selectable = {
  ...fields,
  selectableFields: [{ jsonPath: '.spec.colour' }, { jsonPath: '.spec.size' }, { jsonPath: '.spec.on' }],
};

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'a label selector beside a field selector: both have to match · L6',
    steps: [
      ...labelled,
      ...['metadata.name=b', 'metadata.name=c', 'metadata.name!=b'].map((field) =>
        get(`${configMaps}?labelSelector=app%3Dweb&fieldSelector=${encodeURIComponent(field)}`, names),
      ),
    ],
  },
  {
    title: 'label selectors of every form · L6',
    steps: [
      ...labelled,
      ...[
        'app=web',
        'app==web',
        'app!=web',
        'app in (web,db)',
        'app notin (web)',
        'tier',
        '!tier',
        'app=web,tier!=back',
        'app in (web), !tier',
        'app=',
        'app in ()',
        'tier notin (front, back)',
        ' app = web ',
        '',
      ].map((selector) => get(`${configMaps}?labelSelector=${encodeURIComponent(selector)}`, names)),
    ],
  },
  {
    title: 'label selectors that cannot be read · L6',
    steps: [
      'app=web=x',
      'app in web',
      'app in (web',
      '(app)',
      '=web',
      'app>x',
      '!',
      'app notin',
      'a b',
      'app=we b',
      'app==',
      ',',
      'app,',
      'app=web,,',
      '!app=web',
      'app<5',
      'app>5',
      'in',
      'app in (a b)',
      'app=~x',
    ].map((selector) =>
      get(`${configMaps}?labelSelector=${encodeURIComponent(selector)}`, {
        pick: ['message', 'reason', 'code', 'details', 'items'],
      }),
    ),
  },
  {
    title: 'label selectors with keys and values that are none · L6',
    steps: [
      '-app=web',
      `${'a'.repeat(64)}=web`,
      'app=-web',
      `app=${'a'.repeat(64)}`,
      'a/b/c=web',
      '/a=web',
      'a/=web',
      'UPPER.example.com/a=web',
      `${'a'.repeat(254)}/a=web`,
      'app in (-a)',
      'app=wé',
    ].map((selector) =>
      get(`${configMaps}?labelSelector=${encodeURIComponent(selector)}`, {
        pick: ['message', 'reason', 'code', 'details', 'items'],
      }),
    ),
  },
  {
    title: 'field selectors by name and namespace · L7',
    steps: [
      ...labelled,
      ...[
        'metadata.name=a',
        'metadata.name==a',
        'metadata.name!=a',
        'metadata.namespace=<ns>',
        'metadata.namespace=other',
        'metadata.name=a,metadata.namespace=<ns>',
        'metadata.name=a,metadata.name=b',
        '',
        'metadata.name=',
      ].map((selector) => get(`${configMaps}?fieldSelector=${selector}`, names)),
    ],
  },
  {
    title: 'field selectors that are not served · L7',
    steps: [
      ...define(),
      ...[
        'data.a=1',
        'spec.x=1',
        'metadata.labels=x',
        'metadata.uid=x',
        'metadata.name',
        'metadata.name>a',
        'metadata.name=a\\x',
        '=a',
        'metadata.name=a,spec.x=1',
        'metadata.name in (a)',
      ].map((selector) => get(`${configMaps}?fieldSelector=${encodeURIComponent(selector)}`, names)),
      get(`${widgets}?fieldSelector=spec.x=1`, names),
      get(`${deployments}?fieldSelector=status.replicas=1`, names),
    ],
  },
  {
    title: 'field selectors by name on an all-namespace list · L7',
    steps: [
      ...labelled,
      get('/api/v1/configmaps?fieldSelector=metadata.namespace=<ns>,metadata.name=a', names),
      get('/api/v1/namespaces?fieldSelector=metadata.name=<ns>', names),
      get('/api/v1/namespaces?fieldSelector=metadata.namespace=x', names),
      get('/api/v1/namespaces?fieldSelector=status.phase=Active,metadata.name=<ns>', names),
    ],
  },
  {
    title: 'the field selectors of a Pod · L7',
    steps: [
      post(pods, pod('here', { nodeName: 'node-1', restartPolicy: 'Never' }), { quiet: true }),
      post(pods, pod('there', { schedulerName: 'mine', hostNetwork: true }), { quiet: true }),
      ...[
        'spec.nodeName=node-1',
        'spec.nodeName=',
        'spec.restartPolicy=Always',
        'spec.schedulerName=mine',
        'spec.serviceAccountName=',
        'spec.hostNetwork=true',
        'status.phase=Pending',
        'status.phase!=Pending',
        'status.podIP=',
        'status.nominatedNodeName=',
        'spec.nodeName=node-1,status.phase=Pending',
        'spec.containers=x',
      ].map((selector) => get(`${pods}?fieldSelector=${selector}`, names)),
    ],
  },
  {
    title: 'the field selectors of a Secret and a Service · L7',
    steps: [
      post(secrets, { metadata: { name: 'a' }, type: 'Opaque' }, { quiet: true }),
      post(secrets, { metadata: { name: 'b' }, type: 'example.com/own' }, { quiet: true }),
      get(`${secrets}?fieldSelector=type=Opaque`, names),
      get(`${secrets}?fieldSelector=type!=Opaque`, names),
      post(services, { metadata: { name: 's' }, spec: { clusterIP: 'None', ports: [{ port: 1 }] } }, { quiet: true }),
      get(`${services}?fieldSelector=spec.clusterIP=None`, names),
      get(`${services}?fieldSelector=spec.type=ClusterIP`, names),
      get(`${services}?fieldSelector=spec.type=NodePort`, names),
    ],
  },
  {
    title: 'the field selectors of an Event · L7',
    steps: [
      ...['one', 'two'].map((name) =>
        post(
          '/api/v1/namespaces/<ns>/events',
          {
            metadata: { name },
            involvedObject: { kind: 'Pod', namespace: '<ns>', name, uid: `uid-${name}`, apiVersion: 'v1' },
            reason: name === 'one' ? 'Started' : 'Stopped',
            type: 'Normal',
            source: { component: 'me' },
          },
          { quiet: true },
        ),
      ),
      ...[
        'involvedObject.name=one',
        'involvedObject.kind=Pod',
        'involvedObject.uid=uid-two',
        'involvedObject.namespace=<ns>',
        'involvedObject.apiVersion=v1',
        'reason=Stopped',
        'type=Warning',
        'source=me',
        'reportingComponent=me',
        'involvedObject.kind=Pod,involvedObject.name=two',
        'message=x',
      ].map((selector) => get(`/api/v1/namespaces/<ns>/events?fieldSelector=${selector}`, names)),
    ],
  },
  {
    title: 'the field selectors of a Node, a Job and a ReplicaSet · L7',
    steps: [
      get('/api/v1/nodes?fieldSelector=spec.unschedulable=true', names),
      get('/apis/batch/v1/namespaces/<ns>/jobs?fieldSelector=status.successful=1', names),
      get('/apis/apps/v1/namespaces/<ns>/replicasets?fieldSelector=status.replicas=1', names),
      get('/apis/certificates.k8s.io/v1/certificatesigningrequests?fieldSelector=spec.signerName=x', names),
      get('/api/v1/namespaces/<ns>/replicationcontrollers?fieldSelector=status.replicas=1', names),
    ],
  },
  {
    title: 'selectable fields of a definition in lists · L8',
    steps: [
      ...define(selectable),
      post(widgets, widget('a', { spec: { colour: 'red', size: 1, on: true } }), { quiet: true }),
      post(widgets, widget('b', { spec: { colour: 'blue', size: 2 } }), { quiet: true }),
      post(widgets, widget('c', {}), { quiet: true }),
      ...[
        'spec.colour=red',
        'spec.colour!=red',
        'spec.size=2',
        'spec.on=true',
        'spec.on=false',
        'spec.colour=',
        'spec.colour=red,spec.size=2',
        'metadata.name=b,spec.colour=blue',
        'spec.list=x',
        'spec.nothing=x',
        '.spec.colour=red',
      ].map((selector) => get(`${widgets}?fieldSelector=${selector}`, names)),
    ],
  },
  {
    title: 'selectable fields of a definition in watches and deletions · L8',
    steps: [
      ...define(selectable),
      get(widgets, { as: 'list', quiet: true }),
      watch('w', `${widgets}?fieldSelector=spec.colour=red&resourceVersion=<list.metadata.resourceVersion>`),
      post(widgets, widget('a', { spec: { colour: 'red' } })),
      post(widgets, widget('b', { spec: { colour: 'blue' } })),
      patch('merge', `${widgets}/b`, { spec: { colour: 'red' } }),
      patch('merge', `${widgets}/a`, { spec: { colour: 'green' } }),
      events('w', 3),
      del(`${widgets}?fieldSelector=spec.colour=red`),
      get(widgets, names),
    ],
  },
  {
    title: 'selectable fields that are not allowed · L8 · C3',
    steps: [
      [
        '.spec.list',
        '.spec.nothing',
        'spec.colour',
        '.metadata.name',
        '.spec.colour.deeper',
        '',
        '.spec',
        '.spec.list[0]',
      ].map((jsonPath) =>
        post(`${crds}?dryRun=All`, widgetDefinition({ ...fields, selectableFields: [{ jsonPath }] })),
      ),
      [
        post(
          crds,
          widgetDefinition({
            ...fields,
            selectableFields: [{ jsonPath: '.spec.colour' }, { jsonPath: '.spec.colour' }],
          }),
        ),
        post(
          crds,
          widgetDefinition({
            ...fields,
            selectableFields: Array.from({ length: 9 }, (_, index) => ({ jsonPath: `.spec.f${index}` })),
          }),
        ),
      ],
    ].flat(),
  },
];

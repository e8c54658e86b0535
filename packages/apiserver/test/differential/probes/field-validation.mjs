/**
 * Errors and warnings about fields: envelopes, causes, unknown and duplicate fields.
 */
import { patch, post, put, text } from '../../../../../tools/differential/probe.mjs';
import {
  configMap,
  configMaps,
  define,
  defineWith,
  deployment,
  deployments,
  pod,
  pods,
  secrets,
  services,
  specSchema,
  widget,
  widgets,
} from '../probe-objects.mjs';

const strange =
  '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one","odd":1},"unknown":true,"data":{"a":"1","a":"2"},"data2":{}}';
const modes = ['Strict', 'Warn', 'Ignore', ''];
const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer' },
        list: { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } },
      },
    },
  },
};
/** @param {string} name */
const strangeWidget = (name) =>
  text(
    `{"apiVersion":"<id>.example.com/v1","kind":"Widget","metadata":{"name":"${name}","odd":1},"unknown":true,"spec":{"size":1,"size":2,"more":{"x":1},"list":[{"a":"1","b":"2"},{"a":"x","a":"y"}]}}`,
  );

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  ...modes.map((mode) => ({
    title: `unknown and duplicate fields in mode ${mode === '' ? 'unset' : mode} · E4`,
    steps: [
      post(`${configMaps}?fieldValidation=${mode}`, text(strange)),
      put(`${configMaps}/one?fieldValidation=${mode}`, text(strange)),
    ],
  })),
  {
    title: 'a mode of field validation that is none · E4 · E3',
    steps: [
      post(`${configMaps}?fieldValidation=Nonsense`, configMap('one')),
      post(`${configMaps}?fieldValidation=strict`, configMap('one')),
    ],
  },
  {
    title: 'unknown fields deep in a Deployment, in Strict mode · E4',
    steps: [
      post(
        `${deployments}?fieldValidation=Strict`,
        deployment('one', {
          odd: 1,
          template: {
            metadata: { labels: { app: 'one' }, strange: 'x' },
            spec: { containers: [{ name: 'a', image: 'x', unknown: 1, resources: { limit: {} } }] },
          },
        }),
      ),
      post(`${deployments}?fieldValidation=Warn`, deployment('one', { odd: 1 }), { pick: ['kind'] }),
    ],
  },
  {
    title: 'fields in the wrong case are unknown in Strict mode · E4',
    steps: [
      post(
        `${configMaps}?fieldValidation=Strict`,
        text('{"Kind":"ConfigMap","metadata":{"Name":"one","name":"two"},"Data":{"a":"b"}}'),
      ),
      post(configMaps, text('{"metadata":{"NAME":"one","name":"two"},"Data":{"a":"b"}}')),
    ],
  },
  ...modes.map((mode) => ({
    title: `unknown and duplicate fields of a custom resource in mode ${mode === '' ? 'unset' : mode} · E4 · C4`,
    steps: [
      ...defineWith(schema),
      post(`${widgets}?fieldValidation=${mode}`, strangeWidget('one')),
      patch('merge', `${widgets}/one?fieldValidation=${mode}`, { spec: { other: 1 } }),
    ],
  })),
  {
    title: 'unknown fields of a custom resource in YAML · E4 · N2',
    steps: [
      ...defineWith(schema),
      post(
        `${widgets}?fieldValidation=Strict`,
        text(
          'apiVersion: <id>.example.com/v1\nkind: Widget\nmetadata:\n  name: one\nspec:\n  size: 1\n  size: 2\n  odd: x\n',
        ),
        { headers: { 'content-type': 'application/yaml' } },
      ),
      post(
        `${configMaps}?fieldValidation=Strict`,
        text('metadata:\n  name: one\ndata:\n  a: "1"\n  a: "2"\nodd: 1\n'),
        { headers: { 'content-type': 'application/yaml' } },
      ),
    ],
  },
  {
    title: 'what is refused warns as well · E4 · E5',
    steps: [
      ...defineWith(schema),
      post(configMaps, { ...configMap('NOT ALLOWED'), unknown: 1 }),
      put(`${configMaps}/missing`, { ...configMap('missing'), unknown: 1 }),
      post(widgets, widget('NOT ALLOWED', { spec: { odd: 1 } })),
      put(`${widgets}/missing`, widget('missing', { spec: { odd: 1 } })),
      patch('merge', `${widgets}/missing`, { spec: { odd: 1 } }),
    ],
  },
  {
    title: 'one problem is said, several are listed · E1 · E3',
    steps: [
      post(configMaps, configMap('NOT ALLOWED')),
      post(configMaps, configMap('NOT ALLOWED', { 'a b': 'x' })),
      post(secrets, { metadata: { name: 'BAD', labels: { 'a b': 'c' }, annotations: { 'd e': 'f' } } }),
    ],
  },
  {
    title: 'required fields · E3 · E1',
    steps: [
      post(deployments, { metadata: { name: 'one' } }),
      post(deployments, { metadata: { name: 'one' }, spec: { selector: { matchLabels: { a: 'b' } } } }),
      post(pods, { metadata: { name: 'p' } }),
      post(pods, pod('p', { containers: [] })),
      post(services, { metadata: { name: 's' } }),
      post('/apis/batch/v1/namespaces/<ns>/jobs', { metadata: { name: 'j' } }),
    ],
  },
  {
    title: 'invalid, unsupported, duplicate and forbidden values · E3',
    steps: [
      post(
        pods,
        pod('p', {
          containers: [
            { name: 'a', image: 'x' },
            { name: 'a', image: 'y' },
          ],
        }),
      ),
      post(pods, pod('p', { restartPolicy: 'Sometimes' })),
      post(pods, pod('p', { containers: [{ name: 'NOT OK', image: 'x' }] })),
      post(pods, pod('p', { containers: [{ name: 'a', image: 'x', ports: [{ containerPort: 70000 }] }] })),
      post(pods, pod('p', { dnsPolicy: 'Odd', terminationGracePeriodSeconds: -5 })),
      post(services, { metadata: { name: 's' }, spec: { type: 'Odd', ports: [{ port: 80 }, { port: 81 }] } }),
      post(deployments, deployment('d', { replicas: -1 })),
      post(deployments, deployment('d', { selector: { matchLabels: { app: 'other' } } })),
    ],
  },
  {
    title: 'fields that cannot be changed · E3',
    steps: [
      post(deployments, deployment('one'), { quiet: true }),
      patch('merge', `${deployments}/one`, { spec: { selector: { matchLabels: { app: 'one', more: 'x' } } } }),
      post(pods, pod('p'), { quiet: true }),
      patch(
        'merge',
        `${pods}/p`,
        { spec: { nodeName: 'x' } },
        { pick: ['code', 'reason', 'details.kind', 'details.causes.*.field', 'details.causes.*.reason'] },
      ),
      post(secrets, { metadata: { name: 's' }, type: 'Opaque' }),
      patch('merge', `${secrets}/s`, { type: 'other' }),
    ],
  },
  {
    title: 'values of the wrong type · E1',
    steps: [
      post(configMaps, { metadata: { name: 'one' }, data: 5 }),
      post(configMaps, { metadata: { name: 'one' }, data: { a: 5 } }),
      post(configMaps, { metadata: { name: 'one' }, data: ['x'] }),
      post(configMaps, { metadata: { name: 'one' }, immutable: 'yes' }),
      post(configMaps, { metadata: { name: 'one' }, binaryData: { a: 'not base64!' } }),
      post(deployments, deployment('one', { replicas: 'three' })),
      post(deployments, deployment('one', { replicas: 1.5 })),
      post(deployments, deployment('one', { replicas: 3000000000 })),
      post(deployments, deployment('one', { paused: 'no' })),
      post(deployments, deployment('one', { template: 'x' })),
      post(pods, pod('p', { containers: {} })),
      post(pods, pod('p', { containers: ['x'] })),
      post(pods, pod('p', { terminationGracePeriodSeconds: true })),
    ],
  },
  {
    title: 'a deprecated API warns · E5',
    steps: [post('/api/v1/namespaces/<ns>/endpoints', { metadata: { name: 'e' } })],
  },
  {
    title: 'a deprecated version of a custom resource warns · E5 · C13',
    steps: [
      ...define({ deprecated: true }),
      post(widgets, widget('one')),
      ...define({}, { group: '<id>.example.com' }).slice(2),
    ],
  },
  {
    title: 'a deprecated version of a custom resource warns in its own words · E5 · C13',
    steps: [
      ...define({ deprecated: true, deprecationWarning: 'use something else, "please"' }),
      post(widgets, widget('one')),
      patch('merge', `${widgets}/one`, { spec: { a: 1 } }),
    ],
  },
  {
    title: 'odd but allowed fields warn · E5',
    steps: [
      post(
        pods,
        pod('p', {
          containers: [
            {
              name: 'a',
              image: 'x',
              env: [
                { name: 'A', value: '1' },
                { name: 'A', value: '2' },
              ],
              ports: [{ containerPort: 80 }, { containerPort: 80 }],
            },
          ],
        }),
        { pick: ['kind'] },
      ),
      post(
        pods,
        pod(
          'q',
          { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } },
          { annotations: { 'scheduler.alpha.kubernetes.io/critical-pod': '' } },
        ),
        { pick: ['kind'] },
      ),
      post(
        services,
        { metadata: { name: 's' }, spec: { clusterIP: 'None', ports: [{ port: 1 }], externalIPs: ['1.2.3.4'] } },
        { pick: ['kind'] },
      ),
    ],
  },
  {
    title: 'embedded metadata of a custom resource is checked for unknown fields · E4 · C7',
    steps: [
      ...defineWith(
        specSchema({
          pod: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            properties: { spec: { type: 'object', properties: { a: { type: 'string' } } } },
          },
        }),
      ),
      post(
        `${widgets}?fieldValidation=Strict`,
        widget('one', {
          spec: { pod: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', odd: 1 }, spec: { a: 'b', c: 'd' } } },
        }),
      ),
      post(
        widgets,
        widget('one', {
          spec: { pod: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', odd: 1 }, spec: { a: 'b', c: 'd' } } },
        }),
      ),
    ],
  },
];

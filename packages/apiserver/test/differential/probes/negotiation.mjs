/**
 * Which form an answer has, and what is refused.
 */
import {
  bytes,
  del,
  get,
  patch,
  post,
  protobuf,
  put,
  send,
  text,
  watch,
} from '../../../../../tools/differential/probe.mjs';
import { configMap, configMaps, define, deployment, deployments, widget, widgets } from '../probe-objects.mjs';

const protobufType = 'application/vnd.kubernetes.protobuf';
const partial = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
const partialList = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

/** @param {string} accept */
const accept = (accept) => ({ headers: { accept } });
/** @param {string} type */
const typed = (type) => ({ headers: { 'content-type': type } });

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  { title: 'a body without a content type is JSON · N1', steps: [post(configMaps, configMap('plain'), typed(''))] },
  {
    title: 'an answer is JSON without an Accept header, and for any · N1',
    steps: [
      post(configMaps, configMap('plain')),
      ...['', '*/*', 'application/*', 'application/json;q=0.8, text/html;q=0.9, */*;q=0.1', 'text/html, */*'].map(
        (type) => get(`${configMaps}/plain`, accept(type)),
      ),
    ],
  },
  {
    title: 'a content type with a charset is JSON · N1',
    steps: [
      post(configMaps, configMap('plain'), typed('application/json; charset=utf-8')),
      post(configMaps, configMap('other'), typed('Application/JSON')),
    ],
  },
  {
    title: 'pretty JSON is the same JSON · N1',
    steps: [
      post(configMaps, configMap('plain')),
      get(`${configMaps}/plain?pretty=true`),
      get(`${configMaps}/plain`, { headers: { 'user-agent': 'curl/8.0' } }),
      get(`${configMaps}/plain?pretty=1`),
    ],
  },
  {
    title: 'a body in YAML is read · N2',
    steps: [
      post(
        configMaps,
        text('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yaml\ndata:\n  a: "1"\n  b: |\n    two\n    lines\n'),
        typed('application/yaml'),
      ),
    ],
  },
  {
    title: 'a body in YAML with mistakes is refused · N2',
    steps: [
      post(configMaps, text('apiVersion: v1\nkind: [ConfigMap'), typed('application/yaml')),
      post(configMaps, text('just a text'), typed('application/yaml')),
      post(configMaps, text(''), typed('application/yaml')),
    ],
  },
  {
    title: 'an answer in YAML · N2',
    steps: [
      post(configMaps, configMap('yaml')),
      get(`${configMaps}/yaml`, accept('application/yaml')),
      get(configMaps, accept('application/yaml')),
      get(`${configMaps}/nothing`, accept('application/yaml')),
    ],
  },
  { title: 'a watch in YAML is not acceptable · N2 · N5', steps: [watch('w', configMaps, accept('application/yaml'))] },
  {
    title: 'a ConfigMap in protobuf is created · N3',
    steps: [
      post(
        configMaps,
        protobuf({
          apiVersion: 'v1',
          kind: 'ConfigMap',
          fields: {
            1: { 1: 'binary', 11: [{ 1: 'team', 2: 'estate' }] },
            2: [
              { 1: 'a', 2: '1' },
              { 1: 'b', 2: '2' },
            ],
            4: true,
          },
        }),
        typed(protobufType),
      ),
    ],
  },
  {
    title: 'a Deployment in protobuf is created, with its defaults · N3 · E7',
    steps: [
      post(
        deployments,
        protobuf({
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          fields: {
            1: { 1: 'binary' },
            2: {
              1: 2,
              2: { 1: [{ 1: 'app', 2: 'x' }] },
              3: {
                1: { 11: [{ 1: 'app', 2: 'x' }] },
                2: { 2: [{ 1: 'main', 2: 'example/main:1', 6: [{ 1: 'http', 3: 8080 }] }] },
              },
            },
          },
        }),
        typed(protobufType),
      ),
    ],
  },
  {
    title: 'an update in protobuf · N3',
    steps: [
      post(configMaps, configMap('binary')),
      put(
        `${configMaps}/binary`,
        protobuf({
          apiVersion: 'v1',
          kind: 'ConfigMap',
          fields: { 1: { 1: 'binary' }, 2: [{ 1: 'a', 2: 'changed' }] },
        }),
        typed(protobufType),
      ),
    ],
  },
  {
    title: 'delete options in protobuf · N3',
    steps: [
      post(configMaps, configMap('binary')),
      del(
        `${configMaps}/binary`,
        protobuf({ apiVersion: 'v1', kind: 'DeleteOptions', fields: { 2: { 1: 'not-this-one' } } }),
        typed(protobufType),
      ),
      del(
        `${configMaps}/binary`,
        protobuf({ apiVersion: 'meta.k8s.io/v1', kind: 'DeleteOptions', fields: { 4: 'Background' } }),
        typed(protobufType),
      ),
    ],
  },
  {
    title: 'a broken body in protobuf is refused · N3 · N5',
    steps: [
      post(configMaps, bytes(''), typed(protobufType)),
      post(configMaps, text('{}'), typed(protobufType)),
      post(configMaps, bytes(Buffer.from([0x6b, 0x38, 0x73, 0x00]).toString('base64')), typed(protobufType)),
      post(
        configMaps,
        bytes(Buffer.from([0x6b, 0x38, 0x73, 0x00, 0x0a, 0x0b]).toString('base64')),
        typed(protobufType),
      ),
      post(configMaps, protobuf({ apiVersion: 'v1', kind: 'Secret', fields: { 1: { 1: 'x' } } }), typed(protobufType)),
      post(configMaps, protobuf({ apiVersion: 'v1', kind: 'Nonsense', fields: {} }), typed(protobufType)),
      post(
        configMaps,
        protobuf({ apiVersion: 'v1', kind: 'ConfigMap', fields: { 1: 'no-message-at-all' } }),
        typed(protobufType),
      ),
    ],
  },
  {
    title: 'a custom resource is not read in protobuf · N5',
    steps: [
      ...define(),
      post(
        widgets,
        protobuf({ apiVersion: '<id>.example.com/v1', kind: 'Widget', fields: { 1: { 1: 'x' } } }),
        typed(protobufType),
      ),
    ],
  },
  {
    title: 'an object in protobuf · N4',
    steps: [
      post(configMaps, configMap('binary', { a: '1', b: '2' }, { labels: { team: 'estate' } })),
      get(`${configMaps}/binary`, accept(protobufType)),
      get(`${configMaps}/binary`, accept(`${protobufType}, application/json`)),
    ],
  },
  {
    title: 'a Deployment in protobuf · N4',
    steps: [
      post(deployments, deployment('binary'), { quiet: true }),
      get(`${deployments}/binary`, accept(protobufType)),
    ],
  },
  {
    title: 'a list in protobuf · N4',
    steps: [post(configMaps, configMap('a')), post(configMaps, configMap('b')), get(configMaps, accept(protobufType))],
  },
  {
    title: 'an error in protobuf · N4',
    steps: [
      get(`${configMaps}/nothing`, accept(protobufType)),
      get(`${configMaps}/nothing`, accept(`application/json, ${protobufType}`)),
    ],
  },
  {
    title: 'a custom resource is not written in protobuf, and the refusal is · N5',
    steps: [
      ...define(),
      post(widgets, widget('one'), { quiet: true }),
      get(`${widgets}/one`, accept(protobufType)),
      get(`${widgets}/one`, accept(`${protobufType}, application/json`)),
    ],
  },
  {
    title: 'an unknown Accept is not acceptable · N5 · N8',
    steps: [
      post(configMaps, configMap('plain'), { quiet: true }),
      ...[
        'text/html',
        'application/xml',
        'nonsense',
        'application/json;as=Nonsense;g=meta.k8s.io;v=v1',
        'application/json;as=Table;g=meta.k8s.io;v=v9',
        'application/cbor',
      ].map((type) => get(`${configMaps}/plain`, accept(type))),
    ],
  },
  {
    title: 'an unknown Accept on a list and a write · N5',
    steps: [
      get(configMaps, accept('text/html')),
      post(configMaps, configMap('plain'), accept('text/html')),
      get(`${configMaps}/plain`),
    ],
  },
  {
    title: 'a body of an unknown type is not supported · N5 · N8',
    steps: [
      'text/plain',
      'application/xml',
      'application/merge-patch+json',
      'nonsense',
      'application/cbor',
      'application/x-www-form-urlencoded',
    ].map((type) => post(configMaps, configMap('plain'), typed(type))),
  },
  {
    title: 'an update and a deletion of an unknown type are not supported · N5',
    steps: [
      post(configMaps, configMap('plain'), { quiet: true }),
      put(`${configMaps}/plain`, configMap('plain'), typed('text/plain')),
      del(`${configMaps}/plain`, {}, typed('text/plain')),
    ],
  },
  {
    title: 'the body of a custom resource of an unknown type is not supported · N5',
    steps: [
      ...define(),
      post(widgets, widget('one'), typed('text/plain')),
      post(
        widgets,
        text('apiVersion: <id>.example.com/v1\nkind: Widget\nmetadata:\n  name: yaml\n'),
        typed('application/yaml'),
      ),
    ],
  },
  {
    title: 'the metadata of an object alone · N7',
    steps: [
      post(configMaps, configMap('one', { a: '1' }, { labels: { x: 'y' } })),
      get(`${configMaps}/one`, accept(partial)),
      get(`${configMaps}/nothing`, accept(partial)),
    ],
  },
  {
    title: 'the metadata of a list alone · N7',
    steps: [
      post(configMaps, configMap('one')),
      post(configMaps, configMap('two')),
      get(configMaps, accept(partialList)),
      get(`${configMaps}?limit=1`, accept(partialList)),
      get(configMaps, accept(`${partialList},application/json`)),
    ],
  },
  {
    title: 'the metadata of custom resources alone · N7',
    steps: [
      ...define(),
      post(widgets, widget('one'), { quiet: true }),
      get(`${widgets}/one`, accept(partial)),
      get(widgets, accept(partialList)),
    ],
  },
  {
    title: 'a list is not the metadata of one object, nor the reverse · N7 · N5',
    steps: [
      post(configMaps, configMap('one'), { quiet: true }),
      get(configMaps, accept(partial)),
      get(`${configMaps}/one`, accept(partialList)),
    ],
  },
  {
    title: 'an empty list of metadata alone has null for its items · N7',
    steps: [...define(), get(configMaps, accept(partialList)), get(widgets, accept(partialList))],
  },
  {
    title: 'the first type that is known decides, even where a later one would do · N7 · N5',
    steps: [
      post(configMaps, configMap('one'), { quiet: true }),
      get(configMaps, accept(`${partial},${partialList}`)),
      get(`${configMaps}/one`, accept(`${partialList},application/json`)),
      get(`${configMaps}/one`, accept(`application/json;as=Nonsense;g=meta.k8s.io;v=v1,${partial}`)),
    ],
  },
  {
    title: 'a patch answered by metadata alone · N7',
    steps: [
      post(configMaps, configMap('one'), { quiet: true }),
      patch('merge', `${configMaps}/one`, { data: { b: '2' } }, accept(partial)),
      post(configMaps, configMap('two'), accept(partial)),
    ],
  },
  {
    title: 'metadata alone in protobuf · N7 · N4',
    steps: [
      post(configMaps, configMap('one'), { quiet: true }),
      get(`${configMaps}/one`, accept(`${protobufType};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`)),
    ],
  },
  {
    title: 'an unknown resource in a known group is a Status · N10',
    steps: [
      get('/api/v1/nothings'),
      get('/api/v1/namespaces/<ns>/nothings'),
      get('/apis/apps/v1/namespaces/<ns>/nothings/x'),
      post('/api/v1/namespaces/<ns>/nothings', {}),
    ],
  },
  {
    title: 'a resource in an unknown group is a text · N10',
    steps: [
      get('/apis/unknown.example.com/v1/things'),
      get('/apis/unknown.example.com/v1/namespaces/<ns>/things/x'),
      post('/apis/unknown.example.com/v1/namespaces/<ns>/things', {}),
    ],
  },
  {
    title: 'a method that nobody knows is not allowed · N10',
    steps: [
      post(configMaps, configMap('one'), { quiet: true }),
      send('PUT', configMaps, {}),
      send('POST', `${configMaps}/one`, {}),
      send('OPTIONS', `${configMaps}/one`, {}),
      send('TRACK', `${configMaps}/one`, {}),
      { kind: 'request', method: 'HEAD', path: `${configMaps}/one` },
      send('PATCH', configMaps, {}),
    ],
  },
];

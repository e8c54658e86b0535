/**
 * Bodies and queries that no client should send.
 */
import { bytes, del, get, post, put, text } from '../../../../../tools/differential/probe.mjs';
import { configMap, configMaps, crds, define, deployments, widget, widgets } from '../probe-objects.mjs';

const nested = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
const lists = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
const said = { pick: ['code', 'reason', 'status', 'kind'] };
const bodies = {
  'an empty body': '',
  'a body of space': '  \n ',
  'a truncated object': '{"metadata":{"name":"x"',
  'a truncated text': '{"metadata":{"name":"x',
  'two objects': '{"metadata":{"name":"x"}}{"metadata":{"name":"y"}}',
  'an object and a word': '{"metadata":{"name":"x"}} more',
  'a list': '[]',
  'a text': '"x"',
  'a number': '5',
  null: 'null',
  true: 'true',
  'a word': 'nonsense',
  'a comma too many': '{"metadata":{"name":"x"},}',
  'single quotes': "{'metadata':{}}",
  'a comment': '{"metadata":{"name":"x"} /* x */}',
  'a bare key': '{metadata:{}}',
  'a control character': '{"metadata":{"name":"x"},"data":{"a":"\u0001"}}',
  'a bad escape': '{"metadata":{"name":"\\x"}}',
  'half a surrogate': '{"metadata":{"name":"x"},"data":{"a":"\\ud800"}}',
  'a number with a leading zero': '{"metadata":{"name":"x","generation":01}}',
  'a number that is none': '{"metadata":{"name":"x","generation":NaN}}',
  'a huge number': '{"metadata":{"name":"x","generation":1e400}}',
  'a number beyond int64': '{"metadata":{"name":"x","generation":9223372036854775808}}',
  'a fraction for an integer': '{"metadata":{"name":"x","generation":1.0}}',
};

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  ...Object.entries(bodies).map(([name, content]) => ({
    title: `how ${name} is answered · E1`,
    steps: [
      post(configMaps, text(content)),
      ...(name.startsWith('a number') ? [] : [put(`${configMaps}/x`, text(content))]),
    ],
  })),
  ...[
    'an empty body',
    'a truncated object',
    'a list',
    'a word',
    'two objects',
    'a comma too many',
    'null',
    'a number beyond int64',
  ].map((name) => ({
    title: `how ${name} is answered for a custom resource · E1 · C15`,
    steps: [...define(), post(widgets, text(bodies[/** @type {keyof typeof bodies} */ (name)]))],
  })),
  {
    title: 'bytes that are no UTF-8 · E1',
    steps: [
      post(configMaps, bytes(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]).toString('base64'))),
      post(
        configMaps,
        bytes(
          Buffer.concat([
            Buffer.from('{"metadata":{"name":"x"},"data":{"a":"'),
            Buffer.from([0xff, 0x41]),
            Buffer.from('"}}'),
          ]).toString('base64'),
        ),
      ),
    ],
  },
  {
    title: 'a byte order mark before the body · E1',
    steps: [post(configMaps, text('\ufeff{"metadata":{"name":"x"}}'))],
  },
  {
    title: 'an object ten thousand levels deep · E1',
    steps: [
      post(configMaps, text(nested), said),
      post(configMaps, text(`{"metadata":{"name":"x"},"unknown":${nested}}`), said),
      post(configMaps, text(`{"metadata":{"name":"y"},"unknown":${lists}}`), said),
    ],
  },
  {
    title: 'a custom resource ten thousand levels deep · E1',
    steps: [
      ...define(),
      post(
        widgets,
        text(`{"apiVersion":"<id>.example.com/v1","kind":"Widget","metadata":{"name":"x"},"spec":${nested}}`),
        said,
      ),
    ],
  },
  {
    title: 'a definition with a schema ten thousand levels deep · E1',
    steps: [
      post(
        crds,
        text(
          `{"metadata":{"name":"widgets.<id>.example.com"},"spec":{"versions":[{"schema":{"openAPIV3Schema":${nested}}}]}}`,
        ),
        said,
      ),
    ],
  },
  {
    title: 'keys that a program might trip over · E1',
    steps: [
      ...define(),
      post(
        configMaps,
        text(
          '{"metadata":{"name":"x","labels":{"__proto__":"a","constructor":"b","toString":"c"}},"data":{"__proto__":"1","hasOwnProperty":"2","constructor":"3"}}',
        ),
      ),
      post(
        widgets,
        text(
          '{"apiVersion":"<id>.example.com/v1","kind":"Widget","metadata":{"name":"x"},"spec":{"__proto__":{"a":1},"constructor":{"prototype":1}}}',
        ),
      ),
    ],
  },
  {
    title: 'names in paths that are none · E1',
    steps: [
      get(`${configMaps}/UPPER`),
      get(`${configMaps}/a%20b`),
      get(`${configMaps}/a%2Fb`),
      get('/api/v1/namespaces/UPPER/configmaps'),
      del(`${configMaps}/UPPER`),
      put(`${configMaps}/UPPER`, configMap('UPPER')),
      get(`${configMaps}/`),
      get('/api/v1/namespaces/<ns>/'),
    ],
  },
  {
    title: 'escapes in paths that are none · E1',
    steps: [get(`${configMaps}/%00`), get(`${configMaps}/%zz`)],
  },
  {
    title: 'paths with empty parts · E1',
    steps: [
      get('/api/v1/namespaces//configmaps', { pick: ['kind'] }),
      get('/api/v1//namespaces', { pick: ['kind', 'message'] }),
    ],
  },
  {
    title: 'query options that nobody knows · E1',
    steps: [
      post(`${configMaps}?unknown=x`, configMap('x')),
      get(`${configMaps}?unknown=x&limit=1`),
      get(`${configMaps}/x?nothing`),
    ],
  },
  {
    title: 'query options given twice · E1',
    steps: [
      post(configMaps, configMap('x', {}, { labels: { a: 'b' } })),
      get(`${configMaps}?labelSelector=a=b&labelSelector=a=c`),
      get(`${configMaps}?limit=1&limit=2`),
    ],
  },
  {
    title: 'query options of writes that are none',
    steps: [
      post(`${configMaps}?fieldManager=${'x'.repeat(129)}`, configMap('a')),
      post(`${configMaps}?fieldManager=a%01b`, configMap('a')),
      post(`${configMaps}?dryRun=Nothing`, configMap('a')),
      post(`${configMaps}?pretty=nonsense`, configMap('a')),
      put(`${configMaps}/a?dryRun=Nothing`, configMap('a')),
    ],
  },
  {
    title: 'a list kind where an object should be · V2',
    steps: [
      ...define(),
      post(configMaps, { apiVersion: 'v1', kind: 'ConfigMapList', items: [] }),
      post(configMaps, { apiVersion: 'v1', kind: 'List', items: [] }),
      post(widgets, { apiVersion: '<id>.example.com/v1', kind: 'WidgetList', items: [] }),
      post(configMaps, { apiVersion: 'v1', kind: 'Status' }),
    ],
  },
  {
    title: 'types that are no text · V2',
    steps: [
      ...define(),
      post(configMaps, { apiVersion: 1, kind: 'ConfigMap' }),
      post(configMaps, { apiVersion: 'v1', kind: {} }),
      post(configMaps, { apiVersion: null, kind: null, metadata: { name: 'nulls' } }),
      post(configMaps, { apiVersion: 'a/b/c', kind: 'ConfigMap' }),
      post(widgets, { apiVersion: 1, kind: 'Widget' }),
      post(widgets, { apiVersion: 'a/b/c', kind: 'Widget' }),
      post(deployments, { apiVersion: 'v1', kind: 'Deployment' }),
    ],
  },
  {
    title: 'a custom resource with numbers of every size · E1 · E8',
    steps: [
      ...define(),
      post(
        widgets,
        text(
          '{"apiVersion":"<id>.example.com/v1","kind":"Widget","metadata":{"name":"x"},"spec":{"a":9223372036854775807,"b":-9223372036854775808,"d":1.5,"e":1e3,"f":1.0,"g":-0,"h":123456789.25,"i":1e21,"j":0.000001,"k":1e-7}}',
        ),
        { as: 'w' },
      ),
      get(`${widgets}/x`),
    ],
  },
  {
    title: 'a custom resource with texts of every kind · E1',
    steps: [
      ...define(),
      post(
        widgets,
        widget('x', { spec: { a: '\u2028\u2029<&>', b: '💡', c: 'é\u0000'.slice(0, 1), d: '"\\/', e: '\t\n' } }),
      ),
      get(`${widgets}/x`),
    ],
  },
];

/**
 * Limits, health, version, the list of paths and metrics.
 */
import { get, patch, post, text } from '../../../../../tools/differential/probe.mjs';
import { configMap, configMaps } from '../probe-objects.mjs';

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'a body of more than three mebibytes is too large · T6',
    steps: [post(configMaps, configMap('big', { a: 'x'.repeat(3 * 1024 * 1024) }))],
  },
  {
    title: 'a patch of more than ten thousand operations is too large · T6 · P1',
    steps: [
      post(configMaps, configMap('patched')),
      patch(
        'json',
        `${configMaps}/patched`,
        Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/data/a', value: '1' })),
      ),
      patch(
        'json',
        `${configMaps}/patched`,
        Array.from({ length: 10_000 }, () => ({ op: 'test', path: '/data/a', value: '1' })),
      ),
    ],
  },
  {
    title: 'a ConfigMap of more than one mebibyte is invalid · T6 · E3',
    steps: [post(configMaps, configMap('big', { a: 'x'.repeat(1024 * 1024 + 1) }))],
  },
  ...['healthz', 'livez', 'readyz'].map((name) => ({
    title: `/${name} says ok as text · T7`,
    fresh: true,
    steps: [
      get(`/${name}`),
      get(`/${name}/ping`),
      get(`/${name}/nothing`),
      get(`/${name}?exclude=ping`),
      get(`/${name}/ping?verbose`),
    ],
  })),
  {
    title: 'health is read by GET and HEAD only · T7',
    fresh: true,
    steps: [post('/healthz', {}), { kind: 'request', method: 'HEAD', path: '/healthz' }],
  },
  {
    title: '/version names the version in the words of a real server · T8',
    fresh: true,
    steps: [get('/version'), get('/version/'), post('/version', {})],
  },
  {
    title: 'the root lists paths · T9',
    fresh: true,
    steps: [get('/', { pick: ['paths.0', 'paths.1'] }), get('/index.html', { pick: ['paths.0', 'paths.1'] })],
  },
  {
    title: 'an unknown path is a text, not a Status · T9 · N10',
    fresh: true,
    steps: [get('/nothing'), get('/apix/v1'), post('/nothing', text('x'))],
  },
];

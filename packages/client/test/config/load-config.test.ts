import { loadConfig, loadKubeConfig } from '@reeve/client';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../transport/harness.ts';
import { machine, pod, simple } from './environment.ts';

const inPod = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' };
const podFiles = { [pod.token]: 'pod-token', [pod.ca]: 'pod-ca', [pod.namespace]: 'pod-namespace\n' };
const home = '/etc/me/.kube/config';

describe('several kubeconfigs', () => {
  test('are one: the first to name an entry or a setting wins, entries being taken whole · KC-1', async () => {
    const first = JSON.stringify({
      clusters: [{ name: 'shared', cluster: { server: 'https://first' } }],
      users: [{ name: 'shared', user: { username: 'first' } }],
      contexts: [{ name: 'one', context: { cluster: 'shared', user: 'shared' } }],
    });
    const second = JSON.stringify({
      'current-context': 'one',
      clusters: [{ name: 'shared', cluster: { server: 'https://second', 'insecure-skip-tls-verify': true } }],
      users: [{ name: 'shared', user: { password: 'second' } }],
      contexts: [
        { name: 'one', context: { cluster: 'other', user: 'other', namespace: 'second' } },
        { name: 'two', context: { cluster: 'shared', user: 'shared' } },
      ],
    });
    const third = JSON.stringify({ 'current-context': 'two' });
    const environment = machine({ '/1': first, '/2': second, '/3': third }, { KUBECONFIG: '/1:/2:/3:/1' });
    const config = await loadKubeConfig({ environment });
    expect(config.contexts).toEqual(['one', 'two']);
    expect(config.currentContext).toBe('one');
    expect(config.cluster('shared')).toEqual({ server: 'https://first' });
    expect(config.context('one')).toEqual({ cluster: 'shared', user: 'shared' });
    expect(config.files).toEqual(['/1', '/2', '/3']);
    expect(config.fileOf('contexts', 'two')).toBe('/2');
    expect(config.fileOf('current-context')).toBe('/2');
  });

  test('may have missing ones among them, with a warning when none exists · KC-8', async () => {
    const warnings: string[] = [];
    const onWarning = (message: string): void => void warnings.push(message);
    const some = machine({ '/2': simple('two') }, { KUBECONFIG: '/1:/2' });
    expect((await loadKubeConfig({ environment: some, onWarning })).currentContext).toBe('two');
    expect(warnings).toEqual([]);
    await loadKubeConfig({ environment: machine({}, { KUBECONFIG: '/1:/2' }), onWarning });
    expect(warnings).toEqual(['no file of KUBECONFIG exists: /1, /2']);
    await loadKubeConfig({ environment: machine({}), onWarning });
    expect(warnings).toHaveLength(1);
  });

  test('must exist when they are named by a flag', async () => {
    const error = await failureOf(
      loadKubeConfig({ environment: machine({ [home]: simple('home') }), kubeconfig: '/absent' }),
    );
    expect(error.message).toBe('/absent does not exist: name another kubeconfig');
  });
});

describe('relative paths', () => {
  test('count from the folder of the file that names them; a bare plugin does not · KC-5', async () => {
    const files = {
      '/etc/a/config': JSON.stringify({
        clusters: [{ name: 'a', cluster: { server: 'https://a', 'certificate-authority': '../pki/ca.crt' } }],
        contexts: [{ name: 'a', context: { cluster: 'a', user: 'b' } }],
        'current-context': 'a',
      }),
      '/opt/b/config': JSON.stringify({
        users: [
          { name: 'b', user: { 'client-certificate': 'me.crt', 'client-key': '/abs/me.key', tokenFile: 'token' } },
          {
            name: 'path',
            user: {
              exec: { command: './plugin', apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never' },
            },
          },
          {
            name: 'bare',
            user: {
              exec: { command: 'plugin', apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never' },
            },
          },
        ],
      }),
    };
    const environment = machine(files, { KUBECONFIG: '/etc/a/config:/opt/b/config' });
    const config = await loadConfig({ environment });
    expect(config.tls).toMatchObject({ caFile: '/etc/pki/ca.crt', certFile: '/opt/b/me.crt', keyFile: '/abs/me.key' });
    expect(config.identity).toMatchObject({ type: 'tokenFile', path: '/opt/b/token' });
    const commandOf = async (user: string) =>
      (await loadConfig({ environment, overrides: { context: { user } } })).identity;
    expect(await commandOf('path')).toMatchObject({ settings: { command: '/opt/b/plugin' } });
    expect(await commandOf('bare')).toMatchObject({ settings: { command: 'plugin' } });
  });
});

describe('where the configuration comes from', () => {
  const flag = { kubeconfig: '/flag' };
  const files = { '/flag': simple('flag'), '/env': simple('env'), [home]: simple('home') };
  const serverOf = async (options: Parameters<typeof loadConfig>[0]): Promise<string> =>
    (await loadConfig(options)).server;

  test('a flag goes before KUBECONFIG, that before the pod, that before the home folder · CR-98', async () => {
    const environment = machine({ ...files, ...podFiles }, { ...inPod, KUBECONFIG: '/env' });
    expect(await serverOf({ environment, ...flag })).toBe('https://flag.example.com');
    expect(await serverOf({ environment })).toBe('https://env.example.com');
    expect(await serverOf({ environment: machine({ ...files, ...podFiles }, inPod) })).toBe('https://10.0.0.1:443');
    expect(await serverOf({ environment: machine(files) })).toBe('https://home.example.com');
  });

  test.each([
    ['no file and no override', {}, {}, 'https://10.0.0.1:443'],
    ['a file without clusters', { [home]: '{}' }, {}, 'https://10.0.0.1:443'],
    ['only a token as override', {}, { user: { token: 'mine' } }, 'https://10.0.0.1:443'],
    ['only a namespace as override', {}, { context: { namespace: 'mine' } }, 'https://10.0.0.1:443'],
    ['a file in the home folder', { [home]: simple('home') }, {}, 'https://home.example.com'],
    ['a server as override', {}, { cluster: { server: 'https://mine' } }, 'https://mine'],
    ['a server in KUBERNETES_MASTER', { master: 'https://master' }, {}, 'https://master'],
  ])(
    'in kubectl’s order the pod is used only when nothing else is left: %s · KC-9',
    async (_what, { master, ...extra }: Record<string, string>, overrides, server) => {
      const environment = machine(
        { ...podFiles, ...extra },
        { ...inPod, ...(master && { KUBERNETES_MASTER: master }) },
      );
      expect(await serverOf({ environment, overrides, order: 'kubectl' })).toBe(server);
    },
  );

  test.each([
    ['without variables', podFiles, {}],
    ['without a token', {}, inPod],
  ])('a pod %s is no pod · KC-9', async (_what, mounted, variables) => {
    const error = await failureOf(loadConfig({ environment: machine(mounted, variables), order: 'kubectl' }));
    expect(error).toMatchObject({ code: 'REEVE_NO_CONFIGURATION' });
    expect(error.message).toContain(home);
  });

  test.each([
    ['is broken', 'clusters: {'],
    [
      'names a cluster that is not there',
      JSON.stringify({ 'current-context': 'a', contexts: [{ name: 'a', context: { cluster: 'b' } }] }),
    ],
    ['cannot be used', simple('a', {}, { 'as-groups': ['dev'] })],
  ])('a file that %s is an error, and no reason to look elsewhere · KC-9', async (_how, text) => {
    const environment = machine({ ...podFiles, [home]: text }, inPod);
    expect(await failureOf(loadConfig({ environment, order: 'kubectl' }))).toMatchObject({ code: 'REEVE_KUBECONFIG' });
  });

  test('a pod gives its token file, its authority and its namespace', async () => {
    const config = await loadConfig({ environment: machine(podFiles, inPod) });
    expect(config).toMatchObject({
      tls: { caFile: pod.ca },
      identity: { type: 'tokenFile', path: pod.token },
      namespace: 'pod-namespace',
    });
    const v6 = await loadConfig({
      environment: machine({ [pod.token]: 't' }, { ...inPod, KUBERNETES_SERVICE_HOST: 'fd00::1' }),
    });
    expect(v6.server).toBe('https://[fd00::1]:443');
    expect(v6.tls).toEqual({});
  });

  test('the namespace is the override’s, the context’s, the pod’s or default', async () => {
    const inHome = simple('home', {}, {}, { namespace: 'context' });
    const namespaceOf = async (environment: ReturnType<typeof machine>, overrides = {}) =>
      (await loadConfig({ environment, overrides, order: 'kubectl' })).namespace;
    expect(await namespaceOf(machine({ [home]: inHome }), { context: { namespace: 'flag' } })).toBe('flag');
    expect(await namespaceOf(machine({ [home]: inHome, ...podFiles }, inPod))).toBe('context');
    expect(await namespaceOf(machine({ [home]: simple('home'), ...podFiles }, inPod))).toBe('pod-namespace');
    expect(await namespaceOf(machine({ ...podFiles }, { ...inPod, POD_NAMESPACE: 'downward' }))).toBe('downward');
    expect(await namespaceOf(machine({ [home]: simple('home') }))).toBe('default');
  });
});

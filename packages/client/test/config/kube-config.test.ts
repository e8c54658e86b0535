import { readFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import { KubeConfig, KubeConfigError, type ConfigOverrides, type Secret } from '@reeve/client';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../transport/harness.ts';
import { simple } from './environment.ts';

const data = Buffer.from('-----BEGIN CERTIFICATE-----').toString('base64');
const connectionOf = async (text: string, overrides: ConfigOverrides = {}) =>
  (await KubeConfig.parse(text)).connection(overrides);
const problemsOf = async (text: string, overrides: ConfigOverrides = {}): Promise<string[]> => {
  const error = await failureOf(connectionOf(text, overrides));
  expect(error).toBeInstanceOf(KubeConfigError);
  return error.message.split('\n');
};

describe('kubeconfigs as common tools write them', () => {
  const fixture = (name: string): Promise<string> =>
    readFile(new URL(`fixtures/${name}.yaml`, import.meta.url), 'utf8');

  test.each([
    ['kind', 'https://127.0.0.1:38211'],
    ['k3s', 'https://127.0.0.1:6443'],
  ])('%s: an authority and a certificate as data', async (name, server) => {
    const config = await connectionOf(await fixture(name));
    expect(config).toMatchObject({ server, namespace: 'default' });
    expect(config.tls?.ca).toMatch(/^-----BEGIN CERTIFICATE-----/);
    expect(config.tls?.cert).toMatch(/^-----BEGIN CERTIFICATE-----/);
    expect((config.tls as { key: Secret }).key.reveal()).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    expect(config.identity).toBeUndefined();
  });

  test('EKS: a plugin with arguments and variables, which may be secret', async () => {
    const { identity } = await connectionOf(await fixture('eks'));
    expect(identity).toMatchObject({
      type: 'exec',
      settings: {
        command: 'aws',
        apiVersion: 'client.authentication.k8s.io/v1beta1',
        env: [{ name: 'AWS_PROFILE' }],
        interactiveMode: 'IfAvailable',
      },
    });
    const { settings } = identity as unknown as { settings: { args: Secret[]; env: { value: Secret }[] } };
    expect(settings.args.map((text) => text.reveal())).toEqual([
      '--region',
      'eu-central-1',
      'eks',
      'get-token',
      '--cluster-name',
      'prod',
      '--output',
      'json',
    ]);
    expect(settings.env.map(({ value }) => value.reveal())).toEqual(['prod']);
  });

  test('GKE: a plugin that is told about the cluster, and a hint', async () => {
    const config = await connectionOf(await fixture('gke'));
    expect(config.namespace).toBe('team');
    expect(config.identity).toMatchObject({
      settings: { provideClusterInfo: true, installHint: 'Install gke-gcloud-auth-plugin for use with kubectl' },
      cluster: { server: 'https://203.0.113.10', 'certificate-authority-data': expect.any(String) },
    });
  });

  test('OIDC: a provider whose tokens are written back to the file', async () => {
    const config = (await KubeConfig.parse(await fixture('oidc'), '/etc/me/.kube/config')).connection();
    expect(config.tls).toEqual({ caFile: '/etc/me/.kube/pki/ca.crt' });
    expect(config.identity).toMatchObject({
      type: 'oidc',
      settings: {
        issuerUrl: 'https://login.corp.example.com/realms/k8s',
        savedIn: { file: '/etc/me/.kube/config', user: 'me' },
      },
    });
  });
});

describe('overrides', () => {
  const secured = simple('a', { 'certificate-authority-data': data, 'tls-server-name': 'old' });

  test('with insecure drop the authority, and with an authority drop insecure · KC-3', async () => {
    const insecure = await connectionOf(secured, { cluster: { 'insecure-skip-tls-verify': true } });
    expect(insecure.tls).toEqual({ isInsecure: true, serverName: 'old' });
    const open = simple('a', { 'insecure-skip-tls-verify': true });
    const trusted = await connectionOf(open, { cluster: { 'certificate-authority': '/ca.crt' } });
    expect(trusted.tls).toEqual({ caFile: '/ca.crt' });
    const replaced = await connectionOf(secured, { cluster: { 'certificate-authority': '/ca.crt' } });
    expect(replaced.tls).toEqual({ caFile: '/ca.crt', serverName: 'old' });
  });

  test('of the server clear the TLS name, unless one comes along · KC-4', async () => {
    expect((await connectionOf(secured, { cluster: { server: 'https://b' } })).tls?.serverName).toBeUndefined();
    expect(
      (await connectionOf(secured, { cluster: { server: 'https://b', 'tls-server-name': 'new' } })).tls?.serverName,
    ).toBe('new');
    expect((await connectionOf(secured, { cluster: { 'tls-server-name': 'new' } })).tls?.serverName).toBe('new');
    expect((await connectionOf(secured)).tls?.serverName).toBe('old');
  });

  test('of a certificate or key replace file and data', async () => {
    const user = { 'client-certificate-data': data, 'client-key-data': data };
    const over = { user: { 'client-certificate': '/me.crt', 'client-key': '/me.key' } };
    expect((await connectionOf(simple('a', {}, user), over)).tls).toEqual({ certFile: '/me.crt', keyFile: '/me.key' });
  });

  test('choose another context, cluster, user or namespace · CR-98', async () => {
    const text = JSON.stringify({
      'current-context': 'a',
      clusters: ['a', 'b'].map((name) => ({ name, cluster: { server: `https://${name}` } })),
      users: ['a', 'b'].map((name) => ({ name, user: { token: name } })),
      contexts: ['a', 'b'].map((name) => ({ name, context: { cluster: name, user: name, namespace: name } })),
    });
    expect(await connectionOf(text, { currentContext: 'b' })).toMatchObject({ server: 'https://b', namespace: 'b' });
    const mixed = await connectionOf(text, { context: { cluster: 'b', namespace: 'c' } });
    expect(mixed).toMatchObject({ server: 'https://b', namespace: 'c' });
    expect((mixed.identity as { token: Secret }).token.reveal()).toBe('a');
    expect(await problemsOf(text, { currentContext: 'x' })).toEqual([
      'the kubeconfig has no context "x": there is a, b',
    ]);
    expect(await problemsOf(text, { context: { user: 'x' } })).toEqual([
      'the kubeconfig has no user "x": there is a, b',
    ]);
    expect(await problemsOf(text, { context: { cluster: 'x' } })).toEqual([
      'the kubeconfig has no cluster "x": there is a, b',
    ]);
  });
});

describe('a credential', () => {
  test('that is a token and a file is the token, which the file refreshes · KC-2', async () => {
    const { identity } = await connectionOf(simple('a', {}, { token: 'given', tokenFile: '/token' }));
    expect(identity).toMatchObject({ type: 'tokenFile', path: '/token' });
    expect((identity as { token: Secret }).token.reveal()).toBe('given');
  });

  test('goes along only where the connection is encrypted', async () => {
    const user = { token: 's3cret', 'client-certificate-data': data, 'client-key-data': data };
    const config = await connectionOf(simple('a', { server: 'http://a' }, user));
    expect(config.identity).toBeUndefined();
    expect(config.tls).toBeUndefined();
  });

  test('of somebody else is impersonated', async () => {
    const user = {
      as: 'jane',
      'as-uid': '1',
      'as-groups': ['dev'],
      'as-user-extra': { ['__proto__']: ['x'], reason: ['y'] },
    };
    const { impersonate } = await connectionOf(simple('a', {}, user));
    expect(impersonate).toMatchObject({ user: 'jane', uid: '1', groups: ['dev'] });
    expect(Object.entries(impersonate?.extra ?? {})).toEqual([
      ['__proto__', ['x']],
      ['reason', ['y']],
    ]);
  });
});

describe('a configuration that cannot be used says where and what to write', () => {
  test.each([
    [
      'groups without a user',
      { 'as-groups': ['dev'] },
      'users[0].user.as: is missing: impersonating a uid, groups or extra needs a user',
    ],
    ['a uid without a user', { 'as-uid': '1' }, 'users[0].user.as: is missing'],
    ['extra without a user', { 'as-user-extra': { a: ['b'] } }, 'users[0].user.as: is missing'],
    [
      'a plugin without a command',
      { exec: { apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never' } },
      'users[0].user.exec.command: is missing',
    ],
    [
      'a plugin without a version',
      { exec: { command: 'x', interactiveMode: 'Never' } },
      'users[0].user.exec.apiVersion: is missing: write client.authentication.k8s.io/v1',
    ],
    [
      'a plugin without a mode',
      { exec: { command: 'x', apiVersion: 'client.authentication.k8s.io/v1' } },
      'users[0].user.exec.interactiveMode: is missing: write Never, IfAvailable or Always',
    ],
    [
      'a plugin with an unknown mode',
      { exec: { command: 'x', apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Maybe' } },
      'users[0].user.exec.interactiveMode: is unknown',
    ],
    [
      'a variable without a name',
      {
        exec: {
          command: 'x',
          apiVersion: 'client.authentication.k8s.io/v1',
          interactiveMode: 'Never',
          env: [{ value: 'y' }],
        },
      },
      'users[0].user.exec.env[0].name: is missing',
    ],
    [
      'a plugin beside a provider',
      {
        exec: { command: 'x', apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never' },
        'auth-provider': { name: 'oidc', config: { 'idp-issuer-url': 'https://i', 'client-id': 'c' } },
      },
      'users[0].user.auth-provider: is there beside exec',
    ],
  ])('%s · KC-10', async (_what, user, problem) => {
    const problems = await problemsOf(simple('a', {}, user));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  test.each([
    [
      'no server',
      { server: '' },
      {},
      'clusters[0].cluster.server: is missing: write the address of the API server, https://HOST:PORT',
    ],
    [
      'insecure with an authority',
      { 'insecure-skip-tls-verify': true, 'certificate-authority-data': data },
      {},
      'keep one of the two',
    ],
    [
      'two authorities',
      { 'certificate-authority': '/ca', 'certificate-authority-data': data },
      {},
      'keep one of the two',
    ],
    [
      'a proxy of an unknown kind',
      { 'proxy-url': 'ftp://user:hunter2@proxy' },
      {},
      'clusters[0].cluster.proxy-url: has an unknown scheme: write http, https or socks5',
    ],
    [
      'a server of an unknown kind',
      { server: 'ftp://a.example.com' },
      {},
      'clusters[0].cluster.server: has an unknown scheme: write https://HOST:PORT',
    ],
    [
      'a server with a password in its address',
      { server: 'https://me:hunter2@a.example.com' },
      {},
      'clusters[0].cluster.server: holds a user or a password, which is not used',
    ],
    [
      'a server with a token in its address',
      { server: 'https://hunter2@a.example.com' },
      {},
      'holds a user or a password',
    ],
    ['a token and a password', {}, { token: 'hunter2', username: 'a', password: 'hunter2' }, 'keep one way to log in'],
    ['a certificate without a key', {}, { 'client-certificate-data': data }, 'needs a key'],
    ['GKE’s old provider', {}, { 'auth-provider': { name: 'gcp' } }, 'install gke-gcloud-auth-plugin'],
    ['AKS’ old provider', {}, { 'auth-provider': { name: 'azure' } }, 'kubelogin convert-kubeconfig'],
    ['an unknown provider', {}, { 'auth-provider': { name: 'openstack' } }, 'use an exec plugin'],
    [
      'OIDC without an issuer',
      {},
      { 'auth-provider': { name: 'oidc', config: { 'client-id': 'x' } } },
      'users[0].user.auth-provider.config.idp-issuer-url: is missing',
    ],
  ])('%s', async (_what, cluster, user, problem) => {
    const message = (await problemsOf(simple('a', cluster, user))).join('\n');
    expect(message).toContain(problem);
    expect(message).not.toContain('hunter2');
  });

  test('all of it at once', async () => {
    const text = simple('a', { server: '' }, { 'as-uid': '1' }, { namespace: 'Not A Name' });
    expect(await problemsOf(text)).toHaveLength(3);
  });
});

describe('a file that is broken is named with line, column and field, and never quoted', () => {
  const at = (text: string): Promise<Error> => failureOf(KubeConfig.parse(text, '/etc/me/.kube/config'));

  test.each([
    [
      'a number for a token',
      'users:\n- name: me\n  user:\n    token: 12345678\n',
      '/etc/me/.kube/config:4:12 users[0].user.token: must be text: put it into quotes',
    ],
    [
      'a text for a list',
      'clusters: none\n',
      '/etc/me/.kube/config:1:11 clusters: must be a list: start each item with "- "',
    ],
    [
      'a list for fields',
      'users:\n- name: me\n  user: [s3cret]\n',
      '/etc/me/.kube/config:3:9 users[0].user: must hold fields: write them indented below it',
    ],
    [
      'a text for a switch',
      'clusters:\n- name: a\n  cluster:\n    insecure-skip-tls-verify: "yes"\n',
      ':4:31 clusters[0].cluster.insecure-skip-tls-verify: must be true or false',
    ],
    [
      'data that is no base64',
      'users:\n- name: me\n  user:\n    client-key-data: "-----s3cret"\n',
      ':4:22 users[0].user.client-key-data: must be base64 on one line',
    ],
    ['another kind', 'kind: Secret\n', '/etc/me/.kube/config:1:7 kind: must be Config'],
    ['a text', 's3cret', '/etc/me/.kube/config:1:1: is no kubeconfig'],
    ['a bracket that is not closed', 'users:\n- name: me\n  user: {token: s3cret\n', 'is no YAML'],
    ['a tab', 'users:\n\t- name: s3cret\n', 'is no YAML'],
  ])('%s', async (_what, text, message) => {
    const error = await at(text);
    expect(error).toMatchObject({ code: 'REEVE_KUBECONFIG' });
    expect(error.message).toContain(message);
    expect(inspect(error)).not.toMatch(/s3cret|12345678/);
  });

  test('the same name twice in one file · KC-7', async () => {
    for (const [list, field] of [
      ['clusters', 'cluster'],
      ['users', 'user'],
      ['contexts', 'context'],
    ]) {
      const text = `${list}:\n- name: a\n  ${field}: {}\n- name: b\n  ${field}: {}\n- name: a\n  ${field}: {}\n`;
      expect((await at(text)).message).toBe(
        `/etc/me/.kube/config:6:9 ${list}[2].name: the name "a" is there twice: rename or remove one`,
      );
    }
  });

  test.each([
    ['in a map', 'clusters: []\nusers:\n- name: me\n  user: {token: a, token: s3cret}\n', ':4:20'],
    ['at the top', 'clusters: []\nusers: []\nclusters: []\n', ':3:1'],
    ['as JSON', '{"users":[],"users":[]}', ':1:13'],
  ])('a field that is there twice, %s', async (_what, text, place) => {
    expect((await at(text)).message).toBe(`/etc/me/.kube/config${place}: is no YAML (a field is there twice)`);
  });

  test('with more keys than anybody has contexts, before half a minute has passed', async () => {
    const keys = (count: number): string =>
      `x:\n${Array.from({ length: count }, (_, index) => `  k${index}: v`).join('\n')}\n`;
    expect((await at(keys(100_000))).message).toContain('is too long');
    expect((await KubeConfig.parse(keys(30_000))).contexts).toEqual([]); // takes seconds where each key is compared with all
  });

  test('in thousands of places says the first hundred', async () => {
    const { problems } = (await at(`clusters:\n${'- 5\n'.repeat(30_000)}`)) as Error & { readonly problems: unknown[] };
    expect(problems).toHaveLength(100);
    const same = (await at(`users:\n${'- {name: a}\n'.repeat(10_000)}`)) as Error & { readonly problems: unknown[] };
    expect(same.problems).toHaveLength(100);
  });

  test('by names with escape sequences shows none of them', async () => {
    const name = '\u001b]0;PWN\u0007\u009b2J\u202e';
    const list = JSON.stringify({
      contexts: [
        { name, context: {} },
        { name, context: {} },
      ],
    });
    const text = JSON.stringify({
      'current-context': name,
      contexts: [{ name, context: { cluster: name, user: 'b' } }],
    });
    for (const failure of [
      await at(list),
      await failureOf(KubeConfig.parse(text, name).then((config) => config.connection())),
      await failureOf(KubeConfig.parse('clusters: 5', name)),
    ]) {
      expect(failure.message).toContain('PWN');
      expect(failure.message.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    }
  });

  test('nested without end, or with aliases that multiply', async () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefgh'
        .split('')
        .map((name, index) => `${name}: &${name} [${Array<string>(9).fill(`*${'abcdefg'[index]}`).join()}]`),
    ];
    expect(await at(bomb.join('\n'))).toMatchObject({ code: 'REEVE_KUBECONFIG' });
    for (const opening of ['[', '- ', '{a: ', '? ']) {
      expect((await at(opening.repeat(20_000))).message).toContain('nested too deeply');
    }
  });
});

test('nothing secret is shown when a configuration is printed', async () => {
  const user = {
    token: 'hunter2',
    'client-certificate-data': data,
    'client-key-data': Buffer.from('hunter2').toString('base64'),
  };
  const cluster = { 'proxy-url': 'http://me:hunter2@proxy:3128' };
  const config = await KubeConfig.parse(simple('a', cluster, user));
  for (const shown of [config, config.connection()]) {
    const printed = [inspect(shown, { depth: 10, showHidden: true }), JSON.stringify(shown)].join('\n');
    expect(printed).not.toContain('hunter2');
    expect(printed).not.toContain(user['client-key-data']);
  }
});

test('nothing secret of a plugin is shown when a configuration is printed', async () => {
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: 'plugin',
    interactiveMode: 'Never',
    args: ['--token=hunter2', '--password', 'hunter2'],
    env: [{ name: 'AWS_SECRET_ACCESS_KEY', value: 'hunter2' }],
  };
  const extensions = [{ name: 'client.authentication.k8s.io/exec', extension: { password: 'hunter2' } }];
  const config = await KubeConfig.parse(
    simple('a', { extensions, 'proxy-url': 'http://hunter2@proxy:3128' }, { exec }),
  );
  for (const shown of [config, config.connection()]) {
    const printed = [inspect(shown, { depth: 10, showHidden: true }), JSON.stringify(shown)].join('\n');
    expect(printed).not.toContain('hunter2');
  }
  expect(JSON.stringify(config.connection())).toContain('AWS_SECRET_ACCESS_KEY');
});

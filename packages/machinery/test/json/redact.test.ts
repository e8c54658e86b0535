import { isSecretName, redact, redactSecrets } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

const secretNames = [
  'token',
  'tokens',
  'accessToken',
  'access_token',
  'access-token',
  'refreshToken',
  'idToken',
  'id_token',
  'bearerToken',
  'BEARER_TOKEN',
  'GITHUB_TOKEN',
  'secret',
  'clientSecret',
  'client_secret',
  'CLIENT_SECRET',
  'password',
  'passwords',
  'passwd',
  'pwd',
  'PGPASSWORD',
  'DB_PASS',
  'dbPass',
  'proxy-password',
  'passphrase',
  'apiKey',
  'api_key',
  'api-key',
  'X-Api-Key',
  'AWS_SECRET_ACCESS_KEY',
  'accessKey',
  'privateKey',
  'private_key',
  'client-key-data',
  'clientKeyData',
  'clientKey',
  'signingKey',
  'encryption_key',
  'credential',
  'credentials',
  'authorization',
  'Authorization',
  'proxy-authorization',
  'cookie',
  'Set-Cookie',
  'kubeconfig',
  'stringData',
  '.dockerconfigjson',
  'spec.auth.token',
];

const plainNames = [
  'name',
  'key',
  'keys',
  'publicKey',
  'secretName',
  'secretRef',
  'tokenFile',
  'passwordSecretRef',
  'compass',
  'bypass',
  'tokenizer',
  'imagePullSecrets',
  'monkey',
  'data',
  'metadata',
  'author',
];

test.each(secretNames)('the value of the name %s is a secret', (name) => {
  expect(isSecretName(name)).toBe(true);
  expect(redactSecrets({ [name]: 'hunter2' })).toEqual({ [name]: '[redacted]' });
});

test.each(plainNames)('the value of the name %s is no secret', (name) => {
  expect(isSecretName(name)).toBe(false);
  expect(redactSecrets({ [name]: 'hunter2' })).toEqual({ [name]: 'hunter2' });
});

const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJldmUifQ.c2lnbmF0dXJl';

/** Each holds the secret `hunter2`, a JSON web token, or a key of letters. */
const texts: [string, string, string][] = [
  ['a bearer token', 'header Bearer hunter2 was refused', 'header Bearer [redacted] was refused'],
  ['a bearer token in lower case', 'bearer hunter2, then', 'bearer [redacted], then'],
  ['basic credentials', 'Basic aHVudGVyMg== was refused', 'Basic [redacted] was refused'],
  [
    'an authorization header',
    'authorization: Bearer hunter2\r\nhost: x',
    'authorization: Bearer [redacted]\r\nhost: x',
  ],
  ['a digest', 'Authorization: Digest username=eve, response=hunter2', 'Authorization: [redacted]'],
  ['headers as JSON', '{"authorization":"Token hunter2","host":"x"}', '{"authorization":"[redacted]","host":"x"}'],
  ['a cookie', 'cookie: session=hunter2; theme=dark\nhost: x', 'cookie: [redacted]\nhost: x'],
  ['a JSON web token', `it sent ${jwt}.`, 'it sent [redacted]'],
  ['a JSON web token that was cut', 'it sent eyJhbGciOiJSUzI1', 'it sent [redacted]'],
  ['a token of GitHub', 'ghp_hunter2hunter2hunter2', '[redacted]'],
  ['user info of a URL', 'GET https://eve:hunter2@host/a?b=c failed', 'GET https://[redacted]@host/a?b=c failed'],
  ['a token as user info', 'http://hunter2@proxy:3128', 'http://[redacted]@proxy:3128'],
  ['a password with an at sign', 'https://eve:hun@ter2@host/', 'https://[redacted]@host/'],
  ['a password of a query', 'GET /login?user=eve&password=hunter2&x=1', 'GET /login?user=eve&password=[redacted]&x=1'],
  ['a password after a colon', 'login with password: hunter2 failed', 'login with password: [redacted] failed'],
  ['an assignment', 'DB_PASSWORD=hunter2 node main.js', 'DB_PASSWORD=[redacted] node main.js'],
  ['an assignment in quotes', `export API_KEY='hunter2 x'`, `export API_KEY='[redacted]'`],
  ['a field of JSON', '{"user":"eve","password":"hun\\"ter2"}', '{"user":"eve","password":"[redacted]"}'],
  ['a field of JSON that was cut', '{"user":"eve","password":"hunter2', '{"user":"eve","password":"[redacted]"'],
  [
    'JSON within JSON',
    '"{\\"client_secret\\":\\"hunter2\\",\\"a\\":1}"',
    '"{\\"client_secret\\":\\"[redacted]\\",\\"a\\":1}"',
  ],
  ['a line of YAML', 'user:\n  token: swordfish\n  name: eve', 'user:\n  token: [redacted]\n  name: eve'],
  ['a flag with an equals sign', 'plugin --token=hunter2 --v 3', 'plugin --token=[redacted] --v 3'],
  ['a flag with a space', 'plugin --client-secret hunter2 --v 3', 'plugin --client-secret [redacted] --v 3'],
  [
    'an environment variable as JSON',
    '{"name":"PASSWORD","value":"hunter2"}',
    '{"name":"PASSWORD","value":"[redacted]"}',
  ],
  ['an environment variable as YAML', '- name: API_KEY\n  value: hunter2', '- name: API_KEY\n  value: [redacted]'],
  [
    'a private key',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIEhunter2\n-----END RSA PRIVATE KEY-----\nmore',
    '-----BEGIN RSA PRIVATE KEY-----[redacted]-----END RSA PRIVATE KEY-----\nmore',
  ],
  [
    'a private key that was cut',
    'x -----BEGIN PRIVATE KEY-----\nMIIEhunter2',
    'x -----BEGIN PRIVATE KEY-----[redacted]',
  ],
];

describe('redactSecrets', () => {
  test.each(texts)('hides %s', (_, text, hidden) => {
    expect(redactSecrets(text)).toBe(hidden);
    expect(redactSecrets(hidden), 'a second time').toBe(hidden);
    expect(redactSecrets({ deep: [{ message: text }] })).toEqual({ deep: [{ message: hidden }] });
  });

  test.each([
    'Website "blog" is served',
    'the bearer token is missing',
    'Basic authentication is switched off',
    'invalid token: expired',
    'secrets "login" not found',
    'spec.password: Required value',
    'cannot read the token file /var/run/secrets/kubernetes.io/serviceaccount/token',
    'https://host:6443/api/v1/namespaces/default/secrets?email=a@b',
    'automountServiceAccountToken=false maxTokens=4096',
    'the key default/blog, key=default/blog',
  ])('leaves alone: %s', (text) => {
    expect(redactSecrets(text)).toBe(text);
  });

  const values: [string, unknown, unknown][] = [
    [
      'an environment variable',
      {
        env: [
          { name: 'PASSWORD', value: 'hunter2' },
          { name: 'MODE', value: 'dark' },
        ],
      },
      {
        env: [
          { name: 'PASSWORD', value: '[redacted]' },
          { name: 'MODE', value: 'dark' },
        ],
      },
    ],
    ['a flag in a list', { args: ['--token', 'hunter2', 'run'] }, { args: ['--token', '[redacted]', 'run'] }],
    ['a flag with its value', { args: ['--token=hunter2'] }, { args: ['--token=[redacted]'] }],
    ['an object under a secret name', { credentials: { user: 'eve' } }, { credentials: '[redacted]' }],
    ['a number under the name of a password', { password: 1234 }, { password: '[redacted]' }],
    [
      'the data of a Secret',
      { kind: 'Secret', metadata: { name: 'login' }, data: { user: 'ZXZl' }, stringData: { a: 'b' } },
      { kind: 'Secret', metadata: { name: 'login' }, data: { user: '[redacted]' }, stringData: '[redacted]' },
    ],
    ['what an object says of itself', { toJSON: () => ({ token: 'hunter2' }) }, { token: '[redacted]' }],
    [
      'not what is no secret',
      { automountServiceAccountToken: false, maxTokens: 5, token: null, password: '', data: { a: 'b' }, at: 5n },
      { automountServiceAccountToken: false, maxTokens: 5, token: null, password: '', data: { a: 'b' }, at: 5n },
    ],
  ];
  test.each(values)('hides of a value: %s', (_, value, hidden) => {
    expect(redactSecrets(value)).toEqual(hidden);
  });

  test('changes nothing in the value that it is given, and keeps a key called __proto__', () => {
    const value: unknown = JSON.parse('{"token":"hunter2","__proto__":{"a":1}}');
    expect(JSON.stringify(redactSecrets(value))).toBe('{"token":"[redacted]","__proto__":{"a":1}}');
    expect(JSON.stringify(value)).toContain('hunter2');
  });

  test('ends for a value that is nested without end', () => {
    const endless: Record<string, unknown> = { token: 'hunter2' };
    endless['self'] = endless;
    expect(JSON.stringify(redactSecrets(endless))).not.toContain('hunter2');
  });

  test.each([
    ['spaces behind a name', `name:x${' '.repeat(1_000_000)}`],
    ['names without values', 'token '.repeat(200_000)],
    ['one long word', `${'a'.repeat(1_000_000)}token`],
    ['backslashes', `token=${'\\'.repeat(1_000_000)}`],
    ['beginnings of addresses', 'a://'.repeat(300_000)],
    ['beginnings of keys', '-----BEGIN PRIVATE KEY-----'.repeat(50_000)],
    ['names and separators', 'name=token,value='.repeat(60_000)],
    ['hyphens', '-'.repeat(1_000_000)],
    ['dots', 'eyJaaaaaaaa'.concat('.'.repeat(1_000_000), '!')],
  ])('reads a long text in one pass, not in one for each character: %s', (_, text) => {
    expect(redactSecrets(text).length).toBeGreaterThan(0); // a quadratic pattern takes minutes here
  });
});

describe('redact', () => {
  test('quotes a text on one line, without control characters, and cut', () => {
    expect(redact('a\n\u001b[31mb\u202e \t password=hunter2')).toBe('a [31mb password=[redacted]');
    expect(redact('x'.repeat(5000))).toBe(`${'x'.repeat(1000)}…`);
  });

  test('shows nothing of a secret that the cut goes through', () => {
    for (let before = 940; before < 1010; before += 1) {
      expect(redact(`${'x '.repeat(before / 2)}https://eve:hunter2hunter2@host/`)).not.toContain('hunter');
    }
  });
});

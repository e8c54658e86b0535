import { proxyFromEnvironment } from '@reeve/client';
import { expect, test } from 'vitest';

const HTTPS_PROXY = 'http://proxy:3128';

test.each([
  ['https://api.example.com:6443', { HTTPS_PROXY }, HTTPS_PROXY],
  ['https://api.example.com:6443', { https_proxy: 'proxy:3128' }, HTTPS_PROXY],
  ['http://api.example.com', { HTTPS_PROXY }, undefined],
  ['http://api.example.com', { HTTP_PROXY: HTTPS_PROXY }, HTTPS_PROXY],
  ['https://127.0.0.1:6443', { HTTPS_PROXY }, undefined],
  ['https://[::1]:6443', { HTTPS_PROXY }, undefined],
  ['https://localhost:6443', { HTTPS_PROXY }, undefined],
  ['https://api.example.com', { HTTPS_PROXY, NO_PROXY: 'example.com' }, undefined],
  ['https://example.com', { HTTPS_PROXY, NO_PROXY: '.example.com' }, HTTPS_PROXY],
  ['https://api.example.com', { HTTPS_PROXY, NO_PROXY: '*.example.com' }, undefined],
  ['https://badexample.com', { HTTPS_PROXY, NO_PROXY: 'example.com' }, HTTPS_PROXY],
  ['https://api.example.com:6443', { HTTPS_PROXY, NO_PROXY: 'example.com:6443' }, undefined],
  ['https://api.example.com:443', { HTTPS_PROXY, NO_PROXY: 'example.com:6443' }, HTTPS_PROXY],
  ['https://10.1.2.3', { HTTPS_PROXY, NO_PROXY: 'a, 10.0.0.0/8' }, undefined],
  ['https://11.1.2.3', { HTTPS_PROXY, NO_PROXY: '10.0.0.0/8' }, HTTPS_PROXY],
  ['https://10.1.2.3', { HTTPS_PROXY, NO_PROXY: '10.1.2.3' }, undefined],
  ['https://[fd00:1::2]', { HTTPS_PROXY, NO_PROXY: 'fd00::/8' }, undefined],
  ['https://[fd00:1::2]', { HTTPS_PROXY, NO_PROXY: 'fd00:1:0::2' }, undefined],
  ['https://[::ffff:10.1.2.3]', { HTTPS_PROXY, NO_PROXY: '10.0.0.0/8' }, undefined],
  ['https://10.1.2.3', { HTTPS_PROXY, NO_PROXY: '::ffff:10.1.2.3' }, undefined],
  ['https://10.1.2.3', { HTTPS_PROXY, NO_PROXY: '010.0.0.0/8' }, HTTPS_PROXY],
  ['https://10.1.2.3', { HTTPS_PROXY, NO_PROXY: '010.1.2.3' }, HTTPS_PROXY],
  ['https://api.example.com', { HTTPS_PROXY, NO_PROXY: '*' }, undefined],
  ['https://api.example.com', {}, undefined],
])('the way to %s with %o leads through %s', (server, env, proxy) => {
  expect(proxyFromEnvironment(server, env)).toBe(proxy);
});

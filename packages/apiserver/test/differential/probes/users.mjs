/**
 * Who asks: tokens of service accounts, reviews of tokens and of oneself, impersonation, and the documents by which others believe our tokens.
 */
import { get, post, put } from '../../../../../tools/differential/probe.mjs';
import { pod, pods, secrets, serviceAccounts } from '../probe-objects.mjs';

const authentication = '/apis/authentication.k8s.io/v1';
const authorization = '/apis/authorization.k8s.io/v1';
const tokenOf = (/** @type {string} */ name) => `${serviceAccounts}/${name}/token`;

const bot = post(serviceAccounts, { metadata: { name: 'bot' } }, { quiet: true });
const secret = post(secrets, { metadata: { name: 'held' }, stringData: { a: 'b' } }, { quiet: true, as: 'secret' });

/** @param {Record<string, string>} headers */
const whoami = (headers) =>
  post(`${authentication}/selfsubjectreviews`, {}, { headers, pick: ['kind', 'status', 'message', 'reason', 'code'] });

/** @param {unknown} body */
const review = (body, options = {}) =>
  post(`${authentication}/tokenreviews`, body, {
    pick: ['kind', 'apiVersion', 'status', 'message', 'reason', 'code'],
    ...options,
  });

/** A request for a token, of whose answer everything but the token counts. */
const asked = {
  pick: [
    'kind',
    'apiVersion',
    'metadata',
    'spec',
    'status.expirationTimestamp',
    'message',
    'details',
    'reason',
    'code',
  ],
};

/** @param {Record<string, unknown>} reference */
const boundTo = (reference) => post(tokenOf('bot'), { spec: { boundObjectRef: reference } }, asked);

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'a token for a service account · S5',
    steps: [
      bot,
      post(tokenOf('bot'), {}, asked),
      post(tokenOf('bot'), { spec: { audiences: ['a', 'b'], expirationSeconds: 600 } }, asked),
      post(tokenOf('bot'), { metadata: { name: 'bot' }, spec: {} }, asked),
      post(`${tokenOf('bot')}?dryRun=All`, {}, asked),
      post(`${tokenOf('bot')}?fieldValidation=Strict`, { spec: { odd: 1 } }, asked),
      post(tokenOf('bot'), { spec: { odd: 1 } }, asked),
    ],
  },
  {
    title: 'requests for tokens that are refused · S5',
    steps: [
      bot,
      post(tokenOf('nobody'), {}),
      post(tokenOf('bot'), { spec: { expirationSeconds: 599 } }),
      post(tokenOf('bot'), { spec: { expirationSeconds: 4294967297 } }),
      post(tokenOf('bot'), { spec: { expirationSeconds: -1 } }),
      post(tokenOf('bot'), { metadata: { name: 'other' } }),
      post(tokenOf('bot'), { metadata: { namespace: 'other' } }),
      post(tokenOf('bot'), { metadata: { uid: 'other' } }),
      post(tokenOf('bot'), { apiVersion: 'v1', kind: 'Pod' }),
      get(tokenOf('bot')),
      put(tokenOf('bot'), {}),
    ],
  },
  {
    title: 'a token is bound to what is there · S5',
    steps: [
      bot,
      secret,
      post(pods, pod('worker', { serviceAccountName: 'bot' }), { quiet: true, as: 'pod' }),
      post(pods, pod('stranger', { serviceAccountName: 'other' }), { quiet: true }),
      boundTo({ kind: 'Secret', apiVersion: 'v1', name: 'held' }),
      boundTo({ kind: 'Secret', apiVersion: 'v1', name: 'held', uid: '<secret.metadata.uid>' }),
      boundTo({ kind: 'Secret', apiVersion: 'v1', name: 'held', uid: 'other' }),
      boundTo({ kind: 'Secret', apiVersion: 'v1', name: 'missing' }),
      boundTo({ kind: 'Pod', apiVersion: 'v1', name: 'worker', uid: '<pod.metadata.uid>' }),
      boundTo({ kind: 'Pod', apiVersion: 'v1', name: 'stranger' }),
      boundTo({ kind: 'Pod', apiVersion: 'v1', name: 'missing' }),
      boundTo({ kind: 'Node', apiVersion: 'v1', name: 'missing' }),
      boundTo({ kind: 'ConfigMap', apiVersion: 'v1', name: 'missing' }),
      boundTo({ kind: 'Pod', apiVersion: 'apps/v1', name: 'worker' }),
      boundTo({}),
    ],
  },
  {
    title: 'a token is reviewed for the audiences it has · U6 reviews · U3',
    steps: [
      bot,
      post(tokenOf('bot'), {}, { as: 'own', quiet: true }),
      post(tokenOf('bot'), { spec: { audiences: ['a', 'b'] } }, { as: 'foreign', quiet: true }),
      review({ spec: { token: '<own.status.token>' } }),
      review({ spec: { token: '<own.status.token>', audiences: ['nobody'] } }),
      review({ spec: { token: '<foreign.status.token>' } }),
      review({ spec: { token: '<foreign.status.token>', audiences: ['b', 'c'] } }),
      review({ spec: { token: '<own.status.token>x' } }),
      review({ spec: { token: 'nothing' } }),
      review({ spec: { token: 'a.b.c' } }),
      review({ spec: { token: '' } }),
      review({}),
      get(`${authentication}/tokenreviews`),
    ],
  },
  {
    title: 'somebody can act as another · U5',
    steps: [
      whoami({ 'impersonate-user': 'jane' }),
      whoami({ 'impersonate-user': 'jane', 'impersonate-group': 'crew', 'impersonate-uid': '42' }),
      whoami({
        'impersonate-user': 'jane',
        'impersonate-extra-scopes': 'view',
        'impersonate-extra-acme.com%2fproject': 'x',
      }),
      whoami({ 'impersonate-user': 'system:serviceaccount:somewhere:bot' }),
      whoami({ 'impersonate-user': 'system:serviceaccount:somewhere:bot', 'impersonate-group': 'crew' }),
      whoami({ 'impersonate-user': 'system:serviceaccount:incomplete' }),
      whoami({ 'impersonate-user': 'jane', 'impersonate-group': 'system:authenticated' }),
    ],
  },
  {
    title: 'acting as somebody needs a name · U5',
    steps: [
      whoami({ 'impersonate-group': 'crew' }),
      whoami({ 'impersonate-uid': '42' }),
      whoami({ 'impersonate-extra-scopes': 'view' }),
    ],
  },
  {
    title: 'the documents by which tokens are believed · U3',
    fresh: true,
    steps: [
      get('/.well-known/openid-configuration', {
        show: ['content-type', 'cache-control'],
        pick: [
          'issuer',
          'response_types_supported',
          'subject_types_supported',
          'id_token_signing_alg_values_supported',
        ],
      }),
      get('/openid/v1/jwks', {
        headers: { accept: 'application/jwk-set+json' },
        show: ['content-type', 'cache-control'],
        pick: ['keys.0.use', 'keys.0.kty', 'keys.0.crv', 'keys.0.alg'],
      }),
      get('/openid/v1/jwks'),
      get('/.well-known/openid-configuration', { headers: { accept: 'text/html' } }),
    ],
  },
  {
    title: 'what a review of access must say · Z3',
    steps: [
      post(
        `${authorization}/selfsubjectaccessreviews`,
        { metadata: { namespace: 'x' }, spec: { nonResourceAttributes: { path: '/', verb: 'get' } } },
        { pick: ['reason', 'code', 'details.causes.0.field'] },
      ),
      post(`${authorization}/subjectaccessreviews`, { spec: {} }),
      post(`${authorization}/subjectaccessreviews`, { spec: { user: 'jane' } }),
      post(`${authorization}/namespaces/<ns>/localsubjectaccessreviews`, {
        spec: { user: 'jane', nonResourceAttributes: { path: '/', verb: 'get' } },
      }),
      post(`${authorization}/namespaces/<ns>/localsubjectaccessreviews`, {
        metadata: { namespace: 'other' },
        spec: { user: 'jane', resourceAttributes: { namespace: 'other', verb: 'get', resource: 'pods' } },
      }),
    ],
  },
  {
    title: 'a review of access may say which objects · Z3',
    steps: [
      {
        fieldSelector: { rawSelector: 'a=b' },
        labelSelector: { requirements: [{ key: 'a', operator: 'In', values: ['b'] }] },
      },
      { fieldSelector: { requirements: [{ key: 'metadata.name', operator: 'In', values: ['b'] }] } },
      { fieldSelector: { rawSelector: 'a=b', requirements: [{ key: 'x', operator: 'Odd' }] }, labelSelector: {} },
      {
        fieldSelector: {
          requirements: [
            { key: '', operator: 'In' },
            { key: 'a', operator: 'Exists', values: ['x'] },
          ],
        },
      },
      {
        labelSelector: {
          requirements: [
            { key: '', operator: 'In' },
            { key: 'a', operator: 'Exists', values: ['x'] },
            { key: 'a b', operator: 'NotIn', values: ['x', 'y z'] },
          ],
        },
      },
    ].map((selectors) =>
      post(
        `${authorization}/selfsubjectaccessreviews`,
        { spec: { resourceAttributes: { namespace: '<ns>', verb: 'list', resource: 'pods', ...selectors } } },
        { pick: ['kind', 'spec', 'status', 'message', 'details', 'reason', 'code'] },
      ),
    ),
  },
  {
    title: 'what a review is about is checked like any body · Z3 · E4',
    steps: [
      post(`${authorization}/selfsubjectaccessreviews?fieldValidation=Strict`, { spec: { odd: 1 } }),
      post(`${authorization}/selfsubjectaccessreviews`, { apiVersion: 'v1', kind: 'Pod' }),
      post(`${authorization}/selfsubjectrulesreviews`, {}),
    ],
  },
];

import { describe, expect, test } from 'vitest';
import { defineTokenReview, tokenReviewEndpoint } from '@reeve/webhook';
import type { AuthenticatedUser, TokenReviewContext } from '@reeve/webhook';
import { handlerOf, send } from '../reviews.ts';

type Authenticate = (
  token: string,
  context: TokenReviewContext,
) => AuthenticatedUser | undefined | Promise<AuthenticatedUser | undefined>;

const review = (spec: unknown, apiVersion = 'authentication.k8s.io/v1') => ({
  kind: 'TokenReview',
  apiVersion,
  metadata: { uid: 'u1', name: 'x' },
  spec,
});

async function ask(authenticate: Authenticate, sent: object = review({ token: 'secret' })) {
  const { status, body } = await send(handlerOf(tokenReviewEndpoint(defineTokenReview({ authenticate }))), sent);
  return { httpStatus: status, ...JSON.parse(body) };
}

const anna = { username: 'anna', uid: '1', groups: ['dev'], extra: { team: ['a'] } };

describe('a token review', () => {
  test('tells whose a token is, with the metadata of the request, and never sends the token back · CR-111 authenticated', async () => {
    expect(await ask((token) => (token === 'secret' ? anna : undefined))).toEqual({
      httpStatus: 200,
      kind: 'TokenReview',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: { uid: 'u1', name: 'x' },
      status: { authenticated: true, user: anna },
    });
  });

  test('tells that a token is nobody’s · CR-111 unauthenticated', async () => {
    expect((await ask(() => undefined)).status).toEqual({ authenticated: false });
  });

  test('tells why a token could not be reviewed · CR-111 errored', async () => {
    const failing = () => Promise.reject(new Error('the directory is down'));
    expect((await ask(failing)).status).toEqual({ authenticated: false, error: 'the directory is down' });
  });

  test('refuses an empty token · CR-111 bodies', async () => {
    for (const spec of [{}, { token: '' }, undefined])
      expect(await ask(() => anna, review(spec))).toMatchObject({ httpStatus: 400, status: { authenticated: false } });
  });

  test('answers in the version of the review', async () => {
    const version = 'authentication.k8s.io/v1beta1';
    expect(await ask(() => anna, review({ token: 'x' }, version))).toMatchObject({ apiVersion: version });
    expect(await ask(() => anna, review({ token: 'x' }, 'authentication.k8s.io/v9'))).toMatchObject({
      httpStatus: 400,
    });
  });

  test('is for the audiences that both sides name', async () => {
    const asked = review({ token: 'x', audiences: ['a', 'b'] });
    expect((await ask(() => anna, asked)).status.audiences).toEqual(['a', 'b']);
    expect((await ask(() => ({ ...anna, audiences: ['b', 'c'] }), asked)).status).toMatchObject({
      authenticated: true,
      audiences: ['b'],
    });
    expect((await ask(() => ({ ...anna, audiences: ['c'] }), asked)).status).toEqual({
      authenticated: false,
      error: 'the token is for other audiences',
    });
  });

  test('refuses a user without a name', async () => {
    expect((await ask(() => ({ username: '' }))).status).toMatchObject({ authenticated: false });
  });
});

import { describe, expect, test } from 'vitest';
import { authorizerEndpoint, defineAuthorizer } from '@reeve/webhook';
import type { AccessReview, Verdict } from '@reeve/webhook';
import { handlerOf, send } from '../reviews.ts';

const review = (spec: unknown, apiVersion = 'authorization.k8s.io/v1') => ({
  kind: 'SubjectAccessReview',
  apiVersion,
  spec,
});
const spec = {
  user: 'anna',
  groups: ['dev'],
  extra: { team: ['a'] },
  resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'shop' },
};

async function ask(authorize: (review: AccessReview) => Verdict | Promise<Verdict>, sent: object = review(spec)) {
  const { status, body } = await send(handlerOf(authorizerEndpoint(defineAuthorizer({ authorize }))), sent);
  return { httpStatus: status, ...JSON.parse(body) };
}

describe('an authorizer', () => {
  test.each([
    ['allow', { allowed: true }],
    ['deny', { allowed: false, denied: true }],
    ['no opinion', { allowed: false }],
    [
      { decision: 'deny', reason: 'not in the team' },
      { allowed: false, denied: true, reason: 'not in the team' },
    ],
    [
      { decision: 'allow', reason: 'owns it' },
      { allowed: true, reason: 'owns it' },
    ],
  ] as const)('that says %j is understood by the server', async (verdict, status) => {
    expect(await ask(() => verdict)).toEqual({
      httpStatus: 200,
      kind: 'SubjectAccessReview',
      apiVersion: 'authorization.k8s.io/v1',
      metadata: {},
      spec,
      status,
    });
  });

  test('sees who wants to do what, with resources and with other paths', async () => {
    const seen: AccessReview[] = [];
    const note = (one: AccessReview): Verdict => (seen.push(one), 'allow');
    await ask(note);
    await ask(
      note,
      review(
        { user: 'bob', group: ['ops'], nonResourceAttributes: { verb: 'get', path: '/metrics' } },
        'authorization.k8s.io/v1beta1',
      ),
    );
    expect(seen).toEqual([
      { user: 'anna', groups: ['dev'], extra: { team: ['a'] }, resource: spec.resourceAttributes },
      { user: 'bob', groups: ['ops'], extra: {}, nonResource: { verb: 'get', path: '/metrics' } },
    ]);
  });

  test('that throws has no opinion, and the server hears why', async () => {
    const failing = () => Promise.reject(new Error('the table is locked'));
    expect((await ask(failing)).status).toEqual({ allowed: false, evaluationError: 'the table is locked' });
  });

  test('that answers nonsense allows nothing', async () => {
    for (const answer of [undefined, true, 'yes', { decision: 'maybe' }])
      expect((await ask(() => answer as never)).status).toMatchObject({
        allowed: false,
        evaluationError: expect.any(String),
      });
  });

  test('refuses reviews about nothing', async () => {
    for (const sent of [
      review({ user: 'anna' }),
      review(undefined),
      review(spec, 'v1'),
      review({ ...spec, groups: 'x' }),
    ])
      expect((await ask(() => 'allow', sent)).httpStatus).toBe(400);
  });
});

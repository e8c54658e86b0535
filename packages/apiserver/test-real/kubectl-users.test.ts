/**
 * Who kubectl is, and as whom it acts: tokens of service accounts, `auth whoami`, `--as`, and what one may do.
 */
import { describe, expect, inject, test } from 'vitest';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { settledText } from './kubectl.ts';
import { KubectlWalk } from './kubectl-walk.ts';

const real: ProvidedCluster | null = inject('realCluster');

describe.runIf(real?.assets)('kubectl and its users', () => {
  const walk = new KubectlWalk(real as ProvidedCluster);
  const prints = walk.prints.bind(walk);
  const complains = walk.complains.bind(walk);

  test('gets a token for a service account, and is that account with it · S5 · U3', async () => {
    await prints('create serviceaccount robot');
    const tokens = await Promise.all(
      [walk.onReal, walk.onOurs].map((kubectl) => kubectl.run(['create', 'token', 'robot', '--duration=1h'])),
    );
    const claims = tokens.map(({ stdout }) => settledClaims(stdout));
    expect(claims[1]).toEqual(claims[0]);
    const seen = await Promise.all(
      [walk.onReal, walk.onOurs].map(async (kubectl, index) => {
        const token = tokens[index]?.stdout.trim() ?? '';
        using withToken = kubectl.withToken(token);
        return settledText((await withToken.run(['auth', 'whoami', '-o', 'yaml'])).stdout);
      }),
    );
    expect(seen[1]).toBe(seen[0]);
    expect(seen[1]).toContain(`username: system:serviceaccount:${walk.namespace}:robot`);
  });

  test('is told what is wrong with a request for a token · S5', async () => {
    await prints('create serviceaccount robot');
    expect(await complains('create token robot --duration=5s')).toContain('less than 10 minutes');
    expect(await complains('create token nobody')).toContain('serviceaccounts "nobody" not found');
    expect(await complains('create token robot --bound-object-kind=Secret --bound-object-name=nothing')).toContain(
      'secrets "nothing" not found',
    );
  });

  test('acts as somebody else, and sees it · U5', async () => {
    expect(await prints('auth whoami --as=jane --as-group=crew --as-group=cooks --as-uid=42')).toMatch(
      /Username jane\nUID 42\nGroups \[crew cooks system:authenticated\]/,
    );
    expect(
      await prints('auth whoami --as=system:serviceaccount:default:robot -o jsonpath={.status.userInfo.groups}'),
    ).toBe('["system:serviceaccounts","system:serviceaccounts:default","system:authenticated"]');
  });

  test('asks what it may do, for itself and in other forms · Z3', async () => {
    expect(await prints('auth can-i create pods')).toBe('yes\n');
    expect(await prints('auth can-i delete secrets --quiet')).toBe('');
    expect(await prints('auth can-i get pods --subresource=log')).toBe('yes\n');
    expect(await prints('auth can-i get /healthz')).toBe('yes\n');
    expect(await prints('auth can-i list pods --as=jane --as-group=system:masters')).toBe('yes\n');
    expect((await walk.onOurs.run(['auth', 'can-i', '--list'])).stdout).toContain('*.*');
  });
});

/** What a token says, without what differs from token to token. */
function settledClaims(token: string): unknown {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
  const lifetime = Number(claims['exp']) - Number(claims['iat']);
  return JSON.parse(settledText(JSON.stringify({ ...claims, exp: lifetime, iat: 0, nbf: 0, jti: '' })));
}

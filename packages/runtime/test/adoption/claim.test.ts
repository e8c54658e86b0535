import { expect, test } from 'vitest';
import { controllerReference } from '@reeve/machinery';
import type { OwnerReference } from '@reeve/machinery';
import { claim } from '@reeve/runtime';

const site = (name: string, more: object = {}) => ({
  apiVersion: 'web.example.com/v1',
  kind: 'Website',
  metadata: { namespace: 'default', name, uid: `uid-${name}`, ...more },
});

const pod = (name: string, owners: OwnerReference[] = [], more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'default', name, ownerReferences: owners, ...more },
});

const [blog, shop] = [site('blog'), site('shop')];
const ownedBy = (owner: typeof blog) => [controllerReference(owner)];
const claimed = (owner: typeof blog, ...objects: ReturnType<typeof pod>[]) =>
  claim({ owner, ownerScope: 'Namespaced', objects, selects: ({ metadata }) => metadata.name.startsWith('web') });

test('an owner keeps what it selects, adopts orphans and releases the rest', () => {
  const other: OwnerReference = { apiVersion: 'v1', kind: 'Node', name: 'n1', uid: 'n1' };
  const { kept, adopted, released } = claimed(
    blog,
    pod('web-own', ownedBy(blog)),
    pod('web-orphan', [other]),
    pod('db-own', [...ownedBy(blog), other]),
    pod('db-orphan'),
    pod('web-of-shop', ownedBy(shop)),
  );
  expect(kept.map(({ metadata }) => metadata.name)).toEqual(['web-own']);
  expect(adopted).toMatchObject([{ metadata: { name: 'web-orphan', ownerReferences: [other, ...ownedBy(blog)] } }]);
  expect(released).toMatchObject([{ metadata: { name: 'db-own', ownerReferences: [other] } }]);
});

test('what is being deleted is not adopted, and who is being deleted adopts and releases nothing', () => {
  const leaving = { deletionTimestamp: '2026-01-01T00:00:00Z' };
  expect(claimed(blog, pod('web-orphan', [], leaving)).adopted).toEqual([]);
  const going = site('blog', leaving);
  expect(claimed(going, pod('web-orphan'), pod('db-own', ownedBy(blog)), pod('web-own', ownedBy(blog)))).toMatchObject({
    kept: [{ metadata: { name: 'web-own' } }],
    adopted: [],
    released: [],
  });
});

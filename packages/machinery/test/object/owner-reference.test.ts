import {
  appendOwnerReference,
  controllerOf,
  controllerReference,
  isControlledBy,
  isOwnedBy,
  isSameOwner,
  ownerReference,
  removeOwnerReference,
} from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

const site = {
  apiVersion: 'web.example.com/v1',
  kind: 'Website',
  metadata: { name: 'blog', namespace: 'default', uid: 'u-1' },
};
const other = { ...site, metadata: { ...site.metadata, name: 'shop', uid: 'u-2' } };
const recreated = { ...site, metadata: { ...site.metadata, uid: 'u-9' } };

const plain = ownerReference(site);
const controlling = controllerReference(site);

describe('making references', () => {
  test('a plain one says who the owner is', () => {
    expect(plain).toEqual({ apiVersion: 'web.example.com/v1', kind: 'Website', name: 'blog', uid: 'u-1' });
    expect(ownerReference(site, { blockOwnerDeletion: true }).blockOwnerDeletion).toBe(true);
  });

  test('a controlling one also blocks the deletion of the owner, unless told not to', () => {
    expect(controlling).toEqual({ ...plain, controller: true, blockOwnerDeletion: true });
    expect(controllerReference(site, { blockOwnerDeletion: false }).blockOwnerDeletion).toBe(false);
  });

  test('an owner that was never created cannot be referred to', () => {
    const unborn = { ...site, metadata: { name: 'blog' } };
    expect(() => ownerReference(unborn)).toThrow('Website blog cannot own anything: it has no metadata.uid');
    expect(() => controllerReference(unborn)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
  });
});

test.each([
  ['another version of the group', { ...plain, apiVersion: 'web.example.com/v2' }, true],
  ['another life of the name', { ...plain, uid: 'u-9' }, true],
  ['another group', { ...plain, apiVersion: 'example.com/v1' }, false],
  ['the core group', { ...plain, apiVersion: 'v1' }, false],
  ['another kind', { ...plain, kind: 'Site' }, false],
  ['another name', { ...plain, name: 'shop' }, false],
])('the same owner or not: %s', (_, reference, expected) => {
  expect(isSameOwner(plain, reference)).toBe(expected);
});

describe('adding', () => {
  const owned = Object.freeze({
    metadata: Object.freeze({ name: 'c', ownerReferences: Object.freeze([ownerReference(other), plain]) }),
  });

  test('puts a new owner last, in a copy', () => {
    const before = Object.freeze({ metadata: Object.freeze({ name: 'c' }), spec: Object.freeze({}) });

    const after = appendOwnerReference(appendOwnerReference(before, plain), ownerReference(other));

    expect(after).toEqual({ metadata: { name: 'c', ownerReferences: [plain, ownerReference(other)] }, spec: {} });
    expect(after.spec).toBe(before.spec);
  });

  test('does not repeat an owner', () => {
    expect(appendOwnerReference(owned, { ...plain })).toBe(owned);
  });

  test.each([
    ['another version', { ...plain, apiVersion: 'web.example.com/v2' }],
    ['another UID', { ...plain, uid: 'u-9' }],
    ['the controller flag', controlling],
    ['the blocking flag', { ...plain, blockOwnerDeletion: false }],
  ])('updates a known owner in its place: %s', (_, reference) => {
    const after = appendOwnerReference(owned, reference);
    expect(after.metadata.ownerReferences).toEqual([ownerReference(other), reference]);
    expect(owned.metadata.ownerReferences).toEqual([ownerReference(other), plain]);
  });
});

describe('removing', () => {
  test('drops the owner whatever its version and UID', () => {
    const owned = { metadata: { name: 'c', ownerReferences: [plain, ownerReference(other)] } };
    const after = removeOwnerReference(owned, { ...plain, apiVersion: 'web.example.com/v2' });
    expect(after.metadata.ownerReferences).toEqual([ownerReference(other)]);
    expect(removeOwnerReference(after, ownerReference(other))).toEqual({ metadata: { name: 'c' } });
  });

  test('leaves the very same object when there is no such owner', () => {
    const owned = { metadata: { ownerReferences: [plain] } };
    expect(removeOwnerReference(owned, ownerReference(other))).toBe(owned);
  });
});

describe('asking', () => {
  const controlled = { metadata: { ownerReferences: [ownerReference(other), controlling] } };

  test('the controller is the owner with the flag', () => {
    expect(controllerOf(controlled)).toEqual(controlling);
    expect(controllerOf({ metadata: { ownerReferences: [plain, { ...plain, controller: false }] } })).toBeUndefined();
    expect(controllerOf({})).toBeUndefined();
  });

  test('control is told by UID, not by name', () => {
    expect(isControlledBy(controlled, site)).toBe(true);
    expect(isControlledBy(controlled, recreated)).toBe(false);
    expect(isControlledBy(controlled, other)).toBe(false);
  });

  test('ownership is told by UID, of any owner', () => {
    expect(isOwnedBy(controlled, site)).toBe(true);
    expect(isOwnedBy(controlled, other)).toBe(true);
    expect(isOwnedBy(controlled, recreated)).toBe(false);
  });

  test('an owner without a UID owns nothing, not even objects without owners', () => {
    const unborn = { metadata: { name: 'blog' } };
    expect(isControlledBy({}, unborn)).toBe(false);
    expect(isOwnedBy({ metadata: { ownerReferences: [{ ...plain, uid: '' }] } }, { metadata: { uid: '' } })).toBe(
      false,
    );
  });
});

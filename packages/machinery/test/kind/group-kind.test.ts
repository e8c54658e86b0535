import {
  formatGroupKind,
  formatGvk,
  formatKindArg,
  gvkOf,
  parseGroupKind,
  parseKindArg,
  sameGvk,
} from '@reeve/machinery';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

test.each([
  [
    'Deployment.v1.apps',
    { group: 'apps', version: 'v1', kind: 'Deployment' },
    { group: 'v1.apps', kind: 'Deployment' },
  ],
  [
    'Role.v1.rbac.example.com',
    { group: 'rbac.example.com', version: 'v1', kind: 'Role' },
    { group: 'v1.rbac.example.com', kind: 'Role' },
  ],
  ['Pod.v1.', { group: '', version: 'v1', kind: 'Pod' }, { group: 'v1.', kind: 'Pod' }],
  ['Deployment.apps', undefined, { group: 'apps', kind: 'Deployment' }],
  ['Pod', undefined, { group: '', kind: 'Pod' }],
  ['', undefined, { group: '', kind: '' }],
])('the argument "%s" is read both ways', (text, gvk, groupKind) => {
  expect(parseKindArg(text)).toEqual({ gvk, groupKind });
  expect(parseGroupKind(text)).toEqual(groupKind);
});

test('kinds are printed as Kubernetes prints them', () => {
  const deployment = gvkOf('apps/v1', 'Deployment');
  const pod = gvkOf('v1', 'Pod');
  expect([formatGvk(deployment), formatGvk(pod)]).toEqual(['apps/v1, Kind=Deployment', '/v1, Kind=Pod']);
  expect([formatGroupKind(deployment), formatGroupKind(pod)]).toEqual(['Deployment.apps', 'Pod']);
  expect([formatKindArg(deployment), formatKindArg(pod)]).toEqual(['Deployment.v1.apps', 'Pod.v1.']);
});

test.each([
  ['v1', 'Pod', true],
  ['v2', 'Pod', false],
  ['apps/v1', 'Pod', false],
  ['v1', 'Node', false],
])('Pod of v1 is the same kind as %s %s: %s', (apiVersion, kind, expected) => {
  expect(sameGvk(gvkOf('v1', 'Pod'), gvkOf(apiVersion, kind))).toBe(expected);
});

const label = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,8}$/);
const group = fc.array(label, { maxLength: 3 }).map((labels) => labels.join('.'));

test('every kind comes back from its argument', () => {
  fc.assert(
    fc.property(group, label, label, (of, version, kind) => {
      const gvk = { group: of, version, kind };
      expect(parseKindArg(formatKindArg(gvk)).gvk).toEqual(gvk);
      expect(parseGroupKind(formatGroupKind(gvk))).toEqual({ group: of, kind });
    }),
    { seed: 42, numRuns: 300 },
  );
});

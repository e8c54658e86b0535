import {
  formatGroupResource,
  formatGvr,
  formatResourceArg,
  parseGroupResource,
  parseResourceArg,
} from '@reeve/machinery';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

test.each([
  [
    'deployments.v1.apps',
    { group: 'apps', version: 'v1', resource: 'deployments' },
    { group: 'v1.apps', resource: 'deployments' },
  ],
  ['pods.v1.', { group: '', version: 'v1', resource: 'pods' }, { group: 'v1.', resource: 'pods' }],
  ['deployments.apps', undefined, { group: 'apps', resource: 'deployments' }],
  ['pods', undefined, { group: '', resource: 'pods' }],
])('the argument "%s" is read both ways', (text, gvr, groupResource) => {
  expect(parseResourceArg(text)).toEqual({ gvr, groupResource });
  expect(parseGroupResource(text)).toEqual(groupResource);
});

test('resources are printed as Kubernetes prints them', () => {
  const deployments = { group: 'apps', version: 'v1', resource: 'deployments' };
  const pods = { group: '', version: 'v1', resource: 'pods' };
  expect([formatGvr(deployments), formatGvr(pods)]).toEqual(['apps/v1, Resource=deployments', '/v1, Resource=pods']);
  expect([formatGroupResource(deployments), formatGroupResource(pods)]).toEqual(['deployments.apps', 'pods']);
  expect([formatResourceArg(deployments), formatResourceArg(pods)]).toEqual(['deployments.v1.apps', 'pods.v1.']);
});

const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
const group = fc.array(label, { maxLength: 3 }).map((labels) => labels.join('.'));

test('every resource comes back from its argument', () => {
  fc.assert(
    fc.property(group, label, label, (of, version, resource) => {
      const gvr = { group: of, version, resource };
      expect(parseResourceArg(formatResourceArg(gvr)).gvr).toEqual(gvr);
      expect(parseGroupResource(formatGroupResource(gvr))).toEqual({ group: of, resource });
    }),
    { seed: 42, numRuns: 300 },
  );
});

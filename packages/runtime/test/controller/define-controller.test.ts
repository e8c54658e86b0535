import { expect, test } from 'vitest';
import { Deployment } from '@reeve/kinds/apps/v1';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { defineController, index, watch } from '@reeve/runtime';
import { Website } from '../manager/website.ts';

const reconcile = () => undefined;

test.each([
  ['no kind', { reconcile }],
  ['no kind of its own, and one that it owns', { owns: [Deployment], reconcile }],
  ['two kinds of its own', { for: [Website, Deployment], reconcile }],
])('a controller with %s is refused · CR-42', (_, definition) => {
  expect(() => defineController(definition as never)).toThrow(/a controller is for a kind/);
});

test('a controller for what is no kind is refused, as no name follows from it · CR-43', () => {
  expect(() => defineController({ for: { group: 'web.example.com' }, reconcile } as never)).toThrow(
    /a controller is for a kind/,
  );
});

test('a watch by an index of another kind than its own is refused', () => {
  const byDeployment = index(Deployment, 'spec.theme', () => []);
  expect(() => defineController({ for: Website, watches: [watch(ConfigMap, byDeployment)], reconcile })).toThrow(
    'is woken by an index of Deployment: index the field spec.theme of Website',
  );
});

test.each([
  ['timeoutMs', 'did you mean reconcileTimeoutMs?'],
  ['maxConcurent', 'did you mean maxConcurrent?'],
  ['finalizers', 'there are name, for, presence'],
])('an option %s that nobody reads is refused', (option, advice) => {
  expect(() => defineController({ for: Website, reconcile, [option]: 1 })).toThrow(
    `a controller has no option ${option}: ${advice}`,
  );
});

test('a definition cannot be changed once it is made', () => {
  expect(Object.isFrozen(defineController({ for: Website, reconcile }))).toBe(true);
});

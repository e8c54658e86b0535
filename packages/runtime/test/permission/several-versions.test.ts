import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource } from '@reeve/define';
import { controllerNeeds, defineController } from '@reeve/runtime';

test('the controller of a definition with several versions needs to patch its objects, to move the owners of their fields', () => {
  const v1 = { spec: z.object({ replicas: z.int().optional() }) };
  const options = { group: 'shop.example.com', kind: 'Shop' } as const;
  const patches = (kind: ReturnType<typeof defineResource>): boolean =>
    controllerNeeds(defineController({ for: kind, reconcile: () => undefined })).some(
      (need) => 'kind' in need && need.kind === kind && !('subresource' in need) && need.verbs.includes('patch'),
    );
  expect(patches(defineResource({ ...options, versions: { v1, v2: { ...v1, storage: true } } }))).toBe(true);
  expect(patches(defineResource({ ...options, version: 'v1', ...v1 }))).toBe(false);
});

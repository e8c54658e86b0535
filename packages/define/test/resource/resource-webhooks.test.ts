import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource } from '@reeve/define';
import { Several, Single } from './resource-webhooks.types.ts';

const options = { group: 'batch.example.com', kind: 'CronJob' } as const;
const spec = z.object({ schedule: z.string() });

describe('the webhooks of a resource', () => {
  test('are carried by its definition, in every version', () => {
    expect(Object.keys(Single.webhooks ?? {}).toSorted()).toEqual(['conversions', 'default', 'hub', 'validate']);
    expect(Several.webhooks).toMatchObject({ hub: 'v1', conversions: { v2: { lossless: true } } });
    expect(Several.at('v2').webhooks).toBe(Several.webhooks);
  });

  test('are none where there are no functions, and are no part of the definition that a server takes', () => {
    expect(defineResource({ ...options, version: 'v1', spec }).webhooks).toBeUndefined();
    expect(JSON.stringify(Several.crd)).not.toMatch(/lossless|from/);
  });

  test('leave local defaults and validation as they are', () => {
    expect(Single.default({ metadata: { name: 'blog' } }).spec.image).toBe('nginx');
  });

  const from = () => ({ spec: { schedule: '' } });
  const to = () => ({ spec: { schedule: '' } });
  test.each([
    [
      'half a conversion',
      { v1: { spec, storage: true }, v2: { spec, from } },
      undefined,
      /versions.v2: it needs from and to, as other versions convert through v1/,
    ],
    [
      'a conversion of the hub',
      { v1: { spec, storage: true, from, to }, v2: { spec, from, to } },
      undefined,
      /versions.v1: it is the hub, and has from or to/,
    ],
    [
      'a version without conversion',
      { v1: { spec, storage: true }, v2: { spec, from, to }, v3: { spec } },
      undefined,
      /versions.v3: it needs from and to/,
    ],
    ['an unknown hub', { v1: { spec, storage: true }, v2: { spec, from, to } }, 'v9', /hub: there is no version v9/],
  ])('with %s are refused when the resource is defined', (_, versions, hub, reason) => {
    expect(() => defineResource({ ...options, versions, ...(hub && { hub }) } as never)).toThrow(reason);
  });

  test('may convert through another version than the one that is stored', () => {
    const resource = defineResource({
      ...options,
      hub: 'v2',
      versions: {
        v1: { spec, storage: true, from: ({ spec: { schedule } }) => ({ spec: { schedule } }), to },
        v2: { spec },
      },
    });
    expect([resource.version, resource.webhooks?.hub]).toEqual(['v1', 'v2']);
  });
});

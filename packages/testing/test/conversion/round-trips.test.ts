import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource } from '@reeve/define';
import { RoundTripError, roundTrips } from '@reeve/testing';

const backup = (lossless: boolean) =>
  defineResource({
    group: 'backup.example.com',
    kind: 'Backup',
    versions: {
      v1: {
        storage: true,
        spec: z.object({
          keepDays: z.int().min(1).max(400),
          bucket: z.string().min(1),
          mode: z.enum(['full', 'changes']).optional(),
          tags: z.array(z.string()).max(3).optional(),
          zone: z.string().optional(),
        }),
      },
      v2: {
        spec: z.object({
          keep: z.object({ days: z.int().min(1).max(400) }),
          bucket: z.string().min(1),
          mode: z.enum(['full', 'changes']).optional(),
          tags: z.array(z.string()).max(3).optional(),
        }),
        lossless,
        from: ({ spec: { keepDays, zone: _zone, ...rest } }) => ({ spec: { ...rest, keep: { days: keepDays } } }),
        to: ({ spec: { keep, ...rest } }) => ({ spec: { ...rest, keepDays: keep.days } }),
      },
    },
  });

test('conversions that lose nothing pass, with many objects of every version', () => {
  expect(roundTrips(backup(true), { runs: 100, seed: 29 })).toBeGreaterThan(150);
});

test('a field that a version cannot say is found, with the object', () => {
  const run = (): number => roundTrips(backup(false), { seed: 29 });
  expect(run).toThrow(RoundTripError);
  expect(run).toThrow(/a Backup that goes from v1 to v2 comes back as another one \(seed 29\).*"zone"/);
});

test('a resource without conversions is a mistake', () => {
  const one = defineResource({ group: 'x.example.com', version: 'v1', kind: 'One', spec: z.object({ a: z.int() }) });
  expect(() => roundTrips(one as never)).toThrow(/has no conversions/);
});

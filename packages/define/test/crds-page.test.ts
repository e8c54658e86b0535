/** The programs in docs/crds.md that stand by themselves are run, and give what the page says of them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource, k } from '@reeve/define';
import type { ResourceDefinition } from '@reeve/define';

const page = readFileSync(new URL('../../../docs/crds.md', import.meta.url), 'utf8');
const programs = [...page.matchAll(/^```ts\n(.*?)^```$/gmsu)].map(([, code = '']) => code);

/** Runs a program of the page, and gives back what it defines. */
function defined(name: string): ResourceDefinition & { at(version: string): ResourceDefinition } {
  const program = programs.find((code) => code.includes(`export const ${name} =`)) ?? '';
  const body = program.replaceAll(/^import .*$/gmu, '').replaceAll(/^export /gmu, '');
  // eslint-disable-next-line no-implied-eval -- the code is ours, and running it is the point
  return new Function('z', 'k', 'defineResource', `${body}\nreturn ${name};`)(z, k, defineResource) as never;
}

test('one version: names, status, scale and columns · LW-136', () => {
  expect(defined('Website').crd.spec).toMatchObject({
    names: { plural: 'websites', shortNames: ['ws'], categories: ['all'] },
    versions: [
      {
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.ready' },
        },
        additionalPrinterColumns: [
          { name: 'Ready', type: 'integer' },
          { name: 'Image', type: 'string', priority: 1 },
          { name: 'Age', type: 'date' },
        ],
      },
    ],
  });
});

test('several versions: the stored one, and one that is deprecated', () => {
  const Database = defined('Database');
  expect([Database.apiVersion, Database.at('v1beta1').apiVersion]).toEqual([
    'data.example.com/v1',
    'data.example.com/v1beta1',
  ]);
  expect(Database.crd.spec.versions).toMatchObject([
    { name: 'v1', storage: true },
    { name: 'v1beta1', storage: false, deprecated: true, deprecationWarning: 'use v1' },
  ]);
});

test('rules: what the page says of objects and of a definition that is wrong', () => {
  const Machine = defined('Machine');
  const machine = { metadata: { name: 'a' }, spec: { max: 3, zone: 'here' } };
  const said = (spec: object, old?: object): readonly string[] =>
    Machine.validate({ ...machine, spec }, old).map(({ field, body }) => `${field}: ${body}`);
  expect(said(machine.spec)).toEqual([]);
  expect(said({ max: 0 })).toEqual(['spec.min: Invalid value: min must not be above max']);
  expect(said({ max: 3, limits: { cpu: 'much' } })).toEqual([
    'spec.limits[cpu]: Invalid value: "much": much is no quantity',
  ]);
  expect(said({ max: 3, zone: 'there' }, machine)).toEqual([
    'spec.zone: Invalid value: "there": the zone of a machine cannot be changed',
  ]);
  const unique = k.rule('self.all(v, self.exists_one(w, v.name == w.name))');
  const wrong = () =>
    defineResource({
      group: 'example.com',
      version: 'v1',
      kind: 'Machine',
      spec: z
        .object({ min: z.int(), max: z.int(), volumes: z.array(z.object({ name: z.string().max(20) })).meta(unique) })
        .meta(k.rule('self.min <= self.mux')),
    });
  const [, shown = ''] = /^```\n(Machine of example.com cannot.*?)\n```$/msu.exec(page) ?? [];
  expect(wrong).toThrow(shown);
});

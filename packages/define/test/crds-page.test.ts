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

import { describe, expect, test } from 'vitest';
import { resourceFromCrd, typesFromCrd } from '@reeve/define';
import type { CustomResourceDefinition } from '@reeve/define';
import { apis, Website } from '../fixtures/apis.ts';
import { corpus } from '../fixtures/corpus.ts';

describe('a definition of somebody else', () => {
  test('is read from more than twenty definitions', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(20);
  });

  for (const crd of [...corpus, ...Object.values(apis).map((api) => api.crd)]) {
    test(`comes back as it was: ${crd.metadata.name}`, () => {
      expect(resourceFromCrd(crd).crd).toEqual(crd);
    });
  }

  test('is a kind, and does with objects what its server does', () => {
    const [prometheus] = corpus;
    const Prometheus = resourceFromCrd(prometheus as CustomResourceDefinition);
    expect(Prometheus.path({ namespace: 'a', name: 'b' })).toBe(
      '/apis/monitoring.example.com/v1/namespaces/a/prometheuses/b',
    );
    expect(Prometheus.of({ metadata: { name: 'x' }, spec: {} })).toMatchObject({ spec: { replicas: 1 } });
    expect(Prometheus.validate({ metadata: { name: 'x' }, spec: { logLevel: 'loud' } })).toMatchObject([
      { field: 'spec.logLevel' },
    ]);
  });

  test('that is none is refused with what to pass', () => {
    expect(() => resourceFromCrd({ kind: 'Pod' } as unknown as CustomResourceDefinition)).toThrow(
      /kubectl get crd NAME -o json/,
    );
  });
});

describe('types from a definition', () => {
  test('are a module with the type and the kind', () => {
    expect(typesFromCrd(Website.crd)).toBe(`import { defineKind } from '@reeve/machinery';
import type { Kind, ObjectMeta } from '@reeve/machinery';

export interface Website {
  apiVersion?: 'web.example.com/v1';
  kind?: 'Website';
  metadata: ObjectMeta;
  spec: {
    image: string;
    replicas: number;
  };
  status?: {
    ready?: number;
    selector?: string;
    conditions?: {
      type: string;
      status: 'True' | 'False' | 'Unknown';
      reason: string;
      message: string;
      lastTransitionTime: string;
      observedGeneration?: number;
    }[];
  };
}

export const Website: Kind<Website, 'Namespaced', 'status' | 'scale'> = defineKind(${JSON.stringify(
      {
        group: 'web.example.com',
        version: 'v1',
        ...Website.crd.spec.names,
        scope: 'Namespaced',
        subresources: ['status', 'scale'],
      },
      undefined,
      2,
    )});
`);
  });

  test('carry descriptions, nulls, maps, words and fields with unusual names', () => {
    const schema = {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          description: 'Two\nlines */ and an end.',
          properties: {
            'a-b': { type: 'string', nullable: true },
            it: { type: 'string', enum: ["it's", 'x"y'] },
            map: {
              type: 'object',
              additionalProperties: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
            },
            any: { 'x-kubernetes-preserve-unknown-fields': true },
            loose: {
              type: 'object',
              properties: { a: { type: 'number' } },
              'x-kubernetes-preserve-unknown-fields': true,
            },
          },
        },
      },
    };
    const [version] = Website.crd.spec.versions;
    const crd = {
      ...Website.crd,
      spec: { ...Website.crd.spec, versions: [{ ...version, schema: { openAPIV3Schema: schema } }] },
    } as CustomResourceDefinition;
    expect(typesFromCrd(crd)).toContain(`  /**
   * Two
   * lines *\\/ and an end.
   */
  spec?: {
    'a-b'?: string | null;
    it?: 'it\\'s' | 'x"y';
    map?: Record<string, ('a' | 'b')[]>;
    any?: unknown;
    loose?: {
      a?: number;
      [field: string]: unknown;
    };
  };`);
  });

  test('are of the version that is asked for', () => {
    const kafka = corpus.find((crd) => crd.spec.names.kind === 'KafkaTopic') as CustomResourceDefinition;
    expect(typesFromCrd(kafka, 'v1beta1')).toContain("apiVersion?: 'kafka.example.io/v1beta1'");
    expect(() => typesFromCrd(kafka, 'v9')).toThrow(/the versions are v1beta2, v1beta1/);
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Service } from '@reeve/kinds/core/v1';
import type { Endpoint, EndpointSlice } from '@reeve/kinds/discovery/v1';
import { planSlices } from '@reeve/workloads';
import type { SliceContent } from '@reeve/workloads';

const service: Service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: 'default', uid: 'u1' },
  spec: { clusterIP: '10.0.0.1' },
};
const labels = {
  'kubernetes.io/service-name': 'web',
  'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
};
const ports = [{ name: '', port: 80, protocol: 'TCP' as const }];
const endpoint = (id: number): Endpoint => ({
  addresses: [`10.0.${id >> 8}.${id & 255}`],
  targetRef: { uid: `${id}` },
});

/** Slices after a plan was carried out. */
function carriedOut(
  existing: readonly EndpointSlice[],
  wanted: readonly SliceContent[],
): { slices: EndpointSlice[]; writes: number } {
  const plan = planSlices(service, wanted, existing);
  const gone = new Set([...plan.delete, ...plan.update.map(({ slice }) => slice)].map(({ metadata }) => metadata.name));
  const named = [
    ...plan.update.map((content) => ({ ...content, name: content.slice.metadata.name ?? '' })),
    ...plan.create.map((content, at) => ({ ...content, name: `s${existing.length}-${at}` })),
  ];
  const made = named.map((content): EndpointSlice => ({
    addressType: 'IPv4',
    metadata: {
      name: content.name,
      labels,
      ownerReferences: [{ apiVersion: 'v1', kind: 'Service', name: 'web', uid: 'u1', controller: true }],
    },
    endpoints: [...content.endpoints],
    ports: [...content.ports],
  }));
  const slices = [...existing.filter(({ metadata }) => !gone.has(metadata.name)), ...made];
  return { slices, writes: plan.create.length + plan.update.length + plan.delete.length };
}

test('whatever comes and goes, each endpoint is in one slice, no slice has more than a hundred, and what is so stays so', () => {
  const sets = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 300 }), { maxLength: 5 });
  fc.assert(
    fc.property(sets, (steps) => {
      let slices: EndpointSlice[] = [];
      for (const ids of steps) {
        const wanted = ids.length === 0 ? [] : [{ ports, endpoints: ids.map(endpoint) }];
        ({ slices } = carriedOut(slices, wanted));
        const placed = slices
          .flatMap(({ endpoints }) => endpoints ?? [])
          .map(({ targetRef }) => Number(targetRef?.uid));
        expect([placed.length, new Set(placed)]).toEqual([ids.length, new Set(ids)]);
        expect(slices.length).toBeGreaterThan(0);
        for (const { endpoints } of slices) expect(endpoints?.length ?? 0).toBeLessThanOrEqual(100);
        expect(carriedOut(slices, wanted).writes).toBe(0);
      }
    }),
    { seed: 42, numRuns: 50 },
  );
});

test('one endpoint more changes one slice', () => {
  const ids = Array.from({ length: 250 }, (_, id) => id);
  const { slices, writes } = carriedOut([], [{ ports, endpoints: ids.map(endpoint) }]);
  expect([slices.length, writes]).toEqual([3, 3]);
  expect(carriedOut(slices, [{ ports, endpoints: [...ids, 999].map(endpoint) }]).writes).toBe(1);
});

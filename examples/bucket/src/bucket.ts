/**
 * The whole operator: a Bucket of the cluster is a bucket at a service. Its name is on the object before it is made, so that it is never made twice, whenever the operator ends.
 */
import { z } from 'zod';
import { defineController, defineResource, externalResource, k, NotCreatedError } from 'reeve';
import type { StoredBucket } from './service.ts';

export const Bucket = defineResource({
  group: 'storage.example.com',
  version: 'v1',
  kind: 'Bucket',
  spec: z.object({
    /** The URL of the service. */
    service: z.url(),
    versioned: z.boolean().default(false),
    /** Chosen by the service unless given. */
    zone: z.string().optional(),
    policies: z.array(z.enum(['Observe', 'Create', 'Update', 'Delete', 'LateInitialize', '*'])).optional(),
  }),
  status: z.object({ url: z.string().optional(), conditions: k.conditions() }),
  columns: { Zone: '.spec.zone', Ready: '.status.conditions[?(@.type=="Ready")].status', URL: '.status.url' },
});

export const bucket = externalResource(Bucket, {
  name: 'bucket',
  externalName: ({ metadata }) => `${metadata.namespace}-${metadata.name}`,
  policies: ({ spec }) => spec.policies,
  desired: ({ spec }) => ({ versioned: spec.versioned, ...(spec.zone !== undefined && { zone: spec.zone }) }),
  observe: async ({ object, externalName }, signal): Promise<StoredBucket | undefined> => {
    const response = await send('GET', object.spec.service, externalName, undefined, signal);
    return response.status === 404 ? undefined : ((await response.json()) as StoredBucket);
  },
  create: async ({ object, externalName, desired }, signal) => {
    const { status } = await send('PUT', object.spec.service, externalName, desired, signal);
    if (status === 409) throw new NotCreatedError(`a bucket ${externalName} was made by somebody else meanwhile`);
  },
  update: async ({ object, externalName, desired }, signal) =>
    void (await send('PATCH', object.spec.service, externalName, desired, signal)),
  delete: async ({ object, externalName }, signal) =>
    void (await send('DELETE', object.spec.service, externalName, undefined, signal)),
  lateInitialize: ({ zone }) => ({ zone }),
  status: (_, externalName) => ({ url: `https://${externalName}.example.com` }),
  pollMs: 1000, // a minute unless given; this is an example
});

export const buckets = defineController({ for: Bucket, steps: [bucket] });

/** What is absent and what exists already are answers; all other failures are errors, and are tried again. */
async function send(
  method: string,
  service: string,
  name: string,
  body: object | undefined,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const url = `${service}/buckets/${name}`;
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }), ...(signal && { signal }) });
  if (response.ok || response.status === 404 || response.status === 409) return response;
  throw new Error(`${method} ${url} was answered with ${response.status}`);
}

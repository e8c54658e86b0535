/** A service for buckets, in memory, and an external resource over it. */
import { defineResource, k } from '@reeve/define';
import { externalResource } from '@reeve/patterns';
import type { ExternalResourceOptions } from '@reeve/patterns';
import { z } from 'zod';

export const Bucket = defineResource({
  group: 'storage.example.com',
  version: 'v1',
  kind: 'Bucket',
  spec: z.object({
    versioned: z.boolean().optional(),
    zone: z.string().optional(),
    policies: z.array(z.string()).optional(),
  }),
  status: z.object({ url: z.string().optional(), conditions: k.conditions() }),
});

export interface StoredBucket {
  readonly name: string;
  readonly token: string;
  versioned: boolean;
  zone: string;
}

export class BucketService {
  readonly buckets = new Map<string, StoredBucket>();
  /** All requests, as `create bucket default-web`. */
  readonly requests: string[] = [];
  /** The names of all buckets that were ever made. */
  readonly made: string[] = [];
  isDown = false;
  /** A bucket that is deleted stays for so many looks. */
  lingers = 0;
  /** Called before each request is carried out. */
  onRequest: (what: string) => Promise<void> | void = () => undefined;

  async observe(name: string): Promise<StoredBucket | undefined> {
    await this.#asked(`observe ${name}`);
    const bucket = this.buckets.get(name);
    return bucket && { ...bucket };
  }

  async find(token: string): Promise<string | undefined> {
    await this.#asked('find');
    return [...this.buckets.values()].find((bucket) => bucket.token === token)?.name;
  }

  /** An empty name is assigned. A name is given once. */
  async create(name: string, token: string, desired: { readonly versioned: boolean }): Promise<string> {
    await this.#asked(`create ${name}`);
    const given = name === '' ? `b-${this.made.length + 1}` : name;
    if (this.buckets.has(given)) throw new Error(`${given} exists already`);
    this.made.push(given);
    this.buckets.set(given, { name: given, token, zone: 'zone-a', ...desired });
    return given;
  }

  async update(name: string, desired: { readonly versioned: boolean }): Promise<void> {
    await this.#asked(`update ${name}`);
    const bucket = this.buckets.get(name);
    if (bucket !== undefined) bucket.versioned = desired.versioned;
  }

  async delete(name: string): Promise<void> {
    await this.#asked(`delete ${name}`);
    this.buckets.delete(name);
  }

  /** What was asked since the last time. */
  asked(): string[] {
    return this.requests.splice(0);
  }

  async #asked(what: string): Promise<void> {
    this.requests.push(what);
    await this.onRequest(what);
    if (this.isDown) throw new Error('the service is down');
  }
}

type Options = ExternalResourceOptions<typeof Bucket, { versioned: boolean }, StoredBucket>;

/** Buckets whose names are chosen, or assigned by the service where `externalName` is given as undefined. */
export function bucketsOver(
  service: BucketService,
  { isAssigned = false, canFind = true, ...more }: Partial<Options> & { isAssigned?: boolean; canFind?: boolean } = {},
) {
  const options: Options = {
    name: 'bucket',
    desired: ({ spec }) => ({ versioned: spec.versioned ?? false }),
    observe: ({ externalName }) => service.observe(externalName),
    create: async ({ externalName, desired, token }) => ({
      externalName: await service.create(externalName, token, desired),
    }),
    update: ({ externalName, desired }) => service.update(externalName, desired),
    delete: ({ externalName }) => service.delete(externalName),
    status: ({ name }) => ({ url: `https://${name}.example.com` }),
    ...(!isAssigned && { externalName: ({ metadata }) => `${metadata.namespace}-${metadata.name}` }),
    ...(isAssigned && canFind && { find: ({ token }) => service.find(token) }),
    ...more,
  };
  return externalResource(Bucket, options);
}

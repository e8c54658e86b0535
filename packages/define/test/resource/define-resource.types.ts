/** The types that a definition gives, and what must not compile. */
import { z } from 'zod';
import { expectTypeOf } from 'vitest';
import { defineResource, k } from '@reeve/define';
import type { AnyKind, Kind, KindInputOf, KindObject, ObjectMeta } from '@reeve/machinery';
import { Database, Tenant, Website } from '../fixtures/apis.ts';
import type { Dashboard } from '../fixtures/apis.ts';

type WebsiteObject = KindObject<typeof Website>;
expectTypeOf<WebsiteObject['spec']>().toEqualTypeOf<{ image: string; replicas: number }>();
expectTypeOf<NonNullable<WebsiteObject['status']>['ready']>().toEqualTypeOf<number | undefined>();
expectTypeOf<WebsiteObject['metadata']>().toEqualTypeOf<ObjectMeta>();

type WebsiteInput = KindInputOf<typeof Website>;
expectTypeOf<WebsiteInput['spec']>().toEqualTypeOf<
  { image?: string | undefined; replicas?: number | undefined } | undefined
>();
Website.of({ metadata: {} });
expectTypeOf(Website.of({ metadata: { name: 'blog' } }).metadata.name).toEqualTypeOf<string>();
expectTypeOf(Website.of({ metadata: {} }).metadata.name).toEqualTypeOf<string | undefined>();
Website.of({ metadata: {}, spec: { replicas: 2 } });
// @ts-expect-error a field of another type
Website.of({ metadata: {}, spec: { replicas: '2' } });
// @ts-expect-error a misspelled field
Website.of({ metadata: {}, spec: { replica: 2 } });
// @ts-expect-error a spec that must be there
Tenant.of({ metadata: {} });

Website.path({ namespace: 'default', name: 'blog', subresource: 'status' });
Website.path({ namespace: 'default', name: 'blog', subresource: 'scale' });
// @ts-expect-error a cluster kind has no namespace
Tenant.path({ namespace: 'default', name: 'acme' });
// @ts-expect-error a kind without status
Tenant.path({ name: 'acme', subresource: 'status' });

const kinds: AnyKind[] = [Website, Tenant, Database];
void kinds;
declare function list<T extends { metadata: ObjectMeta }>(kind: Kind<T>): T[];
expectTypeOf(list(Website)[0]?.spec.replicas).toEqualTypeOf<number | undefined>();

expectTypeOf<KindObject<typeof Database>['spec']['engine']>().toEqualTypeOf<'postgres' | 'mysql'>();
const old = Database.at('v1beta1');
expectTypeOf<keyof KindObject<typeof old>['spec']>().toEqualTypeOf<'engine' | 'storage'>();
// @ts-expect-error there is no such version
Database.at('v3');

expectTypeOf<KindObject<typeof Dashboard>['panels']>().toEqualTypeOf<{ title: string }[]>();

k.listMap(z.object({ name: z.string() }), ['name']);
// @ts-expect-error a key that the item does not have
k.listMap(z.object({ name: z.string() }), ['port']);
// @ts-expect-error keys are needed
k.listMap(z.object({ name: z.string() }), []);
// @ts-expect-error only objects have keys
k.listMap(z.string(), ['name']);

// @ts-expect-error a version is needed
defineResource({ group: 'a.example.com', kind: 'A', spec: z.object({}) });
// @ts-expect-error a scope is one of two words
defineResource({ group: 'a.example.com', kind: 'A', version: 'v1', scope: 'Global', spec: z.object({}) });
// @ts-expect-error a rule's reason is one of a few words
k.rule('true', { reason: 'Because' });

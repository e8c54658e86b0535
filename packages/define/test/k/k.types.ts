/** The types that the helpers give to fields, and what must not compile. */
import { z } from 'zod';
import { expectTypeOf } from 'vitest';
import { k } from '@reeve/define';
import { Secret } from '@reeve/kinds/core/v1';
import type { PersistentVolumeClaim, Pod } from '@reeve/kinds/core/v1';

expectTypeOf<z.output<ReturnType<typeof k.quantity>>>().toEqualTypeOf<number | string>();
expectTypeOf<z.output<ReturnType<typeof k.quantity>>>().toExtend<
  NonNullable<NonNullable<NonNullable<PersistentVolumeClaim['spec']>['resources']>['requests']>[string]
>();
expectTypeOf<z.output<ReturnType<typeof k.intOrString>>>().toEqualTypeOf<number | string>();
expectTypeOf<z.output<ReturnType<typeof k.time>>>().toEqualTypeOf<string>();
expectTypeOf<z.output<ReturnType<typeof k.microTime>>>().toEqualTypeOf<string>();
expectTypeOf<z.output<ReturnType<typeof k.duration>>>().toEqualTypeOf<string>();
expectTypeOf<z.output<ReturnType<typeof k.cron>>>().toEqualTypeOf<string>();
expectTypeOf<z.output<ReturnType<typeof k.bytes>>>().toEqualTypeOf<string>();
expectTypeOf<z.output<ReturnType<typeof k.int32>>>().toEqualTypeOf<number>();
expectTypeOf<z.output<ReturnType<typeof k.int64>>>().toEqualTypeOf<number>();

const named = z.object({ name: z.string(), port: z.int().optional() });
const list = k.listMap(named, ['name']);
expectTypeOf<z.output<typeof list>>().toEqualTypeOf<{ name: string; port?: number | undefined }[]>();
const set = k.set(z.enum(['a', 'b']));
expectTypeOf<z.output<typeof set>>().toEqualTypeOf<('a' | 'b')[]>();
const atomic = k.atomic(z.record(z.string(), z.boolean()));
expectTypeOf<z.output<typeof atomic>>().toEqualTypeOf<Record<string, boolean>>();
const granular = k.granular(z.object({ a: z.string() }));
expectTypeOf<z.output<typeof granular>>().toEqualTypeOf<{ a: string }>();
const template = k.embedded<Pod>();
expectTypeOf<z.output<typeof template>>().toEqualTypeOf<Pod>();
const anything = k.preserveUnknown();
expectTypeOf<z.output<typeof anything>>().toEqualTypeOf<unknown>();
const known = k.preserveUnknown(z.object({ a: z.string() }));
expectTypeOf<z.output<typeof known>>().toEqualTypeOf<{ a: string }>();
const reference = k.ref(Secret);
expectTypeOf<z.output<typeof reference>>().toExtend<{ name: string }>();
type Conditions = NonNullable<z.output<ReturnType<typeof k.conditions>>>;
expectTypeOf<Conditions[number]['status']>().toEqualTypeOf<'True' | 'False' | 'Unknown'>();
const json = k.json<{ a: number }>({ type: 'object' });
expectTypeOf<(typeof json)['jsonSchema']>().toExtend<object>();

z.object({ a: z.string() }).meta(k.rules(k.rule('self.a != ""', { fieldPath: '.a' }), k.immutable()));
z.object({ a: z.string().optional() }).meta(k.exactlyOneOf('a', 'b'));
z.object({ a: z.string().optional() }).meta(k.atMostOneOf('a'));
z.object({ a: z.string().optional() }).meta(k.atLeastOneOf('a'));

// @ts-expect-error a set is of something
k.set();
// @ts-expect-error the key of an optional field's name must be one of the item's
k.listMap(named, ['label']);
// @ts-expect-error a reference is to a kind
k.ref('Secret');
// @ts-expect-error an embedded object has metadata
k.embedded<{ spec: string }>();
// @ts-expect-error a rule is an expression in words
k.rule(() => true);
// @ts-expect-error messages are words
k.immutable(42);

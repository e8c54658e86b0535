import type {
  DeepReadonly,
  DeepWritable,
  JsonObject,
  JsonValue,
  KubeObject,
  UnstructuredObject,
} from '@reeve/machinery';
import { expectTypeOf } from 'vitest';

interface Sample {
  name: string;
  tags?: string[];
  pair: [number, { deep: boolean }];
  byKey: Record<string, { value: number }>;
  anything: unknown;
  method(): string;
}

declare const pod: DeepReadonly<KubeObject>;
declare const sample: DeepReadonly<Sample>;
declare const draft: DeepWritable<DeepReadonly<Sample>>;

// @ts-expect-error a property of a frozen object
sample.name = 'other';
// @ts-expect-error an element of a frozen list
sample.tags?.push('x');
// @ts-expect-error inside a tuple
sample.pair[1].deep = false;
// @ts-expect-error inside a map
sample.byKey['a'] = { value: 1 };
// @ts-expect-error two levels down in metadata
(pod.metadata.labels ?? {})['team'] = 'estate';

draft.name = 'other';
draft.tags?.push('x');
draft.pair[1].deep = false;
(draft.byKey['a'] ??= { value: 0 }).value = 1;
draft.method();

/** What was made readonly can be made writable again, and nothing else has changed. */
expectTypeOf<DeepWritable<DeepReadonly<Sample>>>().toEqualTypeOf<Sample>();
expectTypeOf<DeepReadonly<unknown>>().toEqualTypeOf<unknown>();
expectTypeOf<DeepReadonly<string | undefined>>().toEqualTypeOf<string | undefined>();
expectTypeOf<DeepReadonly<string & { brand: 'key' }>>().toEqualTypeOf<string & { brand: 'key' }>();
expectTypeOf<DeepReadonly<UnstructuredObject>['anything']>().toEqualTypeOf<unknown>();
expectTypeOf<DeepReadonly<{ list: string[][] }>>().toEqualTypeOf<{ readonly list: readonly (readonly string[])[] }>();

/** What is writable can be handed to those who only read, recursive types included. */
expectTypeOf<Sample>().toExtend<DeepReadonly<Sample>>();
expectTypeOf<JsonValue>().toExtend<DeepReadonly<JsonValue>>();
expectTypeOf<DeepWritable<DeepReadonly<JsonObject>>>().toExtend<JsonObject>();

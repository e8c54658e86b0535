import { deepFreeze, edit } from '@reeve/machinery';
import type { DeepReadonly, JsonObject, KubeObject } from '@reeve/machinery';
import { expectTypeOf } from 'vitest';

declare const cached: DeepReadonly<KubeObject>;
declare const loose: KubeObject;
declare const json: DeepReadonly<JsonObject>;

/** The draft takes writes, and the result is of the type that went in. */
const edited = edit(cached, (draft) => {
  expectTypeOf(draft).toEqualTypeOf<KubeObject>();
  (draft.metadata.labels ??= {})['team'] = 'estate';
  draft.metadata.finalizers = [...(cached.metadata.finalizers ?? []), 'example.com/cleanup'];
});
expectTypeOf(edited).toEqualTypeOf<DeepReadonly<KubeObject>>();
expectTypeOf(edit(loose, () => {})).toEqualTypeOf<KubeObject>();
edit(json, (draft) => {
  draft['spec'] = { replicas: 1, list: [null, 2n] };
});

// @ts-expect-error the result of editing a frozen object is readonly as well
edited.metadata.name = 'other';
edit(cached, (draft) => {
  // @ts-expect-error a draft is as typed as the object
  draft.metadata.name = 1;
});
// @ts-expect-error what is frozen cannot be written to
deepFreeze({ a: [1] }).a.push(2);
// @ts-expect-error a scalar has nothing to edit
edit('text', () => {});

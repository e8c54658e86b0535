import { applyStrategicMergePatch, createStrategicMergePatch } from '@reeve/machinery';
import type { DeepReadonly, KubeObject, PatchSchema } from '@reeve/machinery';

interface Website extends KubeObject {
  spec: { replicas: number };
}

declare const site: Website;
declare const cached: DeepReadonly<Website>;
declare const schema: PatchSchema;

// The result has the type of what was patched, readonly or not.
export const patched: Website = applyStrategicMergePatch(site, { spec: { replicas: 2 } }, schema);
export const fromCache: DeepReadonly<Website> = applyStrategicMergePatch(cached, {}, schema);

// Typed objects are documents without a cast.
export const patch = createStrategicMergePatch(cached, patched, schema);

// @ts-expect-error a text is no document
applyStrategicMergePatch('text', {}, schema);
// @ts-expect-error what came from a cache stays readonly
applyStrategicMergePatch(cached, {}, schema).spec.replicas = 3;
// @ts-expect-error there is no such strategy
export const wrong: PatchSchema = { strategy: 'retainKeys' };
// @ts-expect-error a patch is for reading
patch['spec'] = {};

/**
 * Functions over metadata keep the type of the object they are given, typed or not, writable or frozen. Compiling is passing.
 */
import { itemsOf, nameOf, setControllerReference, setNestedField, withFinalizer, withLabels } from '@reeve/machinery';
import type { DeepReadonly, KubeObject, ObjectList, UnstructuredObject } from '@reeve/machinery';

interface Pod extends KubeObject {
  spec: { args: string[] };
}
declare const pod: Pod;
declare const frozen: DeepReadonly<Pod>;
declare const loose: UnstructuredObject;

export const names = [nameOf(pod), nameOf(frozen), nameOf(loose)];
export const writable: Pod = withLabels(withFinalizer(pod, 'x'), { a: 'b' });
writable.spec.args.push('-v');
export const readonly: DeepReadonly<Pod> = withFinalizer(frozen, 'x');
// @ts-expect-error the rest of a frozen object is still frozen in the copy
withFinalizer(frozen, 'x').spec.args.push('-v');
export const owned: Pod = setControllerReference(frozen, 'Namespaced', pod);
export const nested: UnstructuredObject = setNestedField(loose, ['spec', 'replicas'], 1);

declare const pods: ObjectList<Pod>;
declare const frozenPods: DeepReadonly<ObjectList<Pod>>;
export const items: Pod[] = itemsOf(pods);
export const frozenItems: DeepReadonly<Pod>[] = itemsOf(frozenPods);
// @ts-expect-error frozen items do not become writable by being listed
export const thawed: Pod[] = itemsOf(frozenPods);

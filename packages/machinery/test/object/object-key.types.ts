/**
 * What the types of keys and versions must and must not allow. Compiling is passing.
 */
import { isComparableResourceVersion, keyOf, objectKey, parseKey } from '@reeve/machinery';
import type { ObjectKey, ResourceVersion } from '@reeve/machinery';

const keys: readonly ObjectKey[] = [keyOf({ metadata: { name: 'web' } }), objectKey('default', 'web')];
const text: string = keys[0] ?? '';
const namespace: string | undefined = parseKey(text).namespace;
void namespace;

// @ts-expect-error any text is not a key
const key: ObjectKey = 'default/web';
// @ts-expect-error a version is not a key
const mixed: ObjectKey = '7' as ResourceVersion;
export const wrong = [key, mixed];

export function version(read: string | undefined): ResourceVersion | undefined {
  // @ts-expect-error a version as read may be opaque
  const unchecked: ResourceVersion | undefined = read;
  void unchecked;
  return isComparableResourceVersion(read) ? read : undefined;
}

/**
 * Lets a parameter be a kind only if it has a subresource. A kind whose subresources are not known at compile time passes, and is
 * checked at run time.
 */
import type { AnyKind, KindSubresource, TypeHint } from '@reeve/machinery';

/** Any kind that has the subresource, and none without it: `kind: K & HasSubresource<K, 'status'>`. */
export type HasSubresource<K extends AnyKind, Name extends string> =
  Name extends KindSubresource<K> ? unknown : TypeHint<`the kind has no subresource ${Name}`>;

/**
 * Lets a parameter be a kind only if it has a subresource. A kind whose subresources are not known at compile time passes, and is
 * checked at run time.
 */
import type { AnyKind, KindSubresource } from '@reeve/machinery';

/** Anything when the kind has the subresource, nothing otherwise: `kind: K & HasSubresource<K, 'status'>`. */
export type HasSubresource<K extends AnyKind, Name extends string> = Name extends KindSubresource<K> ? unknown : never;

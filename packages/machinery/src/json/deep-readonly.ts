/**
 * Types that turn `readonly` on and off at every level. What is read from a cache is `DeepReadonly`, so that the compiler
 * refuses a change to everybody's copy; the draft of `edit()` is `DeepWritable`, so that it allows one to your own.
 * Lists are spelt out, beside tuples, because the compiler looks into their elements only when asked, and so comes to an
 * end with recursive types such as `JsonValue`.
 */

/** `T` with every property and array readonly, at every level. Functions, scalars and `unknown` stay what they are. */
export type DeepReadonly<T> = unknown extends T
  ? T
  : T extends Whole
    ? T
    : T extends readonly (infer Element)[]
      ? number extends T['length']
        ? readonly DeepReadonly<Element>[]
        : { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
      : { readonly [Key in keyof T]: DeepReadonly<T[Key]> };

/** `T` with every property and array writable, at every level: what `DeepReadonly` took away. */
export type DeepWritable<T> = unknown extends T
  ? T
  : T extends Whole
    ? T
    : T extends readonly (infer Element)[]
      ? number extends T['length']
        ? DeepWritable<Element>[]
        : { -readonly [Key in keyof T]: DeepWritable<T[Key]> }
      : { -readonly [Key in keyof T]: DeepWritable<T[Key]> };

/** Types without parts to change; a branded string is one of them. Methods are left alone. */
type Whole = string | number | bigint | boolean | symbol | null | undefined | ((...args: never[]) => unknown);

/**
 * What the compiler prints where a value is given that does not belong there, in place of `never` or `undefined`.
 */

declare const hint: unique symbol;

/** A type that no value has. Its text says what is wrong. */
export interface TypeHint<Text extends string> {
  readonly [hint]: Text;
}

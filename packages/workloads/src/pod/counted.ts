/**
 * Counts in a status, where zero is left out as servers do.
 */

/** The field with its count, or nothing. */
export const counted = <Name extends string>(name: Name, count: number): { [Field in Name]?: number } =>
  count === 0 ? {} : ({ [name]: count } as { [Field in Name]: number }); // the one field that is made

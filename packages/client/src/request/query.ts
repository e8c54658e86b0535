/**
 * Query parameters, in the order they were set. Several of one name add up.
 */

/** A value of a parameter. Undefined leaves it out, a list repeats it. */
export type ParamValue = string | number | bigint | boolean | undefined | readonly (string | number)[];

/** Parameters by name. */
export type Params = Readonly<Record<string, ParamValue>>;

/** The parameters as pairs of text. */
export const paramPairs = (params: Params): (readonly [string, string])[] =>
  Object.entries(params).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return (typeof value === 'object' ? value : [value]).map((each) => [name, String(each)] as const);
  });

/** A path with its parameters. */
export function withQuery(path: string, pairs: readonly (readonly [string, string])[]): string {
  if (pairs.length === 0) return path;
  const query = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

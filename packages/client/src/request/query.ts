/**
 * Query parameters, in the order they were set. Several of one name add up.
 */

/** A value of a parameter. Undefined leaves it out, a list repeats it. */
export type ParamValue = string | number | bigint | boolean | undefined | readonly (string | number)[];

/** Parameters by name. */
export type Params = Readonly<Record<string, ParamValue>>;

/** Names and values, as text. */
export type ParamPairs = readonly (readonly [name: string, value: string])[];

/** The parameters as pairs of text. */
export function paramPairs(params: Params): ParamPairs {
  const pairs: [string, string][] = [];
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue;
    if (typeof value === 'object') for (const each of value) pairs.push([name, String(each)]);
    else pairs.push([name, String(value)]);
  }
  return pairs;
}

/** A path with parameters. */
export function withParams(path: string, params: Params): string {
  let text = path;
  let mark = path.includes('?') ? '&' : '?';
  for (const name in params) {
    const value = params[name];
    if (value === undefined) continue;
    for (const each of typeof value === 'object' ? value : [value]) {
      text += `${mark}${encodeURIComponent(name)}=${encodeURIComponent(String(each))}`;
      mark = '&';
    }
  }
  return text;
}

/** A path with parameters that were put together as text. */
export function withQuery(path: string, pairs: ParamPairs): string {
  if (pairs.length === 0) return path;
  const query = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}
